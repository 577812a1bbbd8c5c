package io.wattune.core.status;

import io.wattune.core.decision.Actuation;
import io.wattune.core.decision.Decision.ForDevice;
import io.wattune.core.decision.Hold;
import io.wattune.core.inforce.Difference;
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
 * @param sinceNanos since when these settings were read back, on the node's clock; 0 where no lease
 *     runs, or nobody has said it
 * @param seenNanos when they were read back last, likewise
 * @param isUnseen whether a lease runs and nobody has read back for longer than a renewal
 * @param differences what was read back otherwise than the decision wishes
 * @param pending activity names whose configurations no activity has used yet
 * @param leaseUntilNanos when the lease ends, on the node's clock; 0 for none
 * @param refusal the newest answer, where it refused or failed
 * @param powerAgeNanos how old the power was by which was decided last; 0 where nothing was
 * @param isLate whether that is more than half of a lease, of which little was left then
 * @param work where its work is known from
 * @param hold the hold that ends last of those in force; null for none
 */
public record TuningStatus(
    String device,
    String node,
    String model,
    TuningState state,
    List<TunableStatus> settings,
    @Nullable ForDevice decision,
    @Nullable String activityName,
    long sinceNanos,
    long seenNanos,
    boolean isUnseen,
    List<Difference> differences,
    List<String> pending,
    long leaseUntilNanos,
    @Nullable Actuation refusal,
    long powerAgeNanos,
    boolean isLate,
    WorkStatus work,
    @Nullable Hold hold) {

  public TuningStatus {
    settings = List.copyOf(settings);
    differences = List.copyOf(differences);
    pending = List.copyOf(pending);
  }

  /** Whether nothing reports work of a device that could be tuned: it is measured alone. */
  public boolean isNotTunedForWork() {
    return work == WorkStatus.NONE && settings.stream().anyMatch(TunableStatus::isWritable);
  }
}
