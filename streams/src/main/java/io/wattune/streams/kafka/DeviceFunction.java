package io.wattune.streams.kafka;

import io.wattune.schemas.codec.RejectCodec;
import io.wattune.schemas.codec.SchemaStore;
import io.wattune.schemas.codec.UndecodableException;
import io.wattune.schemas.reject.RejectedDatum;
import io.wattune.schemas.topics.Namespace;
import io.wattune.schemas.topics.Topic;
import java.io.IOException;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Objects;
import java.util.function.Supplier;
import org.apache.flink.api.common.functions.OpenContext;
import org.apache.flink.api.common.state.ValueState;
import org.apache.flink.api.common.state.ValueStateDescriptor;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.metrics.Counter;
import org.apache.flink.metrics.MetricGroup;
import org.apache.flink.streaming.api.functions.KeyedProcessFunction;
import org.apache.flink.util.Collector;
import org.jspecify.annotations.Nullable;

/**
 * What the functions of all jobs have in common: what is remembered of a device, writers' schemas,
 * and rejects. What cannot be read is one, and what cannot be sent of a record costs that record a
 * reject, not the job its life: after a failure it would read the same record again.
 *
 * @param <S> what is remembered of a device
 */
public abstract class DeviceFunction<S>
    extends KeyedProcessFunction<String, InboundRecord, OutboundRecord> {
  private static final long serialVersionUID = 1L;

  private final String part;
  private final EnumMap<Topic, String> topics = new EnumMap<>(Topic.class);
  private final ArrayList<Topic> written;
  private final Class<S> remembered;
  private final SchemaExchange schemas;

  private transient ValueState<S> devices;
  private transient @Nullable SchemaStore store;
  private transient RejectCodec rejectCodec;
  private transient Counter rejected;
  private transient @Nullable InboundRecord cause;
  private transient @Nullable Collector<OutboundRecord> out;

  /**
   * A function.
   *
   * @param part which part of Wattune rejects
   * @param written topics whose records the job writes
   * @param remembered what is remembered of a device
   */
  @SuppressWarnings("NullAway.Init") // Flink opens the function on the machine it runs on
  protected DeviceFunction(
      String part,
      Namespace namespace,
      List<Topic> written,
      Class<S> remembered,
      SchemaExchange schemas) {
    this.part = part;
    for (Topic topic : Topic.values()) {
      topics.put(topic, namespace.topic(topic));
    }
    this.written = new ArrayList<>(written);
    this.remembered = remembered;
    this.schemas = schemas;
  }

  @Override
  public final void open(OpenContext openContext) {
    devices =
        getRuntimeContext()
            .getState(new ValueStateDescriptor<>("device", TypeInformation.of(remembered)));
    schemas.publish(written);
    SchemaStore opened = schemas.open();
    store = opened;
    rejectCodec = new RejectCodec();
    MetricGroup metrics = getRuntimeContext().getMetricGroup().addGroup("wattune");
    rejected = metrics.counter("recordsRejected");
    open(opened, metrics);
  }

  /** Makes what a task has for itself. */
  protected abstract void open(SchemaStore writers, MetricGroup metrics);

  @Override
  public void close() {
    if (store != null) {
      store.close();
    }
  }

  @Override
  public final void processElement(
      InboundRecord record, Context context, Collector<OutboundRecord> collector) throws Exception {
    cause = record;
    out = collector;
    try {
      take(record, context);
    } catch (UndecodableException e) {
      reject(e.reason(), e.detail(), 1);
    }
  }

  /** Takes a record. */
  protected abstract void take(InboundRecord record, Context context) throws Exception;

  /** Whether a record is of a topic. */
  protected final boolean isOf(Topic topic, InboundRecord record) {
    return record.topic().equals(name(topic));
  }

  private String name(Topic topic) {
    return Objects.requireNonNull(topics.get(topic));
  }

  /** What is remembered of the device. */
  protected final S device(Supplier<S> unknown) throws IOException {
    S known = devices.value();
    return known == null ? unknown.get() : known;
  }

  /** Remembers this of the device. */
  protected final void remember(S device) throws IOException {
    devices.update(device);
  }

  /** Remembers nothing of the device. */
  protected final void forget() {
    devices.clear();
  }

  /** Sends what comes of the record. */
  protected final void send(Topic topic, String key, Supplier<byte[]> encoding) {
    OutboundRecord sent = encoded(topic, key, "", encoding);
    if (sent != null) {
      put(sent);
    }
  }

  /**
   * A record that comes of the one that is worked on; null where it cannot be sent, which is a
   * reject.
   *
   * @param which says which one that is, where several may come; else empty
   */
  protected final @Nullable OutboundRecord encoded(
      Topic topic, String key, String which, Supplier<byte[]> encoding) {
    try {
      return new OutboundRecord(name(topic), key, encoding.get());
    } catch (IllegalArgumentException e) {
      String sent = which.isEmpty() ? "what came of it" : which + name(topic);
      reject("unsendable", sent + " cannot be sent: " + e.getMessage(), 1);
      return null;
    }
  }

  /** Puts a record out. */
  protected final void put(OutboundRecord record) {
    Objects.requireNonNull(out, "no record is being worked on").collect(record);
  }

  /** Where a reject goes. */
  protected void putReject(OutboundRecord reject) {
    put(reject);
  }

  /**
   * Rejects the record.
   *
   * @param data how many data were lost with it
   */
  protected final void reject(String reason, String detail, int data) {
    countRejects(1);
    keep(reason, detail, data);
  }

  /** Counts rejects. */
  protected final void countRejects(long rejects) {
    rejected.inc(rejects);
  }

  /** Keeps the record in the rejects topic, with its bytes, uncounted. */
  protected final void keep(String reason, String detail, int data) {
    InboundRecord record = Objects.requireNonNull(cause, "nothing to reject");
    RejectedDatum datum =
        RejectedDatum.of(
            reason,
            detail,
            record.topic(),
            record.partition(),
            record.offset(),
            data,
            record.value(),
            part);
    String key = RejectedDatum.key(record.key());
    putReject(new OutboundRecord(name(Topic.REJECTS), key, rejectCodec.encode(datum)));
  }
}
