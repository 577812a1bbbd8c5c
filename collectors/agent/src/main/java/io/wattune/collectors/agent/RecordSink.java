package io.wattune.collectors.agent;

import io.wattune.core.counter.CounterReading;
import io.wattune.core.ledger.Activity;
import io.wattune.core.reading.PollBlock;
import io.wattune.schemas.codec.CounterReadingCodec;
import io.wattune.schemas.topics.Topic;

/** Takes encoded records from all threads; never blocks. */
@FunctionalInterface
public interface RecordSink {
  /** Takes a record, to be sent at the next {@link #flush}; the value is the sink's from now on. */
  void publish(Topic topic, String key, byte[] value);

  /**
   * Takes a counter reading.
   *
   * @param codec of the thread that calls
   */
  default void counted(CounterReading reading, CounterReadingCodec codec) {
    publish(Topic.COUNTERS, reading.device(), codec.encode(reading));
  }

  /**
   * Begins to send what was published. Apart from publishing since it wakes a thread: once for all
   * records of a moment.
   */
  default void flush() {}

  /** A block of readings that is published at the same time, for who keeps a ledger beside. */
  default void polled(PollBlock block) {}

  /** An activity that is published at the same time, as a device or a program reported it. */
  default void happened(Activity activity) {}
}
