package io.wattune.collectors.agent;

import io.wattune.collectors.device.EventSource;
import io.wattune.core.counter.CounterReading;
import io.wattune.core.ledger.Activity;
import io.wattune.schemas.codec.ActivityCodec;
import io.wattune.schemas.codec.CounterReadingCodec;
import io.wattune.schemas.topics.Topic;

/** What happens on one device, on its way to the topics. For the device's reader thread. */
final class EventLane implements EventSource.Sink {
  private final ActivityCodec activities = new ActivityCodec();
  private final CounterReadingCodec counters = new CounterReadingCodec();
  private final RecordSink sink;
  private boolean isUnsent;

  EventLane(RecordSink sink) {
    this.sink = sink;
  }

  @Override
  public void activity(Activity activity) {
    sink.publish(Topic.ACTIVITY, activity.device(), activities.encode(activity));
    sink.happened(activity);
    isUnsent = true;
  }

  @Override
  public void counters(CounterReading reading) {
    sink.counted(reading, counters);
    isUnsent = true;
  }

  /** Sends what has come since the last call: what happened does not wait for a block's end. */
  void flush() {
    if (isUnsent) {
      isUnsent = false;
      sink.flush();
    }
  }
}
