package io.wattune.collectors.nvml;

import io.wattune.collectors.device.Control;
import io.wattune.collectors.device.DeviceException;
import io.wattune.collectors.nvml.library.NvmlCode;
import io.wattune.collectors.nvml.library.NvmlException;
import io.wattune.core.tunable.TunableName;
import io.wattune.core.tunable.ValueGrid;
import java.util.Locale;
import java.util.function.Consumer;

/**
 * Measures how long one control of a GPU takes to be seen, down and back up, and sets it back to
 * what it was whatever happens. Thread safe in that: a program that is being ended may set back
 * while another thread measures, and nothing is written from then on.
 */
final class ControlResponse {
  private static final int ROUNDS = 3;
  private static final long LONGEST_NANOS = 3_000_000_000L;
  private static final long LOOK_NANOS = 1_000_000L;
  private static final int RESTORE_TRIES = 10;
  private static final long BETWEEN_TRIES_NANOS = 300_000_000L;

  /** How much lower the setting is than what is seen before it. */
  private static final double LOWERED = 0.7;

  /** A limited power goes about its limit by some percent. */
  private static final double POWER_TOLERANCE = 1.05;

  /** What the control moves: a clock's megahertz, or milliwatts. */
  interface Seen {
    long now() throws NvmlException;
  }

  private final Control control;
  private final Seen seen;
  private final GpuTime time;
  private final Consumer<String> report;
  private final Consumer<String> problems;
  private final String name;
  private long own;
  private long before;
  private long most;
  private boolean isToRestore;
  private boolean isEnded;

  ControlResponse(
      Control control,
      Seen seen,
      GpuTime time,
      Consumer<String> report,
      Consumer<String> problems) {
    this.control = control;
    this.seen = seen;
    this.time = time;
    this.report = report;
    this.problems = problems;
    this.name = control.tunable().name();
  }

  /** Measures, writes down what it has, and sets back. */
  void measure() {
    try {
      own = control.read();
      before = seen.now();
      long lower = lower();
      most = most(lower);
      if (before <= most) {
        say(text("nothing to see: it shows %d already, its lowest setting is %d", before, lower));
        return;
      }
      say(
          text("shows %d at %d, ", before, own)
              + (control.readsWhatIsSet()
                  ? "which the driver says is set"
                  : "which is taken for its own setting: the driver does not tell"));
      boolean isSeen = true;
      for (int i = 0; i < ROUNDS && isSeen; i++) {
        isSeen = round(lower);
      }
    } catch (DeviceException e) {
      if (isForbidden(e) && !isToRestore) {
        say("not measured, nothing was set: " + e.getMessage());
      } else {
        problems.accept(name + ": " + e.getMessage());
      }
    } catch (NvmlException | RuntimeException e) {
      problems.accept(name + ": " + e.getMessage());
    } finally {
      restore();
    }
  }

  private long lower() {
    ValueGrid grid = control.tunable().grid();
    int index = grid.indexAtOrBelow(Math.round(LOWERED * before));
    return grid.valueAt(Math.max(0, index));
  }

  /** What may be seen while the control is at a value: a clock need not be on the list's steps. */
  private long most(long value) {
    if (name.equals(TunableName.POWER_LIMIT)) {
      return Math.round(POWER_TOLERANCE * value);
    }
    ValueGrid grid = control.tunable().grid();
    int next = grid.indexAtOrBelow(value) + 1;
    return next < grid.size() ? grid.valueAt(next) - 1 : value;
  }

  /** Down and back; whether both were seen, so that another round is worth its while. */
  private boolean round(long lower) throws DeviceException, NvmlException {
    boolean isDown = step(lower, "down");
    return step(own, "up") && isDown;
  }

  private boolean step(long value, String way) throws DeviceException, NvmlException {
    boolean isDown = way.equals("down");
    if (isThere(isDown)) {
      say(text("%s to %d: nothing to see, it shows %d already", way, value, seen.now()));
      write(value);
      return false;
    }
    long start = time.nanos();
    write(value);
    double callMillis = (time.nanos() - start) * 1e-6;
    long missed = time.nanos();
    long asked = missed;
    while (!isThere(isDown)) {
      missed = asked;
      if (asked - start > LONGEST_NANOS) {
        say(text("%s to %d: not seen in %.0f s", way, value, LONGEST_NANOS * 1e-9));
        return false;
      }
      time.await(asked + LOOK_NANOS);
      asked = time.nanos();
    }
    say(
        missed == asked
            ? text(
                "%s to %d: seen at the first look, as the call of %.1f ms ended",
                way, value, callMillis)
            : text(
                "%s to %d: seen %.1f ms after the call began (not yet at %.1f), which took %.1f ms",
                way, value, (asked - start) * 1e-6, (missed - start) * 1e-6, callMillis));
    return true;
  }

  private boolean isThere(boolean isDown) throws NvmlException {
    return (seen.now() <= most) == isDown;
  }

  private synchronized void write(long value) throws DeviceException {
    if (isEnded) {
      throw new DeviceException("it is being ended");
    }
    boolean wasToRestore = isToRestore;
    isToRestore = true;
    try {
      control.write(value);
    } catch (DeviceException e) {
      isToRestore = wasToRestore || !isForbidden(e); // Other errors may have set it all the same.
      throw e;
    }
  }

  /** Sets back what was there before the first write, and looks whether it is; once. */
  synchronized void restore() {
    isEnded = true;
    if (!isToRestore) {
      return;
    }
    isToRestore = false;
    String why = "";
    for (int i = 0; i < RESTORE_TRIES; i++) {
      try {
        control.write(own);
      } catch (DeviceException | RuntimeException e) {
        say("setting back to " + own + ": " + e.getMessage()); // It may be set all the same.
      }
      try {
        why = whyNotBack();
      } catch (DeviceException | NvmlException | RuntimeException e) {
        why = String.valueOf(e.getMessage());
      }
      if (why.isEmpty()) {
        say(text("set back to %d", own));
        return;
      }
      time.await(time.nanos() + BETWEEN_TRIES_NANOS);
    }
    problems.accept(text("%s: NOT KNOWN TO BE SET BACK to %d: %s", name, own, why));
  }

  /** A setting that can be asked is asked; a clock has to be seen above what it was locked to. */
  private String whyNotBack() throws DeviceException, NvmlException {
    if (control.readsWhatIsSet()) {
      long now = control.read();
      return now == own ? "" : "the driver says " + now;
    }
    long until = time.nanos() + LONGEST_NANOS;
    while (seen.now() <= most) {
      if (time.nanos() - until > 0) {
        return text("it shows %d, and showed %d before", seen.now(), before);
      }
      time.await(time.nanos() + LOOK_NANOS);
    }
    return "";
  }

  private static boolean isForbidden(DeviceException e) {
    return e.getCause() instanceof NvmlException cause && cause.code() == NvmlCode.NO_PERMISSION;
  }

  private void say(String what) {
    report.accept("- " + name + ": " + what);
  }

  private static String text(String format, Object... values) {
    return String.format(Locale.ROOT, format, values);
  }
}
