package io.wattune.core.loop;

import io.wattune.core.counter.CounterName;
import io.wattune.core.counter.CounterReading;
import java.util.Map;
import java.util.OptionalDouble;
import org.jspecify.annotations.Nullable;

/**
 * Gathers invocations of one kernel that follow each other closely, each too short to be judged by
 * itself, into windows that are long enough. Test: {@code RepeatedWorkTest}.
 */
final class RepeatedWork {
  private String name = "";
  private @Nullable WorkWindow gathered;
  private int invocations;

  /** Whether an invocation is the next one after what is gathered, with at most such a pause. */
  boolean isContinuedBy(CounterReading reading, long mostPauseNanos) {
    WorkWindow known = gathered;
    return known != null
        && name.equals(reading.activityName())
        && reading.startNanos() >= known.endNanos()
        && reading.startNanos() - known.endNanos() <= mostPauseNanos;
  }

  /**
   * Adds an invocation with work.
   *
   * @return the window that it completes; null while it is too short
   */
  @Nullable WorkWindow add(CounterReading reading, long shortestNanos) {
    WorkWindow known = gathered;
    String kernel = String.valueOf(reading.activityName());
    double work = reading.value(CounterName.WORK).orElseThrow();
    var delivered = new WorkWindow.Delivered(work, reading.seconds());
    OptionalDouble busy = reading.value(CounterName.VALU_BUSY);
    if (known != null) {
      WorkWindow.Delivered before = known.byName().values().iterator().next();
      delivered = before.plus(delivered);
      busy = mean(known.valuBusy(), before.seconds(), busy, delivered.seconds());
    }
    name = kernel;
    invocations++;
    var all =
        new WorkWindow(
            known == null ? reading.startNanos() : known.startNanos(),
            reading.endNanos(),
            Map.of(kernel, delivered),
            busy,
            ProgramWork.signal(reading));
    if (all.endNanos() - all.startNanos() < shortestNanos) {
      gathered = all;
      return null;
    }
    clear();
    return all;
  }

  private static OptionalDouble mean(
      OptionalDouble before, double beforeSeconds, OptionalDouble now, double allSeconds) {
    if (before.isEmpty() || now.isEmpty() || allSeconds <= 0) {
      return OptionalDouble.empty();
    }
    double share = beforeSeconds / allSeconds;
    return OptionalDouble.of(before.getAsDouble() * share + now.getAsDouble() * (1 - share));
  }

  /**
   * Forgets what is gathered.
   *
   * @return how many invocations that was
   */
  int clear() {
    int before = invocations;
    gathered = null;
    invocations = 0;
    return before;
  }
}
