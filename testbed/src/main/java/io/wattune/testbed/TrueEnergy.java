package io.wattune.testbed;

import io.wattune.core.ledger.Activity;
import io.wattune.core.ledger.Book;
import java.util.Map;

/**
 * An activity of a simulated trace with its exact energy.
 *
 * @param name what ran
 * @param level the activity's level
 * @param startNanos epoch nanoseconds
 * @param endNanos epoch nanoseconds
 * @param energyJoules integral of the true power, in closed form
 */
public record TrueEnergy(
    String name, Book level, long startNanos, long endNanos, double energyJoules) {

  /** The activity as the pipeline knows it, with the name as its id. */
  public Activity activity(String device) {
    return new Activity(device, name, level, name, startNanos, endNanos, null, Map.of());
  }
}
