package io.wattune.collectors.nodeagent;

import io.wattune.collectors.agent.RecordSink;
import io.wattune.collectors.spool.SpoolingPublisher;
import io.wattune.schemas.topics.Namespace;
import io.wattune.schemas.topics.Topic;

/** Gives a node's records to its publisher, under the names of its namespace. */
record SpooledRecords(Namespace namespace, SpoolingPublisher publisher) implements RecordSink {
  @Override
  public void publish(Topic topic, String key, byte[] value) {
    publisher.publish(namespace.topic(topic), key, value);
  }

  @Override
  public void flush() {
    publisher.flush();
  }
}
