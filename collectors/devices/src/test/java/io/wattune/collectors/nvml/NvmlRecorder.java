package io.wattune.collectors.nvml;

import io.wattune.collectors.nvml.library.DriverSamples;
import io.wattune.collectors.nvml.library.FieldValues;
import io.wattune.collectors.nvml.library.GpmMetrics;
import io.wattune.collectors.nvml.library.Nvml;
import io.wattune.collectors.nvml.library.NvmlException;
import io.wattune.collectors.nvml.library.NvmlNumber;
import io.wattune.collectors.nvml.library.NvmlPair;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.LongConsumer;
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
  private final GpuTime time;
  private final List<Line> lines = new ArrayList<>();
  private final Map<String, String> last = new HashMap<>();
  private final Map<String, List<Long>> callNanos = new TreeMap<>();
  private final FieldValues fields = new FieldValues(FIELDS);
  private final DriverSamples samples = new DriverSamples();
  private long startNanos;
  private long lastSeenMicros;

  private interface Question {
    String ask() throws NvmlException;
  }

  /** An answer that was another than before. */
  private record Line(String key, long millis, String answer) {}

  private NvmlRecorder(Nvml nvml, long gpu, GpuTime time) {
    this.nvml = nvml;
    this.gpu = gpu;
    this.time = time;
  }

  /**
   * The file of a GPU that is asked for some time.
   *
   * @param each what else is done meanwhile, told the nanoseconds since the start: a load is worked
   */
  static String record(Nvml nvml, long gpu, GpuTime time, long nanos, LongConsumer each)
      throws NvmlException {
    var recorder = new NvmlRecorder(nvml, gpu, time);
    String head = "driver " + nvml.driverVersion() + "\ngpu GPU-captured " + nvml.model(gpu) + "\n";
    recorder.startNanos = time.nanos();
    recorder.once();
    recorder.over(nanos, each);
    return NvmlScript.HEAD + '\n' + recorder.durations() + head + recorder.answers();
  }

  /** How long the calls took, as comments: a file's waits are whole milliseconds. */
  private String durations() {
    var text = new StringBuilder("# how long the calls took, in milliseconds: median, longest\n");
    callNanos.forEach(
        (key, nanos) ->
            text.append(
                String.format(
                    Locale.ROOT,
                    "# %s %.3f %.3f\n",
                    key,
                    median(nanos) * 1e-6,
                    Collections.max(nanos) * 1e-6)));
    return text.toString();
  }

  private static long median(List<Long> nanos) {
    return nanos.stream().sorted().skip(nanos.size() / 2).findFirst().orElseThrow();
  }

  /** A call takes the median of its durations each time it is played, where that is to be felt. */
  private String answers() {
    var text = new StringBuilder();
    for (Line line : lines) {
      List<Long> nanos = callNanos.getOrDefault(line.key(), List.of());
      long millis = nanos.isEmpty() ? 0 : Math.round(median(nanos) * 1e-6);
      text.append(line.key()).append(" @").append(line.millis()).append(' ').append(line.answer());
      text.append(millis > 0 ? " wait " + millis : "").append('\n');
    }
    return text.toString();
  }

  private void once() {
    for (NvmlNumber number : NvmlNumber.values()) {
      if (!number.isSelected()) {
        note(CaptureKeys.of(number), () -> Long.toString(nvml.number(gpu, number, 0)));
      }
    }
    note(CaptureKeys.of(NvmlPair.POWER_LIMITS), () -> pair(NvmlPair.POWER_LIMITS));
    note(CaptureKeys.of(NvmlPair.MIG_MODE), () -> pair(NvmlPair.MIG_MODE));
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

  private void over(long nanos, LongConsumer each) throws NvmlException {
    long earlier = 0;
    long later = 0;
    boolean hasGpm = "1".equals(last.get("gpm"));
    if (hasGpm) {
      earlier = nvml.newGpmSample();
      later = nvml.newGpmSample();
    }
    for (int i = 0; time.nanos() - startNanos < nanos; i++) {
      each.accept(time.nanos() - startNanos);
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
      time.await(startNanos + (i + 1) * FAST_NANOS);
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
      changed("field." + fields.id(i) + ".0", value);
    }
    note(
        CaptureKeys.of(NvmlNumber.POWER),
        () -> Long.toString(nvml.number(gpu, NvmlNumber.POWER, 0)));
  }

  private void slow() {
    for (int type : new int[] {0, 2}) {
      note("clock." + type, () -> Long.toString(nvml.number(gpu, NvmlNumber.CLOCK, type)));
    }
    note("temperature.0", () -> Long.toString(nvml.number(gpu, NvmlNumber.TEMPERATURE, 0)));
    note("utilization", () -> pair(NvmlPair.UTILIZATION));
    for (NvmlNumber number :
        new NvmlNumber[] {NvmlNumber.ENERGY, NvmlNumber.CLOCK_REASONS, NvmlNumber.POWER_LIMIT}) {
      note(CaptureKeys.of(number), () -> Long.toString(nvml.number(gpu, number, 0)));
    }
    long asked = time.nanos();
    try {
      int count = nvml.samples(gpu, Nvml.SAMPLES_TOTAL_POWER, lastSeenMicros, samples);
      for (int i = 0; i < count; i++) {
        lastSeenMicros = Math.max(lastSeenMicros, samples.micros(i));
        line("samples.0", samples.micros(i) + " " + samples.value(i));
      }
    } catch (NvmlException e) {
      changed("samples.0", "error " + e.number());
    }
    callNanos.computeIfAbsent("samples.0", k -> new ArrayList<>()).add(time.nanos() - asked);
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
      changed("gpm." + metrics.id(i), value);
    }
  }

  /** Asks, and writes the answer down where it is another than before. */
  private void note(String key, Question question) {
    long asked = time.nanos();
    String answer;
    try {
      answer = question.ask();
    } catch (NvmlException e) {
      answer = "error " + e.number();
    }
    callNanos.computeIfAbsent(key, k -> new ArrayList<>()).add(time.nanos() - asked);
    changed(key, answer);
  }

  private void changed(String key, String answer) {
    if (!answer.equals(last.put(key, answer))) {
      line(key, answer);
    }
  }

  private void line(String key, String answer) {
    lines.add(new Line(key, (time.nanos() - startNanos) / 1_000_000, answer));
  }
}
