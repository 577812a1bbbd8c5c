package io.wattune.control;

import io.wattune.core.counter.CounterKind;
import io.wattune.core.counter.CounterName;
import io.wattune.core.counter.CounterReading;
import io.wattune.core.counter.CounterUnit;
import io.wattune.core.counter.CounterValue;
import io.wattune.core.decision.Actuation;
import io.wattune.core.decision.ActuationOutcome;
import io.wattune.core.decision.Decision;
import io.wattune.core.decision.InForceSpan;
import io.wattune.core.decision.InForceValue;
import io.wattune.core.device.DeviceDescriptor;
import io.wattune.core.device.DeviceId;
import io.wattune.core.device.Signal;
import io.wattune.core.device.SignalUnit;
import io.wattune.core.ledger.Book;
import io.wattune.core.power.TruePower;
import io.wattune.core.tunable.Configuration;
import io.wattune.core.tunable.Setting;
import io.wattune.core.tunable.Tunable;
import io.wattune.core.tunable.TunableName;
import io.wattune.core.tunable.TunableUnit;
import io.wattune.core.tunable.ValueGrid;
import io.wattune.schemas.codec.ActuationCodec;
import io.wattune.schemas.codec.CounterReadingCodec;
import io.wattune.schemas.codec.DeviceDescriptorCodec;
import io.wattune.schemas.codec.PowerBlockCodec;
import java.util.List;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/** Records as the other stages send them, encoded. */
final class Values {
  static final long SECOND = 1_000_000_000L;
  private static final long OWN_CLOCK = 1000;

  private Values() {}

  static byte[] descriptor(String device) {
    return new DeviceDescriptorCodec()
        .encode(
            new DeviceDescriptor(
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
                        true))));
  }

  static byte[] power(String device, long timeNanos) {
    return power(device, timeNanos, 102_000);
  }

  static byte[] power(String device, long timeNanos, int milliwatts) {
    return new PowerBlockCodec()
        .encode(
            new TruePower(
                device,
                "power",
                0,
                "p",
                new long[] {timeNanos - 20_000_000, timeNanos},
                new int[] {100_000, 100_000},
                new int[] {milliwatts - 1_000, milliwatts},
                new int[] {500, 500},
                new byte[] {1, 1},
                null,
                0));
  }

  /** One invocation of a kernel that delivered so much work in each second. */
  static byte[] counters(
      String device, long sequence, long startNanos, long endNanos, double workPerSecond) {
    return counters(device, sequence, startNanos, endNanos, workPerSecond, Book.KERNEL);
  }

  /** The same of an activity of any level. */
  static byte[] counters(
      String device,
      long sequence,
      long startNanos,
      long endNanos,
      double workPerSecond,
      Book level) {
    double work = workPerSecond * (endNanos - startNanos) * 1e-9;
    return new CounterReadingCodec()
        .encode(
            new CounterReading(
                device,
                sequence,
                startNanos,
                endNanos,
                level,
                "k-" + sequence,
                level == Book.KERNEL ? "kernel" : "train",
                List.of(
                    new CounterValue(
                        CounterName.WORK, CounterUnit.WORK, CounterKind.INCREASE, work)),
                false));
  }

  /** A node's answer to a claim. */
  static byte[] claimed(String node, long epoch) {
    return actuation(node, null, epoch, 0, ActuationOutcome.CLAIMED, "ok");
  }

  static byte[] actuation(
      String node,
      @Nullable String device,
      long epoch,
      long sequence,
      ActuationOutcome outcome,
      String reason) {
    return actuation(node, device, epoch, sequence, outcome, reason, SECOND);
  }

  private static byte[] actuation(
      String node,
      @Nullable String device,
      long epoch,
      long sequence,
      ActuationOutcome outcome,
      String reason,
      long atNanos) {
    return new ActuationCodec()
        .encode(
            new Actuation(
                node, device, epoch, sequence, outcome, reason, "", null, List.of(), 0, atNanos,
                List.of(), List.of()));
  }

  /** A node reports what was in force while the kernel ran. */
  static byte[] reported(Decision.ForDevice decision, long fromNanos, long toNanos) {
    Configuration configuration = decision.configurationFor("kernel");
    boolean isNamed = !decision.byActivityName().isEmpty();
    long clock =
        configuration.setting(TunableName.CORE_CLOCK).map(Setting::value).orElse(OWN_CLOCK);
    var span =
        new InForceSpan(
            isNamed ? "kernel" : null,
            fromNanos,
            toNanos,
            List.of(
                new InForceValue(
                    TunableName.CORE_CLOCK,
                    TunableUnit.MEGAHERTZ,
                    OptionalLong.of(clock),
                    clock == OWN_CLOCK)));
    return new ActuationCodec()
        .encode(
            new Actuation(
                decision.node(),
                decision.device(),
                0,
                0,
                ActuationOutcome.SWITCHED,
                "ok",
                "",
                null,
                List.of(),
                0,
                toNanos,
                List.of(span),
                List.of()));
  }

  /** A node has done what a decision wishes. */
  static byte[] applied(Decision.ForDevice decision, long atNanos) {
    return actuation(
        decision.node(),
        decision.device(),
        decision.epoch(),
        decision.sequence(),
        ActuationOutcome.APPLIED,
        "ok",
        atNanos);
  }
}
