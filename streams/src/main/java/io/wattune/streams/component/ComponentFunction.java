package io.wattune.streams.component;

import io.wattune.core.component.ComponentEstimator;
import io.wattune.core.component.ComponentPower;
import io.wattune.core.component.ComponentState;
import io.wattune.core.component.GivenModel;
import io.wattune.core.counter.CounterReading;
import io.wattune.core.power.TruePower;
import io.wattune.core.thermal.live.GivenPlan;
import io.wattune.schemas.codec.ComponentPowerCodec;
import io.wattune.schemas.codec.CounterReadingCodec;
import io.wattune.schemas.codec.HeatCodec;
import io.wattune.schemas.codec.PowerBlockCodec;
import io.wattune.schemas.codec.RecordKey;
import io.wattune.schemas.codec.SchemaStore;
import io.wattune.schemas.topics.Namespace;
import io.wattune.schemas.topics.Topic;
import io.wattune.streams.kafka.DeviceFunction;
import io.wattune.streams.kafka.InboundRecord;
import io.wattune.streams.kafka.SchemaExchange;
import java.util.ArrayList;
import java.util.List;
import org.apache.flink.metrics.Counter;
import org.apache.flink.metrics.MetricGroup;
import org.jspecify.annotations.Nullable;

/**
 * Adapter: keyed state and rejects around {@link ComponentEstimator}. A counter reading that says
 * nothing of components is no reject: it is counted.
 */
final class ComponentFunction extends DeviceFunction<ComponentState> {
  private static final long serialVersionUID = 1L;

  private final @Nullable GivenModel given;
  private final ArrayList<GivenPlan> plans;

  private transient PowerBlockCodec powerCodec;
  private transient CounterReadingCodec counterCodec;
  private transient ComponentPowerCodec componentCodec;
  private transient HeatCodec heatCodec;
  private transient HeatFollower heat;
  private transient ComponentEstimator estimator;
  private transient Counter readings;
  private transient Counter silent;
  private transient Counter strange;
  private transient Counter overlapped;
  private transient Counter otherSignals;
  private transient Counter repeated;

  @SuppressWarnings("NullAway.Init") // Flink opens the function on the machine it runs on
  ComponentFunction(
      @Nullable GivenModel given,
      List<GivenPlan> plans,
      Namespace namespace,
      SchemaExchange schemas) {
    super(ComponentJob.PART, namespace, ComponentJob.WRITTEN, ComponentState.class, schemas);
    this.given = given;
    this.plans = new ArrayList<>(plans);
  }

  @Override
  protected void open(SchemaStore writers, MetricGroup metrics) {
    powerCodec = new PowerBlockCodec(writers);
    counterCodec = new CounterReadingCodec(writers);
    componentCodec = new ComponentPowerCodec();
    heatCodec = new HeatCodec();
    heat = new HeatFollower(plans);
    estimator = new ComponentEstimator(given);
    readings = metrics.counter("counterReadings");
    silent = metrics.counter("counterReadingsSilent");
    strange = metrics.counter("counterReadingsStrange");
    overlapped = metrics.counter("counterReadingsOverlapped");
    otherSignals = metrics.counter("powerBlocksOfOtherSignals");
    repeated = metrics.counter("counterReadingsRepeated");
  }

  @Override
  protected void take(InboundRecord record, Context context) throws Exception {
    if (isOf(Topic.POWER, record)) {
      power(record, powerCodec.decode(record.value()));
    } else {
      counters(record, counterCodec.decode(record.value()));
    }
  }

  private void power(InboundRecord record, TruePower block) throws Exception {
    RecordKey.check(record.key(), block.device());
    ComponentState state = device(ComponentState::new);
    if (!estimator.power(state, block, this::put)) {
      otherSignals.inc();
    }
    if (block.summary() != null) {
      heat.forget(block.device());
      forget();
    } else {
      remember(state);
    }
  }

  private void counters(InboundRecord record, CounterReading reading) throws Exception {
    RecordKey.check(record.key(), reading.device());
    if (reading.counters().isEmpty()) {
      return;
    }
    heat.counters(reading);
    ComponentState state = device(ComponentState::new);
    readings.inc();
    switch (estimator.counters(state, reading, this::put)) {
      case TAKEN -> {}
      case SILENT -> silent.inc();
      case STRANGE -> strange.inc();
      case OVERLAPPED -> overlapped.inc();
      case REPEAT -> {
        repeated.inc();
        reject("repeated-reading", "this or a later reading had come before", 1);
      }
    }
    remember(state);
  }

  /** What follows from a device's power by component begins here. */
  private void put(ComponentPower power) {
    send(Topic.COMPONENT_POWER, power.device(), () -> componentCodec.encode(power));
    heat.power(power)
        .ifPresent(each -> send(Topic.HEAT, each.device(), () -> heatCodec.encode(each)));
  }
}
