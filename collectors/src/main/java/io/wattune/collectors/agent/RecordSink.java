package io.wattune.collectors.agent;

import io.wattune.schemas.topics.Topic;

/** Takes encoded records from all threads; never blocks. */
@FunctionalInterface
public interface RecordSink {
  /** Takes a record; the value is the sink's from now on. */
  void publish(Topic topic, String key, byte[] value);
}
