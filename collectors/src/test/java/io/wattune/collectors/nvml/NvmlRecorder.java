package io.wattune.collectors.nvml;

import io.wattune.collectors.nvml.library.DriverSamples;
import io.wattune.collectors.nvml.library.FieldValues;
import io.wattune.collectors.nvml.library.GpmMetrics;
import io.wattune.collectors.nvml.library.Nvml;
import io.wattune.collectors.nvml.library.NvmlException;
import io.wattune.collectors.nvml.library.NvmlNumber;
import io.wattune.collectors.nvml.library.NvmlPair;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * Captures a GPU: asks it for everything that Wattune asks, for some time, and writes down what
 * changed and when. Reads only. Of the machine it keeps the product's name and the driver's
 * version; not the uuid, not the processes.
 */
final class NvmlRecorder {
  private static final long FAST_NANOS = 2_000_000L;
  private static final int FAST_BETWEEN_SLOW = 10;
  private static final int[] FIELDS = {
    Nvml.FIELD_POWER_INSTANT, Nvml.FIELD_POWER_AVERAGE, Nvml.FIELD_ENERGY, Nvml.FIELD_TOTAL_ENERGY
  };

  private final Nvml nvml;
  private final long gpu;
  private final StringBuilder lines = new StringBuilder();
  private final Map<String, String> last = new HashMap<>();
  private final FieldValues fields = new FieldValues(FIELDS, new int[FIELDS.length]);
  private final DriverSamples samples = new DriverSamples();
  private long startNanos;
  private long lastSeenMicros;

  private interface Question {
    String ask() throws NvmlException;
  }

  private NvmlRecorder(Nvml nvml, long gpu) {
    this.nvml = nvml;
    this.gpu = gpu;
  }

  /** The file of a GPU that is asked for some time. */
  static String record(Nvml nvml, long gpu, long nanos) throws NvmlException {
    var recorder = new NvmlRecorder(nvml, gpu);
    recorder.lines.append(NvmlScript.HEAD).append('\n');
    recorder.lines.append("driver ").append(nvml.driverVersion()).append('\n');
    recorder.lines.append("gpu GPU-captured ").append(nvml.model(gpu)).append('\n');
    recorder.startNanos = System.nanoTime();
    recorder.once();
    recorder.over(nanos);
    return recorder.lines.toString();
  }

  private void once() {
    for (NvmlNumber number : NvmlNumber.values()) {
      if (!number.isSelected()) {
        note(number.key(), () -> Long.toString(nvml.number(gpu, number, 0)));
      }
    }
    note(NvmlPair.POWER_LIMITS.key(), () -> pair(NvmlPair.POWER_LIMITS));
    note(NvmlPair.MIG_MODE.key(), () -> pair(NvmlPair.MIG_MODE));
    note("gpm", () -> nvml.hasGpm(gpu) ? "1" : "0");
    note("memoryclocks", () -> list(nvml.memoryClocks(gpu)));
    note("compute", () -> none(nvml.computeProcesses(gpu)));
    note("graphics", () -> none(nvml.graphicsProcesses(gpu)));
    try {
      for (int memory : nvml.memoryClocks(gpu)) {
        note("coreclocks." + memory, () -> list(nvml.coreClocks(gpu, memory)));
      }
    } catch (NvmlException e) {
      return; // Said above.
    }
  }

  private String pair(NvmlPair what) throws NvmlException {
    NvmlPair.Numbers numbers = nvml.pair(gpu, what);
    return numbers.first() + " " + numbers.second();
  }

  private static String list(int[] numbers) {
    return Arrays.stream(numbers).mapToObj(Integer::toString).collect(Collectors.joining(" "));
  }

  /** Whether the list can be had; whose processes there are is nobody's business. */
  private static String none(int[] unused) {
    return "none";
  }

  private void over(long nanos) throws NvmlException {
    long earlier = 0;
    long later = 0;
    boolean hasGpm = "1".equals(last.get("gpm"));
    if (hasGpm) {
      earlier = nvml.newGpmSample();
      later = nvml.newGpmSample();
    }
    for (int i = 0; System.nanoTime() - startNanos < nanos; i++) {
      fast();
      if (i % FAST_BETWEEN_SLOW == 0) {
        slow();
      }
      if (hasGpm && i % (FAST_BETWEEN_SLOW * FAST_BETWEEN_SLOW) == 0) {
        gpm(i > 0, earlier, later);
        long newest = later;
        later = earlier;
        earlier = newest;
      }
      LockSupport.parkNanos(startNanos + (i + 1) * FAST_NANOS - System.nanoTime());
    }
    if (hasGpm) {
      nvml.freeGpmSample(earlier);
      nvml.freeGpmSample(later);
    }
  }

  private void fast() {
    note(
        "fields",
        () -> {
          nvml.fields(gpu, fields);
          return "ok";
        });
    for (int i = 0; i < fields.size() && "ok".equals(last.get("fields")); i++) {
      String value =
          fields.code(i) == 0 ? Long.toString(fields.value(i)) : "error " + fields.code(i);
      note("field." + fields.id(i) + "." + fields.scope(i), () -> value);
    }
    note(NvmlNumber.POWER.key(), () -> Long.toString(nvml.number(gpu, NvmlNumber.POWER, 0)));
  }

  private void slow() {
    for (int type : new int[] {0, 2}) {
      note("clock." + type, () -> Long.toString(nvml.number(gpu, NvmlNumber.CLOCK, type)));
    }
    note("temperature.0", () -> Long.toString(nvml.number(gpu, NvmlNumber.TEMPERATURE, 0)));
    note("utilization", () -> pair(NvmlPair.UTILIZATION));
    for (NvmlNumber number :
        new NvmlNumber[] {NvmlNumber.ENERGY, NvmlNumber.CLOCK_REASONS, NvmlNumber.POWER_LIMIT}) {
      note(number.key(), () -> Long.toString(nvml.number(gpu, number, 0)));
    }
    try {
      int count = nvml.samples(gpu, Nvml.SAMPLES_TOTAL_POWER, lastSeenMicros, samples);
      for (int i = 0; i < count; i++) {
        lastSeenMicros = Math.max(lastSeenMicros, samples.micros(i));
        line("samples.0", samples.micros(i) + " " + samples.value(i));
      }
    } catch (NvmlException e) {
      note("samples.0", () -> "error " + e.number());
    }
  }

  private void gpm(boolean hasEarlier, long earlier, long later) {
    int[] ids = IntStream.of(1, 2, 3, 4, 5, 10, 11, 12, 13).toArray();
    var metrics = new GpmMetrics(ids);
    note(
        "gpmsample",
        () -> {
          nvml.takeGpmSample(gpu, later);
          if (hasEarlier) {
            nvml.gpmMetrics(earlier, later, metrics);
          }
          return "ok";
        });
    for (int i = 0; hasEarlier && i < metrics.size(); i++) {
      String value =
          metrics.code(i) == 0 ? Double.toString(metrics.value(i)) : "error " + metrics.code(i);
      note("gpm." + metrics.id(i), () -> value);
    }
  }

  /** Writes an answer down where it is another than before. */
  private void note(String key, Question question) {
    String answer;
    try {
      answer = question.ask();
    } catch (NvmlException e) {
      answer = "error " + e.number();
    }
    if (!answer.equals(last.put(key, answer))) {
      line(key, answer);
    }
  }

  private void line(String key, String answer) {
    long millis = (System.nanoTime() - startNanos) / 1_000_000;
    lines.append(key).append(" @").append(millis).append(' ').append(answer).append('\n');
  }
}
