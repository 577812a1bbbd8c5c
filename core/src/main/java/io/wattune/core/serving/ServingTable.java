package io.wattune.core.serving;

/**
 * What is needed of a model to set its servers: what was measured, and how its requests queue.
 *
 * @param queue for requests that come at random, which costs more than even ones do
 */
public record ServingTable(MeasuredProfile profile, QueueModel queue) {
  /** Of a profile; takes about a second, since the queue is run for each utilisation. */
  public static ServingTable of(MeasuredProfile profile) {
    return new ServingTable(profile, QueueModel.drawn(Arrivals.RANDOM, profile.spread()));
  }
}
