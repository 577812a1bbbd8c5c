package io.wattune.collectors.agent;

import io.wattune.core.counter.CounterReading;
import io.wattune.core.ledger.Activity;
import io.wattune.core.reading.PollBlock;
import io.wattune.schemas.codec.CounterReadingCodec;
import io.wattune.schemas.topics.Topic;
import java.util.function.Consumer;

/** Hands all on to another sink: for who looks at some of it. */
public abstract class ForwardingSink implements RecordSink {
  private final RecordSink sink;

  /** Hands on to this one. */
  protected ForwardingSink(RecordSink sink) {
    this.sink = sink;
  }

  /**
   * Hands on, and shows each activity to somebody besides.
   *
   * @param watcher called before, by the thread that reports the activity
   */
  public static RecordSink showing(RecordSink sink, Consumer<Activity> watcher) {
    return new ForwardingSink(sink) {
      @Override
      public void happened(Activity activity) {
        watcher.accept(activity);
        super.happened(activity);
      }
    };
  }

  @Override
  public void publish(Topic topic, String key, byte[] value) {
    sink.publish(topic, key, value);
  }

  @Override
  public void counted(CounterReading reading, CounterReadingCodec codec) {
    sink.counted(reading, codec);
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
