package io.wattune.core.polling;

import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;

/**
 * One poll an update, for a sensor that updates about as often as it is polled by rule, or more
 * often: polls by rule miss updates then, and see too little to determine when they come.
 *
 * <pre>
 *  IDLE --- changes at many polls ---> PROBING --- the period is known ---> FOLLOWING
 *  PROBING --- no period, or one that is too short or too long ---> IDLE, for a minute or more
 *  FOLLOWING --- an update where none could be ---> IDLE
 *  FOLLOWING --- a value that stands still for long ---> IDLE
 * </pre>
 *
 * <p><b>Probing</b> polls every {@value #GAP_NANOS} ns, or every four calls where they take longer,
 * for at most {@value #MOST_POLLS} polls. <b>Following</b> polls half way between two updates, so
 * that neither the machine's timer nor the sensor's jitter puts a poll on the wrong side of one. A
 * poll there says nothing of when the updates come: where their bounds have become wider than a
 * third of the period, one poll more in the middle of the bounds halves them. Nor does it put the
 * period to the test: every {@value #CHECK_EVERY}th has two polls, soon after its update and
 * shortly before the next, between which nothing may change.
 *
 * <p>So there are never more than 250 polls a second: probing, or at two polls for each update of
 * the shortest period that is followed.
 *
 * <p>Pure but for what it remembers; for one thread. Test: {@code NativeRateTest}, {@code
 * NativeRatePropertyTest}.
 */
public final class DensePolls {
  /** Polls are no closer, or a driver whose call takes a millisecond does little else. */
  static final long GAP_NANOS = 4_000_000L;

  private static final int MOST_POLLS = 500;

  private static final int GAP_CALLS = 4;

  /** A period must have two polls that are no closer than the gap, but for a little. */
  private static final double LEAST_GAPS = 1.9;

  /** A period of more polls by rule than this is seen without probing. */
  private static final double MOST_ORDINARY = 4;

  /** Of a period that is to be worth its probes two are no more than so many polls by rule. */
  private static final double WORTH_ORDINARY = 2;

  /** Who has a sensor polled less often than this wants few calls. */
  private static final long SELDOM_NANOS = 50_000_000L;

  /** Nearly each of so many polls has a new value: the sensor is too fast, or has no period. */
  private static final int SOONEST_END = 64;

  private static final double NEARLY_ALL = 0.9;

  /** None of so many polls has: the value has come to rest, and there is nothing to learn. */
  private static final int STILL = 64;

  /** A period that was followed before is taken again after so many changes that bear it out. */
  private static final int NEEDED = 8;

  private static final double REMEMBERED_ERROR = 0.003;

  private static final double SHARP = 1.0 / 2;
  private static final double WIDE = 1.0 / 3;
  private static final double LOST = 0.6;

  /**
   * One poll in each period agrees with any period that is not too long: once in so many there are
   * two in one.
   */
  private static final int CHECK_EVERY = 16;

  private static final long CHECK_MARGIN_NANOS = 250_000L;

  /** A value that stands still answers nothing, however often it is asked. */
  private static final int MOST_UNCHANGED = 3;

  /** Polls that keep a grid of their own see a sensor always at the same phases. */
  private static final double MOST_DITHER = 0.4;

  private enum Mode {
    IDLE,
    PROBING,
    FOLLOWING
  }

  private final long ordinaryNanos;
  private final SplittableRandom dither = new SplittableRandom(1);
  private final ProbePause pause = new ProbePause();
  private Mode mode = Mode.IDLE;
  private PeriodProbe probe = new PeriodProbe();
  private @Nullable UpdateTimes times;
  private int polls;
  private int changes;
  private int unchanged;
  private int sinceCheck;
  private long checkNanos;
  private int matched;
  private long jitterNanos = UpdateTimes.LEAST_JITTER_NANOS;
  private long followingSinceNanos;
  private double rememberedNanos;

  DensePolls(long ordinaryNanos) {
    this.ordinaryNanos = ordinaryNanos;
  }

  /** Whether polls are not by rule. */
  boolean isActive() {
    return mode != Mode.IDLE;
  }

  /** Whether polls follow updates. */
  boolean isFollowing() {
    return mode == Mode.FOLLOWING;
  }

  /** Period of the updates; 0 where it is not known. */
  double periodNanos() {
    UpdateTimes known = times;
    return known == null ? 0 : known.periodNanos();
  }

  /**
   * Shortest time from one poll to the next while it is active, but for one that is put between.
   */
  long shortestNanos(long callNanos) {
    return mode == Mode.FOLLOWING ? Math.round(periodNanos()) : gap(callNanos);
  }

  /** Whether a period is one that can be followed here, and not otherwise. */
  boolean isFor(double periodNanos, long callNanos) {
    return periodNanos >= shortestPeriod(callNanos) && periodNanos <= MOST_ORDINARY * ordinaryNanos;
  }

  /** Whether it may be worth while to probe now. */
  boolean mayBegin(long nowNanos, long callNanos) {
    return ordinaryNanos <= SELDOM_NANOS
        && shortestPeriod(callNanos) * 2 <= WORTH_ORDINARY * ordinaryNanos
        && pause.isOver(nowNanos);
  }

  /** Begins to probe; when to poll next. */
  long begin(long nowNanos, long callNanos) {
    mode = Mode.PROBING;
    times = null;
    checkNanos = 0;
    sinceCheck = 0;
    polls = 0;
    changes = 0;
    unchanged = 0;
    probe = new PeriodProbe();
    return nowNanos + gap(callNanos);
  }

  /** From the end of one call to the begin of the next. */
  private static long gap(long callNanos) {
    return Math.max(GAP_NANOS, GAP_CALLS * callNanos);
  }

  private static double shortestPeriod(long callNanos) {
    return LEAST_GAPS * (gap(callNanos) + callNanos);
  }

  /** Nothing is known of when the sensor updates any more. */
  void stop() {
    mode = Mode.IDLE;
    times = null;
  }

  /** The period that was followed the last time; 0 where there was none, or it is refuted. */
  double rememberedNanos() {
    return rememberedNanos;
  }

  /**
   * Takes a poll.
   *
   * @param fromNanos when the poll before was asked
   * @param callNanos how long a poll takes
   * @return when to poll next, or {@link NativeRate#ORDINARY} at the end
   */
  long next(long fromNanos, long nowNanos, boolean isChanged, long callNanos) {
    return mode == Mode.PROBING
        ? probe(fromNanos, nowNanos, isChanged, callNanos)
        : follow(fromNanos, nowNanos, isChanged, callNanos);
  }

  private long probe(long fromNanos, long nowNanos, boolean isChanged, long callNanos) {
    polls++;
    unchanged++;
    if (isChanged) {
      changes++;
      unchanged = 0;
      take(fromNanos, nowNanos);
    }
    if (unchanged >= STILL) {
      stop();
      return NativeRate.ORDINARY;
    }
    boolean isNoise = polls >= SOONEST_END && changes > NEARLY_ALL * polls;
    if (times == null && !isNoise && (probe.isFull() || polls >= MOST_POLLS)) {
      times = probe.find(shortestPeriod(callNanos), MOST_ORDINARY * ordinaryNanos);
      matched = NEEDED;
    }
    UpdateTimes known = times;
    if (known != null && matched >= NEEDED && known.width(1) <= SHARP * known.periodNanos()) {
      mode = Mode.FOLLOWING;
      followingSinceNanos = nowNanos;
      return plan(known, nowNanos, callNanos);
    }
    if (isNoise || (known == null && probe.isFull()) || polls >= MOST_POLLS) {
      stop();
      pause.inVain(nowNanos, probe.saysSomething());
      return NativeRate.ORDINARY;
    }
    double apart = gap(callNanos) * (1 + dither.nextDouble(MOST_DITHER));
    return nowNanos + Math.round(apart);
  }

  /** A period that was followed before is believed as long as changes bear it out. */
  private void take(long fromNanos, long toNanos) {
    probe.changed(fromNanos, toNanos);
    UpdateTimes known = times;
    if (known != null && known.changed(fromNanos, toNanos)) {
      matched++;
    } else if (known != null) {
      times = null;
      rememberedNanos = 0;
    } else if (rememberedNanos > 0) {
      times = new UpdateTimes(rememberedNanos, REMEMBERED_ERROR, jitterNanos, fromNanos, toNanos);
      matched = 0;
    }
  }

  private long follow(long fromNanos, long nowNanos, boolean isChanged, long callNanos) {
    UpdateTimes known = times;
    if (known == null) {
      return NativeRate.ORDINARY;
    }
    unchanged = isChanged ? 0 : unchanged + 1;
    boolean isRefuted = isChanged && !known.changed(fromNanos, nowNanos);
    long next = plan(known, nowNanos, callNanos);
    if (isRefuted || known.isSlower()) {
      next = NativeRate.ORDINARY;
      pause.lost(nowNanos, nowNanos - followingSinceNanos);
      jitterNanos = Math.min(UpdateTimes.MOST_JITTER_NANOS, 2 * jitterNanos);
    }
    if (next == NativeRate.ORDINARY) {
      stop();
      rememberedNanos = known.isSlower() ? 0 : known.periodNanos();
    }
    return next;
  }

  private long plan(UpdateTimes known, long nowNanos, long callNanos) {
    long soonest = nowNanos + gap(callNanos) / 2;
    long second = checkNanos;
    checkNanos = 0;
    if (second >= soonest) {
      return second;
    }
    sinceCheck++;
    long updates = known.updatesUntil(nowNanos) - 1;
    while (true) {
      long width = known.width(updates);
      if (width > LOST * known.periodNanos()) {
        return NativeRate.ORDINARY;
      }
      boolean isWide = width > WIDE * known.periodNanos();
      long middle = known.middle(updates) - callNanos / 2;
      if (isWide && unchanged <= MOST_UNCHANGED && middle >= soonest) {
        return middle;
      }
      long halfWay = Math.round(middle + known.periodNanos() / 2);
      if (halfWay >= soonest) {
        return isWide || sinceCheck < CHECK_EVERY
            ? halfWay
            : check(known, updates, soonest, halfWay, callNanos);
      }
      updates++;
    }
  }

  /** Two polls between two updates, as far apart as there surely is none: that is the test. */
  private long check(UpdateTimes known, long updates, long soonest, long halfWay, long callNanos) {
    long first = known.latest(updates) + CHECK_MARGIN_NANOS;
    long second = known.earliest(updates + 1) - CHECK_MARGIN_NANOS - callNanos;
    if (first < soonest || second - first - callNanos < gap(callNanos) / 2) {
      return halfWay;
    }
    sinceCheck = 0;
    checkNanos = second;
    return first;
  }
}
