package io.wattune.dashboard.state;

import io.wattune.core.Quality;
import io.wattune.core.ledger.Activity;
import org.jspecify.annotations.Nullable;

/**
 * An activity, and its energy once the ledger has said so.
 *
 * @param activity the activity as it is known now
 * @param energyMicrojoules its energy; null where the ledger has not said it yet
 * @param errorMicrojoules standard error of the energy; null like it
 * @param quality quality of the energy; null like it
 */
public record ActivityNow(
    Activity activity,
    @Nullable Long energyMicrojoules,
    @Nullable Long errorMicrojoules,
    @Nullable Quality quality) {

  static ActivityNow of(Activity activity) {
    return new ActivityNow(activity, null, null, null);
  }

  ActivityNow with(Activity newer) {
    return new ActivityNow(newer, energyMicrojoules, errorMicrojoules, quality);
  }
}
