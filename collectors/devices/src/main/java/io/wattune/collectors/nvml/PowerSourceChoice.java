package io.wattune.collectors.nvml;

import io.wattune.collectors.nvml.library.Nvml;
import io.wattune.collectors.nvml.library.NvmlException;
import org.jspecify.annotations.Nullable;

/**
 * Which power of a GPU is read.
 *
 * @param choice not AUTO; null where the GPU does not give what is wished
 * @param reason why, where the driver's buffer was looked at; else empty
 */
record PowerSourceChoice(@Nullable PowerChoice choice, String reason) {

  /**
   * What is wished, and for AUTO the best: this may poll the sensor for some tenths of a second.
   */
  static PowerSourceChoice of(
      Nvml nvml, long gpu, PowerOffer offer, PowerChoice wished, GpuTime time)
      throws NvmlException {
    PowerChoice ordinary = offer.choose(wished);
    if (wished != PowerChoice.AUTO
        || ordinary == null
        || ordinary == PowerChoice.SAMPLES
        || !offer.powers().contains(PowerChoice.SAMPLES)) {
      return new PowerSourceChoice(ordinary, "");
    }
    DriverBufferCheck.Found found = new DriverBufferCheck(nvml, gpu, ordinary, time).look();
    PowerChoice choice = found.isBetter() ? PowerChoice.SAMPLES : ordinary;
    return new PowerSourceChoice(
        choice,
        "'" + choice.label() + "' is read; of the driver's buffer ('samples'): " + found.words());
  }
}
