package io.wattune.control;

import io.wattune.core.device.DeviceId;
import io.wattune.schemas.codec.RecordLimits;
import io.wattune.schemas.reject.RejectedDatum;
import java.util.Arrays;
import java.util.Map;
import java.util.Objects;
import org.apache.kafka.streams.processor.api.Processor;
import org.apache.kafka.streams.processor.api.ProcessorContext;
import org.apache.kafka.streams.processor.api.Record;
import org.jspecify.annotations.Nullable;

/** Gives every input the key of its node and puts it into an envelope. */
final class ByNode implements Processor<String, byte[], String, byte[]> {
  private final Map<String, InputKind> kinds;
  private ProcessorContext<String, byte[]> context;

  /**
   * @param kinds what comes from each topic, by full name
   */
  @SuppressWarnings("NullAway.Init") // Streams initialises a processor before it uses it.
  ByNode(Map<String, InputKind> kinds) {
    this.kinds = kinds;
  }

  @Override
  public void init(ProcessorContext<String, byte[]> newContext) {
    context = newContext;
  }

  @Override
  public void process(Record<String, byte[]> record) {
    var place = context.recordMetadata().orElseThrow();
    InputKind kind = Objects.requireNonNull(kinds.get(place.topic()), "a topic that is not read");
    String key = record.key() == null ? null : RejectedDatum.key(record.key());
    var envelope =
        new Envelope(kind, place.partition(), place.offset(), key, shortened(record.value()));
    // What has no key is rejected where its envelope is opened.
    String node = key == null ? "" : DeviceId.nodeOf(key);
    context.forward(record.withKey(node).withValue(envelope.toBytes()));
  }

  /**
   * The value, or of one that no record may have as much as shows that. An envelope is longer than
   * what is in it: one that the broker does not take would end this thread, and meet the next one.
   */
  private static byte @Nullable [] shortened(byte @Nullable [] value) {
    return value == null || value.length <= RecordLimits.MOST_BYTES
        ? value
        : Arrays.copyOf(value, RecordLimits.MOST_BYTES + 1);
  }
}
