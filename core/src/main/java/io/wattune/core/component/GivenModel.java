package io.wattune.core.component;

import java.io.Serializable;
import java.util.ArrayList;
import java.util.List;

/**
 * What is known of a device's components before anything is measured there.
 *
 * @param name what it is called in records
 * @param idleWatts idle power
 * @param idleErrorWatts its standard error
 * @param energies of counters' events
 */
public record GivenModel(
    String name, double idleWatts, double idleErrorWatts, List<Energy> energies)
    implements Serializable {

  /**
   * The energy of an event that a counter counts.
   *
   * @param counter the counter
   * @param joules an event
   * @param errorJoules its standard error
   */
  public record Energy(String counter, double joules, double errorJoules) implements Serializable {
    public Energy {
      if (!(joules >= 0) || !(errorJoules > 0)) {
        throw new IllegalArgumentException(
            counter
                + " must have 0 J or more, with an error above 0, had "
                + joules
                + " and "
                + errorJoules);
      }
    }
  }

  public GivenModel {
    if (!(idleWatts >= 0) || !(idleErrorWatts > 0)) {
      throw new IllegalArgumentException(
          "idle power must be 0 W or more, with an error above 0, was "
              + idleWatts
              + " and "
              + idleErrorWatts);
    }
    // A list that Java serializes and that is of no other class than this.
    energies = new ArrayList<>(energies);
  }
}
