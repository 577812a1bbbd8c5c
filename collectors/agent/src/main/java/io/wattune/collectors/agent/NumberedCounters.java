package io.wattune.collectors.agent;

import io.wattune.core.counter.CounterReading;
import io.wattune.schemas.codec.CounterReadingCodec;
import java.util.HashMap;
import java.util.Map;

/**
 * Numbers the counter readings of each device in the order in which they are sent, whoever has
 * counted: the device itself and programs that run on it count beside each other, and of two series
 * with numbers of their own readers would take one for repeats of the other. Thread safe.
 */
public final class NumberedCounters extends ForwardingSink {
  private final Map<String, Long> next = new HashMap<>();

  public NumberedCounters(RecordSink sink) {
    super(sink);
  }

  /** Numbers and publishes at once, so that the order of both is the same. */
  @Override
  public synchronized void counted(CounterReading reading, CounterReadingCodec codec) {
    long number = next.merge(reading.device(), 1L, Long::sum) - 1;
    super.counted(reading.numbered(number), codec);
  }
}
