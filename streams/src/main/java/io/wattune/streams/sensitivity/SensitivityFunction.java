package io.wattune.streams.sensitivity;

import io.wattune.core.counter.CounterReading;
import io.wattune.core.device.DeviceDescriptor;
import io.wattune.core.sensitivity.MissingCounter;
import io.wattune.core.sensitivity.Sensitivity;
import io.wattune.core.sensitivity.SensitivityEstimator;
import io.wattune.core.sensitivity.SensitivityResult;
import io.wattune.core.sensitivity.SensitivitySettings;
import io.wattune.core.sensitivity.SensitivityState;
import io.wattune.schemas.codec.CounterReadingCodec;
import io.wattune.schemas.codec.DeviceDescriptorCodec;
import io.wattune.schemas.codec.RecordKey;
import io.wattune.schemas.codec.SensitivityCodec;
import io.wattune.schemas.codec.UndecodableException;
import io.wattune.streams.kafka.InboundRecord;
import io.wattune.streams.kafka.OutboundRecord;
import io.wattune.streams.kafka.RejectRecords;
import io.wattune.streams.kafka.SchemaExchange;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
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
 * Adapter: keyed state and rejects around {@link SensitivityEstimator}. A counter reading that does
 * not have what a model needs is no reject: what is missing is counted, by counter.
 */
final class SensitivityFunction
    extends KeyedProcessFunction<String, InboundRecord, OutboundRecord> {
  private static final long serialVersionUID = 1L;
  private static final String PART = "sensitivity";

  private final SensitivitySettings settings;
  private final SensitivityTopics topics;
  private final SchemaExchange schemas;

  private transient ValueState<SensitivityState> devices;
  private transient SchemaExchange.@Nullable OpenStore store;
  private transient CounterReadingCodec counterCodec;
  private transient DeviceDescriptorCodec deviceCodec;
  private transient SensitivityCodec sensitivityCodec;
  private transient RejectRecords rejects;
  private transient SensitivityEstimator estimator;
  private transient MetricGroup missingGroup;
  private transient Map<String, Counter> missing;
  private transient Counter readings;
  private transient Counter repeated;
  private transient Counter evicted;
  private transient Counter rejected;

  @SuppressWarnings("NullAway.Init") // Flink opens the function on the machine it runs on
  SensitivityFunction(
      SensitivitySettings settings, SensitivityTopics topics, SchemaExchange schemas) {
    this.settings = settings;
    this.topics = topics;
    this.schemas = schemas;
  }

  @Override
  public void open(OpenContext openContext) {
    devices =
        getRuntimeContext()
            .getState(
                new ValueStateDescriptor<>("device", TypeInformation.of(SensitivityState.class)));
    schemas.publish(SensitivityTopics.WRITTEN);
    var opened = schemas.open();
    store = opened;
    counterCodec = new CounterReadingCodec(opened);
    deviceCodec = new DeviceDescriptorCodec(opened);
    sensitivityCodec = new SensitivityCodec();
    rejects = new RejectRecords(topics.rejects(), PART);
    estimator = new SensitivityEstimator(settings);
    MetricGroup metrics = getRuntimeContext().getMetricGroup().addGroup("wattune");
    missingGroup = metrics.addGroup("countersLacking");
    missing = new HashMap<>();
    readings = metrics.counter("counterReadings");
    repeated = metrics.counter("counterReadingsRepeated");
    evicted = metrics.counter("activityNamesEvicted");
    rejected = metrics.counter("recordsRejected");
  }

  @Override
  public void close() {
    if (store != null) {
      store.close();
    }
  }

  @Override
  public void processElement(InboundRecord record, Context context, Collector<OutboundRecord> out)
      throws Exception {
    try {
      if (record.topic().equals(topics.devices())) {
        byte[] value = record.value().length == 0 ? null : record.value();
        describe(record, deviceCodec.decodeUnlessGone(value));
      } else {
        read(record, counterCodec.decode(record.value()), out);
      }
    } catch (UndecodableException e) {
      reject(record, e.reason(), e.detail(), out);
    }
  }

  private void describe(InboundRecord record, Optional<DeviceDescriptor> described)
      throws Exception {
    if (described.isEmpty()) {
      devices.clear();
    } else {
      RecordKey.check(record.key(), described.get().device());
      SensitivityState state = state();
      state.product = described.get().model();
      devices.update(state);
    }
  }

  private void read(InboundRecord record, CounterReading reading, Collector<OutboundRecord> out)
      throws Exception {
    RecordKey.check(record.key(), reading.device());
    if (!reading.counters().isEmpty()) {
      readings.inc();
      SensitivityState state = state();
      put(record, estimator.next(state, reading), out);
      devices.update(state);
    }
    if (reading.isEndOfTrace()) {
      devices.clear();
    }
  }

  private void put(InboundRecord record, SensitivityResult result, Collector<OutboundRecord> out) {
    if (result.isRepeat()) {
      repeated.inc();
      reject(record, "repeated-reading", "this or a later reading had come before", out);
      return;
    }
    for (Sensitivity each : result.sensitivities()) {
      byte[] value;
      try {
        value = sensitivityCodec.encode(each);
      } catch (IllegalArgumentException e) {
        // After a failure the job would read the same record again.
        reject(record, "unsendable", "what came of it cannot be sent: " + e.getMessage(), out);
        continue;
      }
      out.collect(new OutboundRecord(topics.sensitivities(), each.device(), value));
    }
    result.missing().forEach(this::count);
    evicted.inc(result.evictions());
    List<MissingCounter> unusable =
        result.missing().stream().filter(one -> one.why() != MissingCounter.Why.ABSENT).toList();
    if (!unusable.isEmpty()) {
      String detail =
          unusable.stream().map(MissingCounter::detail).collect(Collectors.joining("; "));
      reject(record, "unusable-counter", detail, out);
    }
  }

  private void count(MissingCounter one) {
    missing.computeIfAbsent(one.counter(), counter -> missingGroup.counter(counter)).inc();
  }

  private SensitivityState state() throws Exception {
    SensitivityState state = devices.value();
    return state == null ? new SensitivityState() : state;
  }

  private void reject(
      InboundRecord record, String reason, String detail, Collector<OutboundRecord> out) {
    rejected.inc();
    out.collect(rejects.of(record, reason, detail, 1));
  }
}
