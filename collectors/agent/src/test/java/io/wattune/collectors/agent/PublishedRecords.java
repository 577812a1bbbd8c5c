package io.wattune.collectors.agent;

import io.wattune.core.device.DeviceDescriptor;
import io.wattune.core.reading.PollBlock;
import io.wattune.schemas.codec.DeviceDescriptorCodec;
import io.wattune.schemas.codec.ReadingBlockCodec;
import io.wattune.schemas.codec.UndecodableException;
import io.wattune.schemas.topics.Topic;
import java.util.ArrayList;
import java.util.List;

/** Keeps what was published, decoded. */
final class PublishedRecords implements RecordSink {
  private record Published(Topic topic, String key, byte[] value) {}

  private final List<Published> records = new ArrayList<>();
  private int flushes;
  private int flushed;

  @Override
  public synchronized void publish(Topic topic, String key, byte[] value) {
    records.add(new Published(topic, key, value));
  }

  @Override
  public synchronized void flush() {
    flushes++;
    flushed = records.size();
  }

  /** How often it was to send. */
  synchronized int flushes() {
    return flushes;
  }

  /** Records that came after the last time. */
  synchronized int unsent() {
    return records.size() - flushed;
  }

  synchronized List<PollBlock> blocks(String device) throws UndecodableException {
    var codec = new ReadingBlockCodec();
    List<PollBlock> blocks = new ArrayList<>();
    for (Published record : records) {
      if (record.topic() == Topic.READINGS && record.key().equals(device)) {
        blocks.add(codec.decode(record.value()));
      }
    }
    return blocks;
  }

  synchronized List<DeviceDescriptor> descriptors() throws UndecodableException {
    var codec = new DeviceDescriptorCodec();
    List<DeviceDescriptor> descriptors = new ArrayList<>();
    for (Published record : records) {
      if (record.topic() == Topic.DEVICES) {
        descriptors.add(codec.decode(record.value()));
      }
    }
    return descriptors;
  }

  synchronized List<Topic> topics() {
    return records.stream().map(Published::topic).toList();
  }

  /** Values of all polls of a device, in order. */
  List<Integer> values(String device) throws UndecodableException {
    List<Integer> values = new ArrayList<>();
    for (PollBlock block : blocks(device)) {
      for (int value : block.values()) {
        values.add(value);
      }
    }
    return values;
  }

  /** Times of all polls of a device, in order. */
  List<Long> timesNanos(String device) throws UndecodableException {
    List<Long> times = new ArrayList<>();
    for (PollBlock block : blocks(device)) {
      for (long time : block.timesNanos()) {
        times.add(time);
      }
    }
    return times;
  }
}
