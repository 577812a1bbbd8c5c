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
import io.wattune.schemas.codec.UndecodableException;
import io.wattune.streams.kafka.InboundRecord;
import io.wattune.streams.kafka.OutboundRecord;
import io.wattune.streams.kafka.RejectRecords;
import io.wattune.streams.kafka.SchemaExchange;
import java.util.ArrayList;
import java.util.List;
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
 * Adapter: keyed state and rejects around {@link ComponentEstimator}. A counter reading that says
 * nothing of components is no reject: it is counted.
 */
final class ComponentFunction extends KeyedProcessFunction<String, InboundRecord, OutboundRecord> {
  private static final long serialVersionUID = 1L;
  private static final String PART = "components";

  private final @Nullable GivenModel given;
  private final ArrayList<GivenPlan> plans;
  private final ComponentTopics topics;
  private final SchemaExchange schemas;

  private transient ValueState<ComponentState> devices;
  private transient SchemaExchange.@Nullable OpenStore store;
  private transient PowerBlockCodec powerCodec;
  private transient CounterReadingCodec counterCodec;
  private transient ComponentPowerCodec componentCodec;
  private transient HeatCodec heatCodec;
  private transient HeatFollower heat;
  private transient RejectRecords rejects;
  private transient ComponentEstimator estimator;
  private transient Counter readings;
  private transient Counter silent;
  private transient Counter strange;
  private transient Counter overlapped;
  private transient Counter otherSignals;
  private transient Counter repeated;
  private transient Counter rejected;

  @SuppressWarnings("NullAway.Init") // Flink opens the function on the machine it runs on
  ComponentFunction(
      @Nullable GivenModel given,
      List<GivenPlan> plans,
      ComponentTopics topics,
      SchemaExchange schemas) {
    this.given = given;
    this.plans = new ArrayList<>(plans);
    this.topics = topics;
    this.schemas = schemas;
  }

  @Override
  public void open(OpenContext openContext) {
    devices =
        getRuntimeContext()
            .getState(
                new ValueStateDescriptor<>("device", TypeInformation.of(ComponentState.class)));
    schemas.publish(ComponentTopics.WRITTEN);
    var opened = schemas.open();
    store = opened;
    powerCodec = new PowerBlockCodec(opened);
    counterCodec = new CounterReadingCodec(opened);
    componentCodec = new ComponentPowerCodec();
    heatCodec = new HeatCodec();
    heat = new HeatFollower(plans);
    rejects = new RejectRecords(topics.rejects(), PART);
    estimator = new ComponentEstimator(given);
    MetricGroup metrics = getRuntimeContext().getMetricGroup().addGroup("wattune");
    readings = metrics.counter("counterReadings");
    silent = metrics.counter("counterReadingsSilent");
    strange = metrics.counter("counterReadingsStrange");
    overlapped = metrics.counter("counterReadingsOverlapped");
    otherSignals = metrics.counter("powerBlocksOfOtherSignals");
    repeated = metrics.counter("counterReadingsRepeated");
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
      if (record.topic().equals(topics.power())) {
        power(record, powerCodec.decode(record.value()), out);
      } else {
        counters(record, counterCodec.decode(record.value()), out);
      }
    } catch (UndecodableException e) {
      reject(record, e.reason(), e.detail(), out);
    }
  }

  private void power(InboundRecord record, TruePower block, Collector<OutboundRecord> out)
      throws Exception {
    RecordKey.check(record.key(), block.device());
    ComponentState state = state();
    if (!estimator.power(state, block, power -> put(record, power, out))) {
      otherSignals.inc();
    }
    if (block.summary() != null) {
      heat.forget(block.device());
    }
    end(state, block.summary() != null);
  }

  private void counters(InboundRecord record, CounterReading reading, Collector<OutboundRecord> out)
      throws Exception {
    RecordKey.check(record.key(), reading.device());
    if (reading.counters().isEmpty()) {
      return;
    }
    heat.counters(reading);
    ComponentState state = state();
    readings.inc();
    switch (estimator.counters(state, reading, power -> put(record, power, out))) {
      case TAKEN -> {}
      case SILENT -> silent.inc();
      case STRANGE -> strange.inc();
      case OVERLAPPED -> overlapped.inc();
      case REPEAT -> {
        repeated.inc();
        reject(record, "repeated-reading", "this or a later reading had come before", out);
      }
    }
    devices.update(state);
  }

  /** What follows from a device's power by component begins here. */
  private void put(InboundRecord record, ComponentPower power, Collector<OutboundRecord> out) {
    send(record, topics.componentPower(), power.device(), () -> componentCodec.encode(power), out);
    heat.power(power)
        .ifPresent(
            each -> send(record, topics.heat(), each.device(), () -> heatCodec.encode(each), out));
  }

  private void send(
      InboundRecord record,
      String topic,
      String device,
      Supplier<byte[]> value,
      Collector<OutboundRecord> out) {
    byte[] bytes;
    try {
      bytes = value.get();
    } catch (IllegalArgumentException e) {
      // After a failure the job would read the same record again.
      reject(record, "unsendable", "what came of it cannot be sent: " + e.getMessage(), out);
      return;
    }
    out.collect(new OutboundRecord(topic, device, bytes));
  }

  private void end(ComponentState state, boolean isEndOfTrace) throws Exception {
    if (isEndOfTrace) {
      devices.clear();
    } else {
      devices.update(state);
    }
  }

  private ComponentState state() throws Exception {
    ComponentState state = devices.value();
    return state == null ? new ComponentState() : state;
  }

  private void reject(
      InboundRecord record, String reason, String detail, Collector<OutboundRecord> out) {
    rejected.inc();
    out.collect(rejects.of(record, reason, detail, 1));
  }
}
