package io.wattune.core.serving;

/**
 * What is needed of a model to set its servers: what was measured, and how its requests queue.
 *
 * @param queue for requests that come at random, which costs more than even ones do
 */
public record ServingTable(MeasuredProfile profile, QueueModel queue) {
  /** Part of the time that a server is busy at the most requests that it is meant to serve. */
  static final double FULL = 0.8;

  /**
   * The 95th percentile of a server that is left alone, seconds, at the most requests that it is
   * meant to serve: a server that is filled further has no tail to promise.
   */
  double tailAlone() {
    ServingSetting own = profile.baseline();
    return queue.tailSeconds(profile, own, FULL * own.batch() / profile.seconds(own));
  }

  /** The same with all tails of batches made that will be asked for: no look waits for them. */
  public ServingTable prepared() {
    if (profile.batches().largest() > 1) {
      for (int limit : StartAdvice.limits(profile.batches())) {
        for (MeasuredProfile.Row row : profile.rows()) {
          ServingSetting setting = row.setting().ofBatch(limit);
          double unused =
              queue.tailSeconds(profile, setting, FULL * limit / profile.seconds(setting));
        }
      }
    }
    return this;
  }
}
