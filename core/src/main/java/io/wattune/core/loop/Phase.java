package io.wattune.core.loop;

import io.wattune.core.tunable.Configuration;
import io.wattune.core.tunable.Setting;
import io.wattune.core.tunable.Tunable;
import java.util.Collection;
import java.util.OptionalDouble;

/**
 * One phase of a program: its record, and by what it is recognised.
 *
 * <p><b>Intensity</b>, where the device counts both: the logarithm of instructions by bytes. On a
 * roofline both rates fall as the work does, at whatever clock, so that a clock that we have set
 * does not change it (Williams, Waterman, Patterson, CACM 52(4), 2009; see {@code CounterWork} for
 * what breaks this).
 *
 * <p><b>Level</b>: the logarithm of its rate of work by that of its first windows. It depends on
 * the settings. At settings {@code c} it may lie between that at others and that times {@code
 * s(c)}, the product of the settings' shares of their own: nothing falls by more than a clock does.
 * Where a tunable does slow more than that, the phase is taken for left, is found again at own
 * settings, and is known at {@code c} from then on. Test: {@code PhasesPropertyTest}.
 */
final class Phase {
  /** Windows from which on a mean says what a phase is like at settings. */
  private static final int FEWEST = 2;

  final ProgramRecord record;
  private final RecentMean intensity;
  private final RecentMean own;
  private final RecentMean here = new RecentMean();
  private Configuration hereSettings = Configuration.EMPTY;
  private Configuration beforeSettings = Configuration.EMPTY;
  private double before = Double.NaN;

  Phase(ProgramRecord record) {
    this(record, new RecentMean(), new RecentMean());
  }

  private Phase(ProgramRecord record, RecentMean intensity, RecentMean own) {
    this.record = record;
    this.intensity = intensity;
    this.own = own;
  }

  static Phase of(PhaseSnapshot snapshot) {
    return new Phase(
        ProgramRecord.of(snapshot),
        new RecentMean(snapshot.intensities(), snapshot.intensity()),
        new RecentMean(snapshot.ownLevels(), snapshot.ownLevel()));
  }

  PhaseSnapshot snapshot(String program) {
    return new PhaseSnapshot(
        program,
        record.memory,
        record.first(),
        record.firstWindows(),
        intensity.count(),
        intensity.mean(),
        own.count(),
        own.mean());
  }

  String name() {
    return record.memory.activityName();
  }

  /** A window that is this phase's, at whatever settings. */
  void takeIntensity(WorkWindow window) {
    window.intensity().ifPresent(intensity::take);
  }

  /** A window that is this phase's, with these settings in force as read back. */
  void takeLevel(WorkWindow window, Configuration settings) {
    OptionalDouble level = record.level(window);
    if (level.isEmpty()) {
      return;
    }
    if (settings.isEmpty()) {
      own.take(level.getAsDouble());
    }
    if (!settings.equals(hereSettings)) {
      if (here.count() >= FEWEST) {
        beforeSettings = hereSettings;
        before = here.mean();
      }
      hereSettings = settings;
      here.forget();
    }
    here.take(level.getAsDouble());
  }

  boolean hasIntensity() {
    return intensity.count() >= FEWEST;
  }

  /** Whether a window is as intense; true where that is not known. */
  boolean isAsIntense(WorkWindow window, double tolerance) {
    return !hasIntensity()
        || window.intensity().isEmpty()
        || Math.abs(window.intensity().getAsDouble() - intensity.mean()) <= tolerance;
  }

  /** Whether a window at own settings delivers what this phase does there. */
  boolean isOwnLevel(WorkWindow window, double tolerance) {
    OptionalDouble level = record.level(window);
    return own.count() >= FEWEST
        && level.isPresent()
        && Math.abs(level.getAsDouble() - own.mean()) <= tolerance;
  }

  /** Distance of a window's level from that at own settings, for the nearest of several phases. */
  double ownDistance(WorkWindow window) {
    return Math.abs(record.level(window).orElse(Double.POSITIVE_INFINITY) - own.mean());
  }

  /** Whether another phase is as intense as this one for certain not. */
  boolean isOtherIntensity(Phase other, double tolerance) {
    return hasIntensity()
        && other.hasIntensity()
        && Math.abs(intensity.mean() - other.intensity.mean()) > tolerance;
  }

  /**
   * This phase's rate at own settings as a share of another's that is faster; 0 of one that is
   * slower, which no lower setting makes as fast, and 1 where they cannot be compared.
   */
  double share(Phase other) {
    if (own.count() < FEWEST || other.own.count() < FEWEST) {
      return 0;
    }
    OptionalDouble share = record.levelOf(other.record);
    if (share.isEmpty()) {
      return 0; // They have no part in common, which distinguishes them.
    }
    double level = own.mean() - (share.getAsDouble() + other.own.mean());
    return level < 0 ? StrictMath.exp(level) : 0;
  }

  /** Whether this phase may deliver a window's work at some settings; true where not known. */
  boolean mayDeliver(
      WorkWindow window, Configuration settings, Collection<Tunable> tunables, double tolerance) {
    if (!record.hasReference()) {
      return true;
    }
    OptionalDouble level = record.level(window);
    if (level.isEmpty()) {
      return false; // Most of what runs is not of this phase.
    }
    double[] band = band(settings, tunables);
    return level.getAsDouble() >= band[0] - tolerance && level.getAsDouble() <= band[1] + tolerance;
  }

  /** Whether a window is faster than this phase can be at some settings. */
  boolean isBeyond(
      WorkWindow window, Configuration settings, Collection<Tunable> tunables, double tolerance) {
    OptionalDouble level = record.level(window);
    return level.isPresent() && level.getAsDouble() > band(settings, tunables)[1] + tolerance;
  }

  /** The lowest and the highest level at some settings. */
  private double[] band(Configuration settings, Collection<Tunable> tunables) {
    if (settings.equals(hereSettings) && here.count() >= FEWEST) {
      return new double[] {here.mean(), here.mean()};
    }
    boolean isBefore = !Double.isNaN(before);
    if (!isBefore && own.count() < FEWEST) {
      return new double[] {Double.NEGATIVE_INFINITY, Double.POSITIVE_INFINITY};
    }
    double level = isBefore ? before : own.mean();
    double change =
        logShare(settings, tunables) - (isBefore ? logShare(beforeSettings, tunables) : 0);
    return new double[] {level + Math.min(0, change), level + Math.max(0, change)};
  }

  /** Logarithm of the product of settings' shares of their own. */
  static double logShare(Configuration settings, Collection<Tunable> tunables) {
    double share = 0;
    for (Tunable tunable : tunables) {
      Setting setting = settings.setting(tunable.name()).orElse(null);
      if (setting != null && tunable.ownValue().isPresent() && setting.value() > 0) {
        share += StrictMath.log((double) setting.value() / tunable.ownValue().getAsLong());
      }
    }
    return share;
  }
}
