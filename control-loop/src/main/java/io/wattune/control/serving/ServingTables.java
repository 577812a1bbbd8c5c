package io.wattune.control.serving;

import io.wattune.core.serving.Arrivals;
import io.wattune.core.serving.MeasuredProfile;
import io.wattune.core.serving.QueueModel;
import io.wattune.core.serving.ServingTable;
import java.util.Random;

/** Draws the queue of a model's requests, for core, which draws nothing. */
public final class ServingTables {
  /** One sample for all controllers: what one decides another would. */
  private static final long SEED = 1909;

  private ServingTables() {}

  /**
   * Of a profile; takes about a second, since the queue is run for each utilisation, and some more
   * with batches.
   */
  public static ServingTable of(MeasuredProfile profile) {
    var random = new Random(SEED);
    return new ServingTable(
            profile,
            QueueModel.drawn(
                Arrivals.RANDOM, profile.spread(), random::nextDouble, random::nextGaussian))
        .prepared();
  }
}
