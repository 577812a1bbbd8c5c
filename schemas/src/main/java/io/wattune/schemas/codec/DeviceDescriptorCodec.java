package io.wattune.schemas.codec;

import io.wattune.core.device.DeviceDescriptor;
import io.wattune.core.device.Signal;
import io.wattune.core.device.SignalUnit;
import io.wattune.core.tunable.Tunable;
import io.wattune.core.tunable.ValueGrid;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Device descriptors: {@link DeviceDescriptor} and the record {@code DeviceDescriptor}.
 *
 * <p>A record without a value says that the device has gone. Readers of the topic call {@link
 * #decodeUnlessGone}, which gives an empty result for it; {@link #decode} refuses it, as every
 * codec does. A unit that this reader does not know refuses the whole descriptor: a device that is
 * only half understood is not to be tuned.
 */
public final class DeviceDescriptorCodec
    extends AvroCodec<DeviceDescriptor, io.wattune.schemas.avro.DeviceDescriptor> {

  public DeviceDescriptorCodec() {
    this(BundledSchemas.get());
  }

  public DeviceDescriptorCodec(SchemaStore store) {
    super(io.wattune.schemas.avro.DeviceDescriptor.class, store);
  }

  @Override
  io.wattune.schemas.avro.DeviceDescriptor toRecord(DeviceDescriptor device) {
    return new io.wattune.schemas.avro.DeviceDescriptor(
        device.device(),
        device.node(),
        device.rack(),
        RecordLimits.name(device.vendor()),
        RecordLimits.name(device.model()),
        RecordLimits.name(device.driver()),
        device.parent(),
        device.describedAtNanos(),
        device.signals().stream().map(DeviceDescriptorCodec::record).toList(),
        device.tunables().stream().map(DeviceDescriptorCodec::record).toList());
  }

  private static io.wattune.schemas.avro.SignalDescriptor record(Signal signal) {
    return new io.wattune.schemas.avro.SignalDescriptor(
        signal.name(),
        io.wattune.schemas.avro.SignalUnit.valueOf(signal.unit().name()),
        signal.pollPeriodNanos());
  }

  private static io.wattune.schemas.avro.TunableDescriptor record(Tunable tunable) {
    ValueGrid grid = tunable.grid();
    return new io.wattune.schemas.avro.TunableDescriptor(
        tunable.name(),
        SettingRecords.unit(tunable.unit()),
        grid.lowest(),
        grid.highest(),
        grid.step(),
        grid.values(),
        Checks.orNull(tunable.ownValue()),
        tunable.isWritable());
  }

  /** Decodes a record of the topic; empty where it says, by having no value, that it has gone. */
  public Optional<DeviceDescriptor> decodeUnlessGone(byte @Nullable [] bytes)
      throws UndecodableException {
    return bytes == null ? Optional.empty() : Optional.of(decode(bytes));
  }

  @Override
  DeviceDescriptor toValue(io.wattune.schemas.avro.DeviceDescriptor record)
      throws UndecodableException {
    Checks.that(
        record.getNode().indexOf('/') < 0, "a node's name must have no slash", record.getNode());
    List<Signal> signals = new ArrayList<>();
    for (io.wattune.schemas.avro.SignalDescriptor each : record.getSignals()) {
      signals.add(
          new Signal(
              each.getSignal(),
              Checks.sameName(SignalUnit.class, each.getUnit()),
              each.getPollPeriodNanos()));
    }
    List<Tunable> tunables = new ArrayList<>();
    for (io.wattune.schemas.avro.TunableDescriptor each : record.getTunables()) {
      tunables.add(tunable(each));
    }
    return new DeviceDescriptor(
        record.getDevice(),
        record.getNode(),
        record.getRack(),
        record.getVendor(),
        record.getModel(),
        record.getDriver(),
        record.getParent(),
        record.getDescribedAtNanos(),
        signals,
        tunables);
  }

  private static Tunable tunable(io.wattune.schemas.avro.TunableDescriptor record)
      throws UndecodableException {
    return new Tunable(
        record.getTunable(),
        SettingRecords.unit(record.getUnit()),
        new ValueGrid(
            record.getLowest(), record.getHighest(), record.getStep(), record.getValues()),
        Checks.optional(record.getOwnValue()),
        record.getWritable());
  }
}
