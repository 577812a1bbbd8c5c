package io.wattune.collectors.spool;

import org.apache.kafka.clients.producer.Producer;

/** Reaches the broker. */
@FunctionalInterface
public interface ProducerOpener {

  /**
   * Opens a producer whose first record may be sent: the broker has answered, and has the schemas.
   * May block; called by a thread that has nothing else to do.
   *
   * @throws RuntimeException where the broker cannot be reached; the message says why
   */
  Producer<String, byte[]> open();
}
