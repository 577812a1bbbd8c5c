package io.wattune.streams.kafka;

import io.wattune.schemas.codec.SchemaStore;
import io.wattune.schemas.topics.Topic;
import java.io.Serializable;
import java.util.List;

/**
 * Publishes the schemas of a job to readers, and finds those of writers that are newer than the
 * job.
 */
public interface SchemaExchange extends Serializable {

  /** Publishes the schemas of topics that are about to be written. */
  void publish(List<Topic> topics);

  /** Opens a store for one thread, which closes it with the task that uses it. */
  SchemaStore open();
}
