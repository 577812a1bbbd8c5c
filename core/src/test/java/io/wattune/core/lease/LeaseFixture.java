package io.wattune.core.lease;

import io.wattune.core.Quality;
import io.wattune.core.decision.ActivityConfiguration;
import io.wattune.core.decision.Decision;
import io.wattune.core.tunable.Configuration;
import io.wattune.core.tunable.Setting;
import io.wattune.core.tunable.Tunable;
import io.wattune.core.tunable.TunableUnit;
import io.wattune.core.tunable.ValueGrid;
import java.util.List;
import java.util.OptionalLong;

/** One device with a listed, a narrowed and an unlisted control, and decisions for it. */
final class LeaseFixture {
  static final String NODE = "n1";
  static final String DEVICE = "n1/G1";
  static final long SECOND = 1_000_000_000L;
  static final long START = 1_700_000_000L * SECOND;
  static final long LONGEST_LEASE = 10 * SECOND;
  static final long RESTORE_LEAD = SECOND / 2;

  static final Tunable CORE = tunable("core.clock", ValueGrid.evenly(300, 1_000, 100));
  static final Tunable MEMORY = tunable("memory.clock", ValueGrid.of(List.of(475L, 925L, 1_375L)));
  static final Tunable FAN = tunable("fan", ValueGrid.evenly(0, 100, 1));

  static final LeaseRules RULES =
      new LeaseRules(
          DEVICE,
          List.of(
              ControlRule.listed(CORE, 500, 900, 850),
              ControlRule.listed(MEMORY, 0, 5_000, 1_375),
              ControlRule.notListed(FAN)),
          LONGEST_LEASE,
          RESTORE_LEAD);

  private LeaseFixture() {}

  private static Tunable tunable(String name, ValueGrid grid) {
    return new Tunable(name, TunableUnit.MEGAHERTZ, grid, OptionalLong.empty(), true);
  }

  static Setting core(long value) {
    return CORE.at(value);
  }

  static Setting memory(long value) {
    return MEMORY.at(value);
  }

  /** A time so many nanoseconds after the start, by both clocks. */
  static LeaseTime at(long nanos) {
    return new LeaseTime(START + nanos, nanos);
  }

  /** A decision based on a reading so many nanoseconds after the start. */
  static Decision.ForDevice decision(
      long epoch, long sequence, long basedOnNanos, long leaseNanos, Configuration configuration) {
    return decision(epoch, sequence, basedOnNanos, leaseNanos, configuration, List.of());
  }

  static Decision.ForDevice decision(
      long epoch,
      long sequence,
      long basedOnNanos,
      long leaseNanos,
      Configuration configuration,
      List<ActivityConfiguration> byActivityName) {
    return new Decision.ForDevice(
        NODE,
        DEVICE,
        epoch,
        sequence,
        START + basedOnNanos,
        leaseNanos,
        configuration,
        byActivityName,
        "test",
        "test",
        "",
        Quality.MEASURED,
        0,
        null);
  }

  static LeaseStateMachine lease() {
    return new LeaseStateMachine(RULES, at(0), true);
  }
}
