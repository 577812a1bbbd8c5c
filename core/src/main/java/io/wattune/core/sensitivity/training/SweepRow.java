package io.wattune.core.sensitivity.training;

import io.wattune.core.counter.CounterReading;
import io.wattune.core.counter.CounterValue;
import io.wattune.core.tunable.Configuration;
import io.wattune.core.tunable.Setting;
import java.util.List;

/**
 * How a kernel ran at one configuration.
 *
 * @param application what the kernel belongs to; models are validated on applications that they
 *     have not seen
 * @param kernel name of the kernel
 * @param phase which of its phases, from 0
 * @param configuration the value of each tunable
 * @param seconds time of one invocation
 * @param counters what the counters said of it
 */
public record SweepRow(
    String application,
    String kernel,
    int phase,
    Configuration configuration,
    double seconds,
    List<CounterValue> counters) {

  public SweepRow {
    if (application.isEmpty() || kernel.isEmpty()) {
      throw new IllegalArgumentException(
          "a row needs an application and a kernel, had '%s' and '%s'"
              .formatted(application, kernel));
    }
    if (!(seconds > 0 && seconds < Double.POSITIVE_INFINITY)) {
      throw new IllegalArgumentException("seconds must be above 0, was " + seconds);
    }
    counters = List.copyOf(counters);
  }

  /** The value of a tunable. */
  long value(String tunable) {
    return configuration
        .setting(tunable)
        .map(Setting::value)
        .orElseThrow(
            () ->
                new IllegalArgumentException(
                    "a row of '" + kernel + "' has no value of '" + tunable + "'"));
  }

  /** The counters as a reading, as models evaluate it. */
  public CounterReading reading() {
    return new CounterReading(application, 0, 0, 1, null, null, kernel, counters, false);
  }
}
