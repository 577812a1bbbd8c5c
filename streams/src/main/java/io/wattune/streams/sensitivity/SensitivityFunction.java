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
import io.wattune.schemas.codec.SchemaStore;
import io.wattune.schemas.codec.SensitivityCodec;
import io.wattune.schemas.topics.Namespace;
import io.wattune.schemas.topics.Topic;
import io.wattune.streams.kafka.DeviceFunction;
import io.wattune.streams.kafka.InboundRecord;
import io.wattune.streams.kafka.SchemaExchange;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.apache.flink.metrics.Counter;
import org.apache.flink.metrics.MetricGroup;

/**
 * Adapter: keyed state and rejects around {@link SensitivityEstimator}. A counter reading that does
 * not have what a model needs is no reject: what is missing is counted, by counter.
 */
final class SensitivityFunction extends DeviceFunction<SensitivityState> {
  private static final long serialVersionUID = 1L;

  private final SensitivitySettings settings;

  private transient CounterReadingCodec counterCodec;
  private transient DeviceDescriptorCodec deviceCodec;
  private transient SensitivityCodec sensitivityCodec;
  private transient SensitivityEstimator estimator;
  private transient MetricGroup missingGroup;
  private transient Map<String, Counter> missing;
  private transient Counter readings;
  private transient Counter repeated;
  private transient Counter evicted;

  @SuppressWarnings("NullAway.Init") // Flink opens the function on the machine it runs on
  SensitivityFunction(SensitivitySettings settings, Namespace namespace, SchemaExchange schemas) {
    super(SensitivityJob.PART, namespace, SensitivityJob.WRITTEN, SensitivityState.class, schemas);
    this.settings = settings;
  }

  @Override
  protected void open(SchemaStore writers, MetricGroup metrics) {
    counterCodec = new CounterReadingCodec(writers);
    deviceCodec = new DeviceDescriptorCodec(writers);
    sensitivityCodec = new SensitivityCodec();
    estimator = new SensitivityEstimator(settings);
    missingGroup = metrics.addGroup("countersLacking");
    missing = new HashMap<>();
    readings = metrics.counter("counterReadings");
    repeated = metrics.counter("counterReadingsRepeated");
    evicted = metrics.counter("activityNamesEvicted");
  }

  @Override
  protected void take(InboundRecord record, Context context) throws Exception {
    if (isOf(Topic.DEVICES, record)) {
      byte[] value = record.value().length == 0 ? null : record.value();
      describe(record, deviceCodec.decodeUnlessGone(value));
    } else {
      read(record, counterCodec.decode(record.value()));
    }
  }

  private void describe(InboundRecord record, Optional<DeviceDescriptor> described)
      throws Exception {
    if (described.isEmpty()) {
      forget();
    } else {
      RecordKey.check(record.key(), described.get().device());
      SensitivityState state = device(SensitivityState::new);
      state.product = described.get().model();
      remember(state);
    }
  }

  private void read(InboundRecord record, CounterReading reading) throws Exception {
    RecordKey.check(record.key(), reading.device());
    if (!reading.counters().isEmpty()) {
      readings.inc();
      SensitivityState state = device(SensitivityState::new);
      put(estimator.next(state, reading));
      remember(state);
    }
    if (reading.isEndOfTrace()) {
      forget();
    }
  }

  private void put(SensitivityResult result) {
    if (result.isRepeat()) {
      repeated.inc();
      reject("repeated-reading", "this or a later reading had come before", 1);
      return;
    }
    for (Sensitivity each : result.sensitivities()) {
      send(Topic.SENSITIVITIES, each.device(), () -> sensitivityCodec.encode(each));
    }
    result.missing().forEach(this::count);
    evicted.inc(result.evictions());
    List<MissingCounter> unusable =
        result.missing().stream().filter(one -> one.why() != MissingCounter.Why.ABSENT).toList();
    if (!unusable.isEmpty()) {
      String detail =
          unusable.stream().map(MissingCounter::detail).collect(Collectors.joining("; "));
      reject("unusable-counter", detail, 1);
    }
  }

  private void count(MissingCounter one) {
    missing.computeIfAbsent(one.counter(), counter -> missingGroup.counter(counter)).inc();
  }
}
