package io.wattune.collectors.agent;

import io.wattune.core.ledger.Activity;
import io.wattune.core.reading.PollBlock;
import io.wattune.schemas.topics.Topic;

/** Takes encoded records from all threads; never blocks. */
@FunctionalInterface
public interface RecordSink {
  /** Takes a record; the value is the sink's from now on. */
  void publish(Topic topic, String key, byte[] value);

  /** A block of readings that is published at the same time, for who keeps a ledger beside. */
  default void polled(PollBlock block) {}

  /** An activity that is published at the same time, as a device told it. */
  default void happened(Activity activity) {}
}
