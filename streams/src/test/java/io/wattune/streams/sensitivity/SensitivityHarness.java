package io.wattune.streams.sensitivity;

import io.wattune.core.counter.CounterReading;
import io.wattune.core.device.DeviceDescriptor;
import io.wattune.core.sensitivity.Sensitivity;
import io.wattune.core.sensitivity.SensitivitySettings;
import io.wattune.schemas.codec.CounterReadingCodec;
import io.wattune.schemas.codec.DeviceDescriptorCodec;
import io.wattune.schemas.codec.SensitivityCodec;
import io.wattune.schemas.topics.Namespace;
import io.wattune.schemas.topics.Topic;
import io.wattune.streams.FunctionHarness;
import io.wattune.streams.kafka.GivenSchemas;
import io.wattune.streams.kafka.OutboundRecord;
import java.util.ArrayList;
import java.util.List;

/** The sensitivity function in Flink's own operator harness, with its outputs decoded. */
final class SensitivityHarness extends FunctionHarness<SensitivityHarness> {
  static final GivenSchemas SCHEMAS = new GivenSchemas();

  final List<Sensitivity> told = new ArrayList<>();

  SensitivityHarness() throws Exception {
    super(new SensitivityFunction(SensitivitySettings.DEFAULT, Namespace.live(), SCHEMAS));
  }

  void counters(CounterReading reading) throws Exception {
    counters(reading.device(), new CounterReadingCodec().encode(reading));
  }

  void counters(String key, byte[] value) throws Exception {
    send(Topic.COUNTERS, 2, key, value);
  }

  void device(DeviceDescriptor device) throws Exception {
    device(device.device(), new DeviceDescriptorCodec().encode(device));
  }

  void device(String key, byte[] value) throws Exception {
    send(Topic.DEVICES, 0, key, value);
  }

  @Override
  protected boolean decode(OutboundRecord record) throws Exception {
    if (!isOf(Topic.SENSITIVITIES, record)) {
      return false;
    }
    Sensitivity sensitivity = new SensitivityCodec().decode(record.value());
    requireKey(record, sensitivity.device());
    return told.add(sensitivity);
  }
}
