package io.wattune.schemas.codec;

import io.wattune.core.rightsize.RightSize;
import io.wattune.core.rightsize.RightSizeTable;
import java.util.List;

/** Right-size tables: {@link RightSizeTable} and the record {@code RightSizeTable}. */
public final class RightSizeTableCodec
    extends AvroCodec<RightSizeTable, io.wattune.schemas.avro.RightSizeTable> {

  public RightSizeTableCodec() {
    this(BundledSchemas.get());
  }

  public RightSizeTableCodec(SchemaStore store) {
    super(io.wattune.schemas.avro.RightSizeTable.class, store);
  }

  @Override
  io.wattune.schemas.avro.RightSizeTable toRecord(RightSizeTable table) {
    return new io.wattune.schemas.avro.RightSizeTable(
        table.product(),
        table.model(),
        table.version(),
        table.fullUnits(),
        table.tolerance(),
        table.margin(),
        table.measuredNanos(),
        table.measuredBy(),
        table.kernels().stream()
            .map(
                each ->
                    new io.wattune.schemas.avro.RightSize(
                        each.kernel(),
                        each.kernelSize(),
                        each.inputSize(),
                        each.leastUnits(),
                        each.units(),
                        each.fullSeconds(),
                        Checks.orNull(each.fullError()),
                        each.seconds(),
                        Checks.orNull(each.error())))
            .toList());
  }

  @Override
  RightSizeTable toValue(io.wattune.schemas.avro.RightSizeTable record) {
    List<RightSize> kernels =
        record.getKernels().stream()
            .map(
                each ->
                    new RightSize(
                        each.getKernel(),
                        each.getKernelSize(),
                        each.getInputSize(),
                        each.getLeastUnits(),
                        each.getUnits(),
                        each.getFullSeconds(),
                        Checks.optional(each.getFullError()),
                        each.getSeconds(),
                        Checks.optional(each.getError())))
            .toList();
    return new RightSizeTable(
        record.getProduct(),
        record.getModel(),
        record.getVersion(),
        record.getFullUnits(),
        record.getTolerance(),
        record.getMargin(),
        record.getMeasuredNanos(),
        record.getMeasuredBy(),
        kernels);
  }
}
