package io.wattune.core.serving;

import java.util.List;

/** What is known of a model on a server, from measurements before it serves. */
public interface ServingProfile {
  /** The clocks that can be set, ascending. */
  List<Integer> megaHertz();

  /** Compute units that there are. */
  int units();

  /** Mean seconds in which a batch of exactly the setting's size is served. */
  double seconds(ServingSetting setting);

  /** Power meanwhile. */
  double busyWatts(ServingSetting setting);

  /** Power between batches. */
  double waitingWatts(ServingSetting setting);

  /** All units at the highest clock, one request at a time: how a server is left alone. */
  default ServingSetting baseline() {
    return new ServingSetting(megaHertz().get(megaHertz().size() - 1), units(), 1);
  }
}
