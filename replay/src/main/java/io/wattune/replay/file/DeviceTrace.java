package io.wattune.replay.file;

import io.wattune.core.reading.PowerUnit;
import java.util.List;

/**
 * All polls of one device in one file, in the order of the file. Time stamps may repeat or run
 * backward: order is judged by whoever uses the trace.
 *
 * @param device device id: {@code <node>/<uuid>}, or {@code <file name>#<index>} without a uuid
 * @param signal the power column that {@code values} are from
 * @param unit unit of {@code values}
 * @param timesNanos when each poll was asked: epoch nanoseconds, whole microseconds; owned by the
 *     trace, not copied
 * @param values what was answered, in {@code unit}, or {@link
 *     io.wattune.core.reading.PollBlock#MISSING}; as long as {@code timesNanos}; owned by the
 *     trace, not copied
 * @param model the device's model, as the recording names it; empty where it does not
 */
@SuppressWarnings("ArrayRecordComponent") // Documented: owned, never compared.
public record DeviceTrace(
    String device, String signal, PowerUnit unit, long[] timesNanos, int[] values, String model) {

  public DeviceTrace {
    if (timesNanos.length != values.length) {
      throw new IllegalArgumentException(
          "a trace needs one value for each time, had %s times and %s values"
              .formatted(timesNanos.length, values.length));
    }
  }

  /** A trace that does not name the device's model. */
  public DeviceTrace(
      String device, String signal, PowerUnit unit, long[] timesNanos, int[] values) {
    this(device, signal, unit, timesNanos, values, "");
  }

  /** What parts of one device's trace hold, one after the other, under the first model named. */
  public static DeviceTrace joined(List<DeviceTrace> parts) {
    int polls = parts.stream().mapToInt(DeviceTrace::polls).reduce(0, Math::addExact);
    long[] times = new long[polls];
    int[] values = new int[polls];
    int at = 0;
    for (DeviceTrace part : parts) {
      System.arraycopy(part.timesNanos, 0, times, at, part.polls());
      System.arraycopy(part.values, 0, values, at, part.polls());
      at += part.polls();
    }
    DeviceTrace first = parts.get(0);
    String model =
        parts.stream()
            .map(DeviceTrace::model)
            .filter(each -> !each.isEmpty())
            .findFirst()
            .orElse("");
    return new DeviceTrace(first.device, first.signal, first.unit, times, values, model);
  }

  /** Number of polls, those without a reading included. */
  public int polls() {
    return values.length;
  }
}
