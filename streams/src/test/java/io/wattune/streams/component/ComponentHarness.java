package io.wattune.streams.component;

import io.wattune.core.component.ComponentPower;
import io.wattune.core.counter.CounterReading;
import io.wattune.core.power.TruePower;
import io.wattune.core.thermal.live.GivenPlan;
import io.wattune.core.thermal.live.HeatRecord;
import io.wattune.schemas.codec.ComponentPowerCodec;
import io.wattune.schemas.codec.CounterReadingCodec;
import io.wattune.schemas.codec.HeatCodec;
import io.wattune.schemas.codec.PowerBlockCodec;
import io.wattune.schemas.topics.Namespace;
import io.wattune.schemas.topics.Topic;
import io.wattune.streams.FunctionHarness;
import io.wattune.streams.kafka.GivenSchemas;
import io.wattune.streams.kafka.OutboundRecord;
import java.util.ArrayList;
import java.util.List;

/** The components function in Flink's own operator harness, with its outputs decoded. */
final class ComponentHarness extends FunctionHarness<ComponentHarness> {
  static final GivenSchemas SCHEMAS = new GivenSchemas();

  final List<ComponentPower> told = new ArrayList<>();
  final List<HeatRecord> heats = new ArrayList<>();

  ComponentHarness() throws Exception {
    this(List.of());
  }

  ComponentHarness(List<GivenPlan> plans) throws Exception {
    super(new ComponentFunction(null, plans, Namespace.live(), SCHEMAS));
  }

  void counters(CounterReading reading) throws Exception {
    counters(reading.device(), new CounterReadingCodec().encode(reading));
  }

  void counters(String key, byte[] value) throws Exception {
    send(Topic.COUNTERS, 2, key, value);
  }

  void power(TruePower power) throws Exception {
    power(power.device(), new PowerBlockCodec().encode(power));
  }

  void power(String key, byte[] value) throws Exception {
    send(Topic.POWER, 0, key, value);
  }

  @Override
  protected boolean decode(OutboundRecord record) throws Exception {
    if (isOf(Topic.COMPONENT_POWER, record)) {
      ComponentPower power = new ComponentPowerCodec().decode(record.value());
      requireKey(record, power.device());
      return told.add(power);
    }
    if (isOf(Topic.HEAT, record)) {
      HeatRecord heat = new HeatCodec().decode(record.value());
      requireKey(record, heat.device());
      return heats.add(heat);
    }
    return false;
  }
}
