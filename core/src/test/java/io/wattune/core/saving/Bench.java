package io.wattune.core.saving;

import io.wattune.core.Quality;
import io.wattune.core.counter.CounterKind;
import io.wattune.core.counter.CounterName;
import io.wattune.core.counter.CounterReading;
import io.wattune.core.counter.CounterUnit;
import io.wattune.core.counter.CounterValue;
import io.wattune.core.decision.ActivityConfiguration;
import io.wattune.core.decision.Actuation;
import io.wattune.core.decision.ActuationOutcome;
import io.wattune.core.decision.Decision;
import io.wattune.core.decision.InForceSpan;
import io.wattune.core.decision.InForceValue;
import io.wattune.core.ledger.Book;
import io.wattune.core.ledger.entry.EntryDraft;
import io.wattune.core.ledger.entry.LedgerEntry;
import io.wattune.core.sensor.ProfileSource;
import io.wattune.core.sensor.SensorModel;
import io.wattune.core.sensor.SensorProfile;
import io.wattune.core.tunable.Configuration;
import io.wattune.core.tunable.Setting;
import io.wattune.core.tunable.TunableUnit;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;

/** Records of a device, as short as tests want them. Times are in seconds. */
final class Bench {
  static final long SECOND = 1_000_000_000L;
  static final String DEVICE = "n/g";
  static final String PROFILE = "p";
  static final String CLOCK = "core.clock";
  static final long OWN_CLOCK = 1000;

  private Bench() {}

  static FleetSavings savings() {
    return new FleetSavings(0, 100_000);
  }

  static long nanos(double seconds) {
    return 1000 * SECOND + Math.round(seconds * SECOND);
  }

  /** Energy in joules; errors in joules, all of it and what is common. */
  record Energy(double joules, double error, double common) {
    static Energy of(double joules) {
      return new Energy(joules, 0, 0);
    }
  }

  static LedgerEntry entry(String kernel, double start, double end, Energy energy) {
    return entry(DEVICE, kernel, start, end, energy, 0, Quality.CORRECTED);
  }

  static LedgerEntry entry(
      String device,
      String kernel,
      double start,
      double end,
      Energy energy,
      int revision,
      Quality quality) {
    String id = id(kernel, start);
    return new EntryDraft(
            "kernel/" + device + "/s/" + id, Book.KERNEL, device, "s", nanos(start), nanos(end))
        .revision(revision, 0, false)
        .activity(id, null, kernel, Map.of())
        .energy(micro(energy.joules()), micro(energy.joules()))
        .error(micro(energy.error()), micro(energy.common()))
        .seen(1, quality, PROFILE)
        .entry();
  }

  private static long micro(double joules) {
    return Math.round(joules * 1e6);
  }

  static String id(String kernel, double start) {
    return kernel + "@" + start;
  }

  static CounterReading work(String kernel, double start, double end, double work) {
    return new CounterReading(
        DEVICE,
        0,
        nanos(start),
        nanos(end),
        Book.KERNEL,
        id(kernel, start),
        kernel,
        List.of(new CounterValue(CounterName.WORK, CounterUnit.WORK, CounterKind.INCREASE, work)),
        false);
  }

  /** Wishes a clock for a kernel, for ten seconds. */
  static Decision decision(long sequence, double at, String kernel, long megahertz) {
    Configuration wished = Configuration.of(new Setting(CLOCK, TunableUnit.MEGAHERTZ, megahertz));
    return new Decision.ForDevice(
        "n",
        DEVICE,
        1,
        sequence,
        nanos(at),
        10 * SECOND,
        Configuration.EMPTY,
        List.of(new ActivityConfiguration(kernel, wished)),
        "harmonia",
        "coarse",
        "",
        Quality.CORRECTED,
        nanos(at),
        null);
  }

  static Actuation actuation(long sequence, ActuationOutcome outcome, double at, double lease) {
    return new Actuation(
        "n",
        DEVICE,
        1,
        sequence,
        outcome,
        "ok",
        "",
        null,
        List.of(),
        Math.round(lease * SECOND),
        nanos(at),
        isInForce(outcome) ? List.of(others(at, at + lease)) : List.of(),
        List.of());
  }

  private static boolean isInForce(ActuationOutcome outcome) {
    return outcome == ActuationOutcome.APPLIED || outcome == ActuationOutcome.RENEWED;
  }

  /** Another value than the own one was read back for so long. */
  static InForceSpan others(double from, double to) {
    return new InForceSpan(
        null,
        nanos(from),
        nanos(to),
        List.of(new InForceValue(CLOCK, TunableUnit.MEGAHERTZ, OptionalLong.of(800), false)));
  }

  static SensorProfile profile(double gainError, double offsetError, double covariance) {
    return new SensorProfile(
        PROFILE,
        DEVICE,
        "s",
        SensorModel.passThrough(0),
        ProfileSource.GIVEN,
        0.01,
        0,
        0,
        1,
        gainError,
        0,
        offsetError,
        covariance,
        0,
        0,
        Long.MIN_VALUE);
  }
}
