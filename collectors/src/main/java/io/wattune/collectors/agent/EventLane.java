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

  EventLane(RecordSink sink) {
    this.sink = sink;
  }

  @Override
  public void activity(Activity activity) {
    sink.publish(Topic.ACTIVITY, activity.device(), activities.encode(activity));
    sink.happened(activity);
  }

  @Override
  public void counters(CounterReading reading) {
    sink.publish(Topic.COUNTERS, reading.device(), counters.encode(reading));
  }
}
