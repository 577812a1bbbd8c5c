package io.wattune.dashboard.state;

import io.wattune.core.inforce.Difference;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What is in force at a device while a lease runs, as its node has read it back.
 *
 * @param activity whose configuration it is; null for the default configuration
 * @param sinceNanos since when it was read back, on the node's clock; 0 where nobody has said it
 * @param seenNanos when it was read back last, likewise
 * @param isUnseen whether nobody has read back for longer than a renewal
 * @param isPending whether nothing of the decision is in force: no activity has run that it has a
 *     configuration for
 * @param differences what was read back otherwise than the decision wishes
 * @param pending activity names whose configurations no activity has used yet
 */
public record InForceDetail(
    @Nullable String activity,
    long sinceNanos,
    long seenNanos,
    boolean isUnseen,
    boolean isPending,
    List<Difference> differences,
    List<String> pending) {

  public InForceDetail {
    differences = List.copyOf(differences);
    pending = List.copyOf(pending);
  }

  /** Whether something else is in force than wished, or nobody knows what. */
  public boolean isDoubtful() {
    return isUnseen || !differences.isEmpty();
  }
}
