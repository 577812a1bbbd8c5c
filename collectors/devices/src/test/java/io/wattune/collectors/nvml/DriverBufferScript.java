package io.wattune.collectors.nvml;

import java.util.function.LongConsumer;
import java.util.function.LongUnaryOperator;

/**
 * A GPU whose driver keeps readings: a sensor with a new value every 20 ms, of which polls see one
 * in five, and a buffer with all of them. A test changes what it says.
 */
final class DriverBufferScript {
  static final long PERIOD_MILLIS = 20;
  private static final long PAST_MILLIS = 1_200;
  private static final long END_MILLIS = 2_000;

  /** Microseconds of the wall clock at 0 ms. */
  private static final long BASE_MICROS = 1_700_000_000_000_000L;

  /** The sensor, in milliwatts; it never shows the same value twice on end. */
  LongUnaryOperator sensor = millis -> 100_003 + 137 * (millis / PERIOD_MILLIS);

  long polledMillis = 100;
  long keptMillis = PERIOD_MILLIS;
  LongUnaryOperator keptValue = millis -> sensor.applyAsLong(millis);
  LongUnaryOperator keptMicros = millis -> BASE_MICROS + millis * 1_000;
  String more = "";

  String text() {
    var out = new StringBuilder(TestGpus.H100.replace("field.186.0 @0 100000\n", ""));
    for (long at = 0; at < END_MILLIS; at += polledMillis) {
      out.append("field.186.0 @%d %d\n".formatted(at, sensor.applyAsLong(at)));
    }
    for (long at = -PAST_MILLIS; at < END_MILLIS; at += keptMillis) {
      out.append(
          "samples.0 @%d %d %d\n"
              .formatted(Math.max(0, at), keptMicros.applyAsLong(at), keptValue.applyAsLong(at)));
    }
    return out.append(more).toString();
  }

  /** A clock that goes on when somebody waits for it, and takes the script's with it. */
  static GpuTime time(LongConsumer setMillis) {
    return new GpuTime() {
      private long nowNanos;

      @Override
      public long nanos() {
        return nowNanos;
      }

      @Override
      public void await(long nanos) {
        nowNanos = Math.max(nowNanos, nanos);
        setMillis.accept(nowNanos / 1_000_000);
      }
    };
  }
}
