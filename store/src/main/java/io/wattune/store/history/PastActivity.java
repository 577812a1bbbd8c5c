package io.wattune.store.history;

import io.wattune.core.Quality;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * An activity with its energy, as the ledger has it.
 *
 * @param level its level, by the label of its book
 * @param activityId its id
 * @param name its name
 * @param startNanos start, epoch nanoseconds
 * @param endNanos end, epoch nanoseconds, to within a microsecond
 * @param parentId the enclosing activity, where it was given
 * @param labels its owner labels
 * @param energyJoules its energy
 * @param errorJoules standard error of the energy
 * @param quality quality of the energy
 */
public record PastActivity(
    String level,
    String activityId,
    String name,
    long startNanos,
    long endNanos,
    @Nullable String parentId,
    Map<String, String> labels,
    double energyJoules,
    double errorJoules,
    Quality quality) {

  public PastActivity {
    labels = Map.copyOf(labels);
  }
}
