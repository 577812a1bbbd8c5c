package io.wattune.launcher.control;

import io.wattune.core.decision.Actuation;
import io.wattune.core.decision.Decision.ForDevice;
import io.wattune.core.decision.Hold;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * How one device stands.
 *
 * @param device device id
 * @param node its node
 * @param model the vendor's name of the product
 * @param state how it stands
 * @param settings each tunable
 * @param decision the decision that is or was in force, where it could be found
 * @param activityName whose configuration is in force; null for the default configuration
 * @param leaseUntilNanos when the lease ends, on the node's clock; 0 for none
 * @param refusal the newest answer, where it refused or failed
 * @param hold the hold that ends last of those in force; null for none
 */
record DeviceStatus(
    String device,
    String node,
    String model,
    DeviceState state,
    List<TunableStatus> settings,
    @Nullable ForDevice decision,
    @Nullable String activityName,
    long leaseUntilNanos,
    @Nullable Actuation refusal,
    @Nullable Hold hold) {

  DeviceStatus {
    settings = List.copyOf(settings);
  }
}
