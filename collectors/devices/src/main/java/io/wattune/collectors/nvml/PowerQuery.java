package io.wattune.collectors.nvml;

import io.wattune.collectors.nvml.library.FieldValues;
import io.wattune.collectors.nvml.library.Nvml;
import io.wattune.collectors.nvml.library.NvmlCode;
import io.wattune.collectors.nvml.library.NvmlException;
import io.wattune.collectors.nvml.library.NvmlNumber;
import org.jspecify.annotations.Nullable;

/** One power of a GPU and nothing beside it, in milliwatts: for who measures. */
final class PowerQuery {
  private final Nvml nvml;
  private final long gpu;
  private final @Nullable FieldValues field;

  /**
   * A way to ask.
   *
   * @param choice INSTANT or AVERAGE; all else is the old call
   */
  PowerQuery(Nvml nvml, long gpu, PowerChoice choice) {
    this.nvml = nvml;
    this.gpu = gpu;
    this.field =
        switch (choice) {
          case INSTANT -> new FieldValues(Nvml.FIELD_POWER_INSTANT);
          case AVERAGE -> new FieldValues(Nvml.FIELD_POWER_AVERAGE);
          default -> null;
        };
  }

  /** What it shows now. */
  long now() throws NvmlException {
    if (field == null) {
      return nvml.number(gpu, NvmlNumber.POWER, 0);
    }
    nvml.fields(gpu, field);
    if (field.code(0) != NvmlCode.SUCCESS.number()) {
      throw new NvmlException("DeviceGetFieldValues, field " + field.id(0), field.code(0));
    }
    return field.value(0);
  }
}
