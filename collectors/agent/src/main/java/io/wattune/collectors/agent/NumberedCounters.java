package io.wattune.collectors.agent;

import io.wattune.core.counter.CounterReading;
import io.wattune.core.ledger.Activity;
import io.wattune.core.reading.PollBlock;
import io.wattune.schemas.codec.CounterReadingCodec;
import io.wattune.schemas.topics.Topic;
import java.util.HashMap;
import java.util.Map;

/**
 * Numbers the counter readings of each device in the order in which they are sent, whoever has
 * counted: the device itself and programs that run on it count beside each other, and of two series
 * with numbers of their own readers would take one for repeats of the other. Thread safe.
 */
public final class NumberedCounters implements RecordSink {
  private final RecordSink sink;
  private final Map<String, Long> next = new HashMap<>();

  public NumberedCounters(RecordSink sink) {
    this.sink = sink;
  }

  @Override
  public void publish(Topic topic, String key, byte[] value) {
    sink.publish(topic, key, value);
  }

  /** Numbers and publishes at once, so that the order of both is the same. */
  @Override
  public synchronized void counted(CounterReading reading, CounterReadingCodec codec) {
    long number = next.merge(reading.device(), 1L, Long::sum) - 1;
    sink.counted(reading.numbered(number), codec);
  }

  @Override
  public void flush() {
    sink.flush();
  }

  @Override
  public void polled(PollBlock block) {
    sink.polled(block);
  }

  @Override
  public void happened(Activity activity) {
    sink.happened(activity);
  }
}
