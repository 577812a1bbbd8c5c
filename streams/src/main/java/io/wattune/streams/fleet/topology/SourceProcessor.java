package io.wattune.streams.fleet.topology;

import io.wattune.schemas.codec.RecordKey;
import io.wattune.schemas.codec.SchemaStore;
import io.wattune.schemas.codec.UndecodableException;
import io.wattune.schemas.failure.FailureWords;
import io.wattune.schemas.reject.RejectedDatum;
import io.wattune.schemas.topics.Topic;
import java.util.Objects;
import java.util.function.Function;
import org.apache.kafka.streams.processor.api.Processor;
import org.apache.kafka.streams.processor.api.ProcessorContext;
import org.apache.kafka.streams.processor.api.Record;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Reads the records of one topic, and keeps what cannot be read. */
final class SourceProcessor implements Processor<String, byte[], String, DecodedRecord> {
  private static final Logger LOG = LoggerFactory.getLogger(SourceProcessor.class);

  private final Topic topic;
  private final FleetCounters counters;
  private final SchemaStore schemas;
  private final RecordReader reader;
  private final FleetRejects rejects;
  private ProcessorContext<String, DecodedRecord> context;

  @SuppressWarnings("NullAway.Init") // Streams initialises a processor before it uses it.
  SourceProcessor(Topic topic, FleetParts parts, Function<SchemaStore, RecordReader> reader) {
    this.topic = topic;
    this.counters = parts.counters();
    this.schemas = parts.schemas().get();
    this.reader = reader.apply(schemas);
    this.rejects = new FleetRejects(parts);
  }

  @Override
  public void init(ProcessorContext<String, DecodedRecord> newContext) {
    context = newContext;
  }

  @Override
  public void process(Record<String, byte[]> record) {
    counters.read.labelValues(topic.label()).inc();
    try {
      var read = reader.read(RecordKey.require(record.key()), record.value(), record.timestamp());
      if (read.incoming() == null) {
        counters.passedOver.labelValues(read.whyNot()).inc();
      } else {
        counters.used.inc();
        context.forward(record.withValue(new DecodedRecord(read.incoming(), null)));
      }
    } catch (UndecodableException e) {
      byte[] reject =
          rejects.encode(context.recordMetadata(), e.reason(), e.detail(), record.value());
      String key = RejectedDatum.key(Objects.requireNonNullElse(record.key(), ""));
      context.forward(record.withKey(key).withValue(new DecodedRecord(null, reject)));
    }
  }

  @Override
  public void close() {
    try {
      schemas.close();
    } catch (RuntimeException e) {
      LOG.warn("the connection to the topic of schemas did not close: {}", FailureWords.of(e));
    }
  }
}
