package io.wattune.core.loop;

import io.wattune.core.Quality;
import io.wattune.core.decision.ActivityConfiguration;
import io.wattune.core.decision.HeatGuard;
import io.wattune.core.tunable.Configuration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What is to be sent to a device's node; the controller adds node, epoch and sequence and says so
 * by {@link DeviceLoop#onSent}.
 *
 * @param defaultConfiguration while nothing runs that has a configuration of its own
 * @param byActivityName one for each name; those not named have the default
 * @param reason short stable code, for counting
 * @param detail the reason in sentences with the numbers, for people
 * @param quality quality of the newest power that went in
 * @param basedOnNanos time of the newest reading that went in, on the device's clock
 * @param leaseNanos how long the settings may stay, from there
 * @param heat what the guard by temperature knows; null where there is none
 */
public record Proposal(
    Configuration defaultConfiguration,
    List<ActivityConfiguration> byActivityName,
    String reason,
    String detail,
    Quality quality,
    long basedOnNanos,
    long leaseNanos,
    @Nullable HeatGuard heat) {

  public Proposal {
    byActivityName = List.copyOf(byActivityName);
    if (leaseNanos <= 0) {
      throw new IllegalArgumentException("leaseNanos must be above 0, was " + leaseNanos);
    }
  }
}
