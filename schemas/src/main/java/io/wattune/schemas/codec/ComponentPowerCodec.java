package io.wattune.schemas.codec;

import io.wattune.core.Quality;
import io.wattune.core.component.ComponentDoubt;
import io.wattune.core.component.ComponentPower;
import io.wattune.core.component.ComponentWatts;
import io.wattune.core.component.KernelWatts;
import java.util.ArrayList;
import java.util.List;

/** Power by component: {@link ComponentPower} and the record {@code ComponentPower}. */
public final class ComponentPowerCodec
    extends AvroCodec<ComponentPower, io.wattune.schemas.avro.ComponentPower> {

  public ComponentPowerCodec() {
    this(BundledSchemas.get());
  }

  public ComponentPowerCodec(SchemaStore store) {
    super(io.wattune.schemas.avro.ComponentPower.class, store);
  }

  @Override
  io.wattune.schemas.avro.ComponentPower toRecord(ComponentPower power) {
    ComponentWatts idle = power.idle();
    return new io.wattune.schemas.avro.ComponentPower(
        power.device(),
        power.startNanos(),
        power.endNanos(),
        power.activityId(),
        power.activityName(),
        power.totalWatts(),
        power.totalErrorWatts(),
        idle == null ? null : record(idle),
        power.components().stream().map(ComponentPowerCodec::record).toList(),
        power.modelId(),
        power.modelRevision(),
        io.wattune.schemas.avro.Quality.valueOf(power.quality().name()),
        power.doubts().stream()
            .map(doubt -> io.wattune.schemas.avro.ComponentDoubt.valueOf(doubt.name()))
            .toList(),
        power.kernels().stream().map(ComponentPowerCodec::record).toList());
  }

  @Override
  ComponentPower toValue(io.wattune.schemas.avro.ComponentPower record)
      throws UndecodableException {
    List<ComponentDoubt> doubts = new ArrayList<>();
    for (io.wattune.schemas.avro.ComponentDoubt each : record.getDoubts()) {
      doubts.add(Checks.sameName(ComponentDoubt.class, each));
    }
    io.wattune.schemas.avro.ComponentWatts idle = record.getIdle();
    return new ComponentPower(
        record.getDevice(),
        record.getStartNanos(),
        record.getEndNanos(),
        record.getActivityId(),
        record.getActivityName(),
        record.getTotalWatts(),
        record.getTotalErrorWatts(),
        idle == null ? null : watts(idle),
        record.getComponents().stream().map(ComponentPowerCodec::watts).toList(),
        record.getModelId(),
        record.getModelRevision(),
        Checks.sameName(Quality.class, record.getQuality()),
        doubts,
        record.getKernels().stream().map(ComponentPowerCodec::kernel).toList());
  }

  private static io.wattune.schemas.avro.ComponentWatts record(ComponentWatts component) {
    return new io.wattune.schemas.avro.ComponentWatts(
        component.name(),
        component.watts(),
        component.errorWatts(),
        component.counters(),
        component.merged());
  }

  private static ComponentWatts watts(io.wattune.schemas.avro.ComponentWatts record) {
    return new ComponentWatts(
        record.getName(),
        record.getWatts(),
        record.getErrorWatts(),
        record.getCounters(),
        record.getMerged());
  }

  private static io.wattune.schemas.avro.KernelWatts record(KernelWatts kernel) {
    return new io.wattune.schemas.avro.KernelWatts(
        kernel.name(), kernel.activities(), kernel.seconds(), kernel.watts(), kernel.errorWatts());
  }

  private static KernelWatts kernel(io.wattune.schemas.avro.KernelWatts record) {
    return new KernelWatts(
        record.getName(),
        record.getActivities(),
        record.getSeconds(),
        record.getWatts(),
        record.getErrorWatts());
  }
}
