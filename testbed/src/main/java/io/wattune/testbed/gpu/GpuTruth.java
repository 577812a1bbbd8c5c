package io.wattune.testbed.gpu;

import java.util.Arrays;

/**
 * What a simulated GPU really took and did. Any thread may ask; what it gets is true up to the
 * simulator's last advance.
 *
 * <p>Memory: one long for each whole second of the last {@value #MOST_SECONDS} seconds (1 MiB);
 * what is older is forgotten, and asking for it is an error.
 */
public final class GpuTruth {
  private static final int MOST_SECONDS = 1 << 17;
  private static final long SECOND = 1_000_000_000L;

  private final long startNanos;
  private final long firstSecond;

  /** Energy from the start up to each whole second, in a ring once it has grown. */
  private long[] microjoulesAtSecond = new long[64];

  private int seconds;
  private Now now;
  private long nowNanos;
  private long nowMicrojoules;
  private double work;
  private double workPerSecond;
  private double tunedJoules;
  private double tunedOwnJoules;

  /**
   * The state at the last advance.
   *
   * @param nanos epoch nanoseconds of the virtual clock
   * @param energyMicrojoules since the start
   * @param work delivered since the start, that of a running invocation in proportion
   * @param workPerSecond delivered work rate now; 0 where nothing runs
   */
  public record Now(long nanos, long energyMicrojoules, double work, double workPerSecond) {}

  /**
   * Invocations that have ended and ran, in part at least, at other settings than own.
   *
   * @param joules energy that they took
   * @param ownJoules energy that the same invocations would have taken at own settings
   */
  public record Tuned(double joules, double ownJoules) {}

  GpuTruth(long startNanos) {
    this.startNanos = startNanos;
    this.firstSecond = Math.floorDiv(startNanos - 1, SECOND) + 1;
    this.nowNanos = startNanos;
    this.now = new Now(startNanos, 0, 0, 0);
  }

  /** The state at the last advance. */
  public synchronized Now now() {
    if (now.nanos() != nowNanos) {
      now = new Now(nowNanos, nowMicrojoules, work, workPerSecond);
    }
    return now;
  }

  /**
   * Energy between two times, each of them the start, a whole second, or the last advance. The sum
   * over consecutive intervals is that of the whole: each is a difference of two rounded integrals,
   * right to 1 microjoule.
   */
  public synchronized long energyMicrojoules(long fromNanos, long toNanos) {
    return microjoulesAt(toNanos) - microjoulesAt(fromNanos);
  }

  /** What ran at other settings than own, since the start. */
  public synchronized Tuned tuned() {
    return new Tuned(tunedJoules, tunedOwnJoules);
  }

  /** An invocation at other settings than own has ended. */
  public synchronized void tuned(double joules, double ownJoules) {
    tunedJoules += joules;
    tunedOwnJoules += ownJoules;
  }

  /** The next whole second that the truth waits for. */
  synchronized long nextSecondNanos() {
    return (firstSecond + seconds) * SECOND;
  }

  /** Energy from the start up to {@link #nextSecondNanos}. */
  synchronized void second(double joules) {
    if (seconds == microjoulesAtSecond.length && seconds < MOST_SECONDS) {
      microjoulesAtSecond = Arrays.copyOf(microjoulesAtSecond, 2 * seconds);
    }
    microjoulesAtSecond[seconds % microjoulesAtSecond.length] = micro(joules);
    seconds++;
  }

  /** The state after an advance. */
  public synchronized void advanced(
      long nanos, double joules, double newWork, double newWorkPerSecond) {
    nowNanos = nanos;
    nowMicrojoules = micro(joules);
    work = newWork;
    workPerSecond = newWorkPerSecond;
  }

  private long microjoulesAt(long nanos) {
    if (nanos == nowNanos) {
      return nowMicrojoules;
    }
    if (nanos == startNanos) {
      return 0;
    }
    long index = Math.floorDiv(nanos, SECOND) - firstSecond;
    boolean isKept =
        index >= Math.max(0, seconds - (long) microjoulesAtSecond.length) && index < seconds;
    if (Math.floorMod(nanos, SECOND) != 0 || !isKept) {
      throw new IllegalArgumentException(
          ("the truth is known at the start, at whole seconds of the last %s s and now "
                  + "(%s), not at %s")
              .formatted(MOST_SECONDS, nowNanos, nanos));
    }
    return microjoulesAtSecond[(int) (index % microjoulesAtSecond.length)];
  }

  private static long micro(double joules) {
    return Math.round(joules * 1e6);
  }
}
