package io.wattune.core.saving;

import io.wattune.core.Quality;
import java.util.Map;
import java.util.TreeMap;

/**
 * Sums over invocations of one kernel on one device that ran at one kind of settings. Where work is
 * not counted, each invocation is one unit of it.
 */
final class Runs {
  static final long NEVER = Long.MIN_VALUE;

  private final Map<String, ProfileSum> byProfile = new TreeMap<>();
  private long count;
  private double work;
  private double joules;
  private double seconds;
  private double energySquares;
  private double energyWork;
  private double workSquares;
  private double timeSquares;
  private double timeWork;
  private double independentVariance;
  private double guard;
  private long newestEndNanos = NEVER;
  private Quality worst = Quality.MEASURED;

  /**
   * What was measured under one sensor profile.
   *
   * @param joules energy
   * @param seconds duration
   * @param commonJoules the errors that entries of the device share, added up
   */
  record ProfileSum(double joules, double seconds, double commonJoules) {
    private ProfileSum plus(ProfileSum other) {
      return new ProfileSum(
          joules + other.joules, seconds + other.seconds, commonJoules + other.commonJoules);
    }
  }

  void add(Invocation one) {
    double units = one.hasWork() ? one.work() : 1;
    double energy = one.joules();
    count++;
    work += units;
    joules += energy;
    seconds += one.seconds();
    energySquares += energy * energy;
    energyWork += energy * units;
    workSquares += units * units;
    timeSquares += one.seconds() * one.seconds();
    timeWork += one.seconds() * units;
    independentVariance += one.independentVariance();
    guard += one.guard();
    newestEndNanos = Math.max(newestEndNanos, one.endNanos());
    worst = worst.worst(one.quality());
    byProfile.merge(
        one.profileId(),
        new ProfileSum(energy, one.seconds(), one.commonJoules()),
        ProfileSum::plus);
  }

  void add(Runs others) {
    count += others.count;
    work += others.work;
    joules += others.joules;
    seconds += others.seconds;
    energySquares += others.energySquares;
    energyWork += others.energyWork;
    workSquares += others.workSquares;
    timeSquares += others.timeSquares;
    timeWork += others.timeWork;
    independentVariance += others.independentVariance;
    guard += others.guard;
    newestEndNanos = Math.max(newestEndNanos, others.newestEndNanos);
    worst = worst.worst(others.worst);
    others.byProfile.forEach((profile, part) -> byProfile.merge(profile, part, ProfileSum::plus));
  }

  /**
   * Variance of the energy per work, in J^2 per work^2: the larger of what the invocations' own
   * spread shows, {@code n / (n - 1) sum of (E - r w)^2 / W^2} with {@code r = E / W}, widened for
   * few of them ({@link StudentT}), and what the ledger states of them. Needs at least 3.
   */
  double varianceOfMean() {
    double mean = joules / work;
    double squares = energySquares - 2 * mean * energyWork + mean * mean * workSquares;
    double spread = count / (count - 1.0) * Math.max(0, squares);
    double widening = StudentT.widening(count - 1);
    return Math.max(widening * widening * spread, independentVariance) / (work * work);
  }

  /**
   * Variance of the time per work, relative to its square, of one invocation, by the spread that
   * the invocations show and widened for few of them. Needs at least 2.
   */
  private double timeSpread() {
    double mean = seconds / work;
    double squares = timeSquares - 2 * mean * timeWork + mean * mean * workSquares;
    double widening = StudentT.widening(count - 1);
    double spread = count * (count / (count - 1.0)) * Math.max(0, squares);
    return widening * widening * spread / (seconds * seconds);
  }

  /**
   * Variance of the time per work, relative to its square; that of {@code like} invocations where
   * there are too few to show a spread of their own.
   */
  double timeVariance(Runs like) {
    return (count < 3 ? like : this).timeSpread() / count;
  }

  Amount amount() {
    return new Amount(count, seconds, joules);
  }

  long count() {
    return count;
  }

  double work() {
    return work;
  }

  double joules() {
    return joules;
  }

  double seconds() {
    return seconds;
  }

  /** The ledger's errors that are not common to the device, in J^2. */
  double independentVariance() {
    return independentVariance;
  }

  /** By how much the work may be larger than what it is taken for, as a share of it. */
  double guardShare() {
    return guard / work;
  }

  long newestEndNanos() {
    return newestEndNanos;
  }

  Quality worst() {
    return worst;
  }

  Map<String, ProfileSum> byProfile() {
    return byProfile;
  }
}
