package io.wattune.collectors.nvml;

import io.wattune.collectors.nvml.library.FieldValues;
import io.wattune.collectors.nvml.library.Nvml;
import io.wattune.collectors.nvml.library.NvmlCode;
import io.wattune.collectors.nvml.library.NvmlException;
import io.wattune.collectors.nvml.library.NvmlNumber;
import org.jspecify.annotations.Nullable;

/** A GPU's power as it is read by default, in milliwatts: what a power limit moves. */
final class PowerSeen implements ControlResponse.Seen {
  private final Nvml nvml;
  private final long gpu;
  private final @Nullable FieldValues field;

  PowerSeen(Nvml nvml, long gpu, PowerOffer offer) {
    this.nvml = nvml;
    this.gpu = gpu;
    PowerChoice choice = offer.choose(PowerChoice.AUTO);
    this.field =
        choice == PowerChoice.INSTANT
            ? field(Nvml.FIELD_POWER_INSTANT)
            : choice == PowerChoice.AVERAGE ? field(Nvml.FIELD_POWER_AVERAGE) : null;
  }

  private static FieldValues field(int id) {
    return new FieldValues(new int[] {id}, new int[1]);
  }

  @Override
  public long now() throws NvmlException {
    if (field == null) {
      return nvml.number(gpu, NvmlNumber.POWER, 0);
    }
    nvml.fields(gpu, field);
    if (field.code(0) != NvmlCode.SUCCESS.number()) {
      throw new NvmlException("DeviceGetFieldValues", field.code(0));
    }
    return field.value(0);
  }
}
