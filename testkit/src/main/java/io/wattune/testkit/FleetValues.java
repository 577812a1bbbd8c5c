package io.wattune.testkit;

import io.wattune.core.Quality;
import io.wattune.core.counter.CounterKind;
import io.wattune.core.counter.CounterName;
import io.wattune.core.counter.CounterReading;
import io.wattune.core.counter.CounterUnit;
import io.wattune.core.counter.CounterValue;
import io.wattune.core.counter.WorkSignal;
import io.wattune.core.decision.ActivityConfiguration;
import io.wattune.core.decision.Actuation;
import io.wattune.core.decision.ActuationOutcome;
import io.wattune.core.decision.ControlOutcome;
import io.wattune.core.decision.ControlStatus;
import io.wattune.core.decision.Decision;
import io.wattune.core.decision.InForceSpan;
import io.wattune.core.decision.InForceValue;
import io.wattune.core.device.DeviceDescriptor;
import io.wattune.core.device.DeviceId;
import io.wattune.core.device.Signal;
import io.wattune.core.device.SignalUnit;
import io.wattune.core.tunable.Configuration;
import io.wattune.core.tunable.Setting;
import io.wattune.core.tunable.Tunable;
import io.wattune.core.tunable.TunableName;
import io.wattune.core.tunable.TunableUnit;
import io.wattune.core.tunable.ValueGrid;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/** Records of a fleet whose devices have one tunable, with the own value 1000. */
public final class FleetValues {
  /** 2027-01-15 08:00 UTC. */
  public static final long NOW = 1_800_000_000_000_000_000L;

  private static final long SECOND = 1_000_000_000L;

  private FleetValues() {}

  public static DeviceDescriptor descriptor(String device) {
    return new DeviceDescriptor(
        device,
        DeviceId.nodeOf(device),
        null,
        "simulated",
        "card",
        "",
        null,
        1,
        List.of(new Signal("power", SignalUnit.MILLIWATTS, 20_000_000)),
        List.of(
            new Tunable(
                TunableName.CORE_CLOCK,
                TunableUnit.MEGAHERTZ,
                ValueGrid.evenly(300, 1000, 100),
                OptionalLong.of(1000),
                true)));
  }

  public static Decision.Claim claim(String node, long epoch) {
    return new Decision.Claim(node, epoch, "fine", NOW);
  }

  /** Decided as many seconds after now as its sequence says. */
  public static Decision.ForDevice decision(
      String device, long epoch, long sequence, String reason) {
    return new Decision.ForDevice(
        DeviceId.nodeOf(device),
        device,
        epoch,
        sequence,
        NOW,
        10 * SECOND,
        Configuration.EMPTY,
        List.of(),
        "fine",
        reason,
        "detail",
        Quality.CORRECTED,
        NOW + sequence * SECOND,
        null);
  }

  /** One for all activities, that wishes this clock. */
  public static Decision.ForDevice all(String device, long megaHertz) {
    return all(device, clock(megaHertz));
  }

  /** One for all activities. */
  public static Decision.ForDevice all(String device, Configuration wished) {
    return decision(device, wished, List.of());
  }

  /** One for the activities of a name alone. */
  public static Decision.ForDevice named(String device, String activity, long megaHertz) {
    return decision(
        device,
        Configuration.EMPTY,
        List.of(new ActivityConfiguration(activity, clock(megaHertz))));
  }

  private static Configuration clock(long megaHertz) {
    return Configuration.of(new Setting(TunableName.CORE_CLOCK, TunableUnit.MEGAHERTZ, megaHertz));
  }

  private static Decision.ForDevice decision(
      String device, Configuration all, List<ActivityConfiguration> byName) {
    return new Decision.ForDevice(
        DeviceId.nodeOf(device),
        device,
        7,
        2,
        NOW,
        10 * SECOND,
        all,
        byName,
        "fine",
        "lower",
        "detail",
        Quality.CORRECTED,
        NOW,
        null);
  }

  /** An answer that says what was read back, with 8 s left of the lease. */
  public static Actuation readBack(
      Decision.ForDevice decision,
      ActuationOutcome outcome,
      @Nullable String activity,
      long megaHertz,
      String... pending) {
    var value =
        new InForceValue(
            TunableName.CORE_CLOCK,
            TunableUnit.MEGAHERTZ,
            OptionalLong.of(megaHertz),
            megaHertz == 1000);
    return new Actuation(
        decision.node(),
        decision.device(),
        decision.epoch(),
        decision.sequence(),
        outcome,
        "ok",
        "",
        activity,
        List.of(),
        8 * SECOND,
        NOW,
        List.of(new InForceSpan(activity, NOW, NOW, List.of(value))),
        List.of(pending));
  }

  /** A reading that carries work. */
  public static CounterReading work(String device, WorkSignal signal) {
    return new CounterReading(
        device,
        0,
        NOW - SECOND,
        NOW,
        null,
        null,
        null,
        List.of(new CounterValue(CounterName.WORK, CounterUnit.WORK, CounterKind.INCREASE, 12)),
        false,
        signal,
        Map.of());
  }

  public static Actuation claimed(String node, long epoch) {
    return new Actuation(
        node,
        null,
        epoch,
        0,
        ActuationOutcome.CLAIMED,
        "ok",
        "",
        null,
        List.of(),
        0,
        NOW,
        List.of(),
        List.of());
  }

  /** With 8 s left of the lease where one is in force. */
  public static Actuation answer(
      String device, long epoch, long sequence, ActuationOutcome outcome, long readBack) {
    boolean isInForce = outcome != ActuationOutcome.RESTORED && outcome != ActuationOutcome.REFUSED;
    return new Actuation(
        DeviceId.nodeOf(device),
        device,
        epoch,
        sequence,
        outcome,
        "ok",
        "",
        null,
        List.of(
            new ControlOutcome(
                TunableName.CORE_CLOCK,
                TunableUnit.MEGAHERTZ,
                OptionalLong.of(readBack),
                OptionalLong.of(readBack),
                ControlStatus.SET,
                "")),
        isInForce ? 8 * SECOND : 0,
        NOW,
        List.of(),
        List.of());
  }
}
