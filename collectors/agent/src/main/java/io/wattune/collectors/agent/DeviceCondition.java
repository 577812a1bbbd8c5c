package io.wattune.collectors.agent;

import org.jspecify.annotations.Nullable;

/**
 * Whether a device answers, as its reader and the watch thread see it. Each change is reported
 * once.
 *
 * <pre>
 *              error                     no answer in time
 *   ANSWERING --------> FAILING      any ------------------> HANGING
 *   FAILING, HANGING --- 1 s of answers ---> ANSWERING
 *   HANGING --- error ---> FAILING
 * </pre>
 *
 * <p>A device must answer for a second before it counts as back, so that one that fails every other
 * time does not fill the log. Thread safe; time is a parameter, monotonic.
 */
final class DeviceCondition {
  private static final long SETTLE_NANOS = 1_000_000_000L;

  /** Errors in a row that are taken for a hiccup: the device is asked on at its full rate. */
  private static final int HICCUPS = 3;

  private static final long LONGEST_PAUSE_NANOS = 5_000_000_000L;

  private final String device;
  private final long hangNanos;
  private final long periodNanos;
  private Condition condition = Condition.ANSWERING;
  private boolean isAsked;
  private boolean isLate;
  private boolean isSettling;
  private long askedNanos;
  private long wellSinceNanos;
  private int failuresInARow;
  private long failuresSinceChange;
  private long polls;
  private long missing;
  private long failures;
  private long hangs;
  private long deadlinesMissed;
  private long deadlinesBackedOff;
  private String lastError = "";

  DeviceCondition(String device, long hangNanos, long periodNanos) {
    this.device = device;
    this.hangNanos = hangNanos;
    this.periodNanos = periodNanos;
  }

  /** A question goes to the device. */
  synchronized void asked(long nowNanos) {
    isAsked = true;
    isLate = false;
    askedNanos = nowNanos;
  }

  /** What has changed since the question was asked and not answered; null where nothing has. */
  synchronized @Nullable String look(long nowNanos) {
    if (!isAsked || isLate || nowNanos - askedNanos < hangNanos) {
      return null;
    }
    isLate = true;
    hangs++;
    isSettling = false;
    if (condition == Condition.HANGING) {
      return null;
    }
    condition = Condition.HANGING;
    return "device " + device + " hangs: no answer for " + hangNanos / 1_000_000 + " ms";
  }

  /** The device has answered a question that says nothing of how well it answers. */
  synchronized void returned() {
    isAsked = false;
  }

  /** The device has answered; what has changed, or null. */
  synchronized @Nullable String answered(long nowNanos) {
    if (!isLate && nowNanos - askedNanos >= hangNanos) {
      isLate = true; // It answered before anybody looked.
      hangs++;
    }
    isAsked = false;
    failuresInARow = 0;
    if (condition == Condition.ANSWERING || isLate) {
      isSettling = false;
      return null;
    }
    if (!isSettling) {
      isSettling = true;
      wellSinceNanos = nowNanos;
    }
    if (nowNanos - wellSinceNanos < SETTLE_NANOS) {
      return null;
    }
    String text =
        "device %s answers again".formatted(device)
            + (failuresSinceChange > 0 ? ", after " + failuresSinceChange + " errors" : "");
    condition = Condition.ANSWERING;
    isSettling = false;
    failuresSinceChange = 0;
    return text;
  }

  /** The device has answered with an error; what has changed, or null. */
  synchronized @Nullable String failed(String message) {
    isAsked = false;
    isSettling = false;
    failures++;
    failuresInARow++;
    failuresSinceChange++;
    lastError = message;
    if (condition == Condition.FAILING) {
      return null;
    }
    condition = Condition.FAILING;
    return "device " + device + " fails: " + message;
  }

  /** Something beside the power was answered with an error: the device answers all the same. */
  synchronized void failedBeside(String message) {
    failures++;
    lastError = message;
  }

  /** Whether the last answer came too late for its value to have a time. */
  synchronized boolean wasLate() {
    return isLate;
  }

  /** How long a device that keeps failing is left alone; 0 where it is asked at its rate. */
  synchronized long pauseNanos() {
    int doublings = failuresInARow - HICCUPS;
    if (doublings <= 0) {
      return 0;
    }
    return Math.min(LONGEST_PAUSE_NANOS, periodNanos << Math.min(doublings, 30));
  }

  synchronized void countPoll(boolean isMissing) {
    polls++;
    if (isMissing) {
      missing++;
    }
  }

  synchronized void countDeadlines(long missed, long backedOff) {
    deadlinesMissed += missed;
    deadlinesBackedOff += backedOff;
  }

  synchronized DeviceStatus status(long countersDropped) {
    return new DeviceStatus(
        device,
        condition,
        polls,
        missing,
        failures,
        hangs,
        deadlinesMissed,
        deadlinesBackedOff,
        countersDropped,
        lastError);
  }
}
