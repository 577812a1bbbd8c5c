package io.wattune.collectors.nvml;

import io.wattune.collectors.nvml.library.DriverSamples;
import io.wattune.collectors.nvml.library.FieldValues;
import io.wattune.collectors.nvml.library.Nvml;
import io.wattune.collectors.nvml.library.NvmlException;
import io.wattune.collectors.nvml.library.NvmlNumber;
import java.util.EnumSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Which powers a GPU gives, and how its energy counter is asked: found out by asking, since it
 * cannot be told from chip and driver (Yang et al. 2024, table of fields by driver version).
 *
 * @param powers the choices that work, AUTO not among them
 * @param energy how to ask for energy
 */
record PowerOffer(Set<PowerChoice> powers, EnergyQuestion energy) {

  /** Asks for each once. Only an error that is not a plain "no" of the device gets through. */
  static PowerOffer of(Nvml nvml, long gpu) throws NvmlException {
    Set<PowerChoice> powers = EnumSet.noneOf(PowerChoice.class);
    var fields =
        new FieldValues(
            new int[] {
              Nvml.FIELD_POWER_INSTANT,
              Nvml.FIELD_POWER_AVERAGE,
              Nvml.FIELD_ENERGY,
              Nvml.FIELD_TOTAL_ENERGY
            },
            new int[4]);
    boolean hasFields = isAnswered(() -> nvml.fields(gpu, fields));
    if (hasFields && fields.code(0) == 0) {
      powers.add(PowerChoice.INSTANT);
    }
    if (hasFields && fields.code(1) == 0) {
      powers.add(PowerChoice.AVERAGE);
    }
    if (isAnswered(() -> nvml.number(gpu, NvmlNumber.POWER, 0))) {
      powers.add(PowerChoice.USAGE);
    }
    if (isAnswered(() -> nvml.samples(gpu, Nvml.SAMPLES_TOTAL_POWER, 0, new DriverSamples()))) {
      powers.add(PowerChoice.SAMPLES);
    }
    return new PowerOffer(powers, energy(nvml, gpu, hasFields, fields));
  }

  private static EnergyQuestion energy(Nvml nvml, long gpu, boolean hasFields, FieldValues fields)
      throws NvmlException {
    if (hasFields && fields.code(2) == 0) {
      return EnergyQuestion.FIELD;
    }
    if (hasFields && fields.code(3) == 0) {
      return EnergyQuestion.TOTAL_FIELD;
    }
    return isAnswered(() -> nvml.number(gpu, NvmlNumber.ENERGY, 0))
        ? EnergyQuestion.CALL
        : EnergyQuestion.NONE;
  }

  /** What AUTO means here, or the choice itself where it works; null where it does not. */
  @Nullable PowerChoice choose(PowerChoice wished) {
    if (wished != PowerChoice.AUTO) {
      return powers.contains(wished) ? wished : null;
    }
    for (PowerChoice choice :
        new PowerChoice[] {PowerChoice.INSTANT, PowerChoice.AVERAGE, PowerChoice.USAGE}) {
      if (powers.contains(choice)) {
        return choice;
      }
    }
    return powers.contains(PowerChoice.SAMPLES) ? PowerChoice.SAMPLES : null;
  }

  private interface Question {
    void ask() throws NvmlException;
  }

  private static boolean isAnswered(Question question) throws NvmlException {
    try {
      question.ask();
      return true;
    } catch (NvmlException e) {
      if (e.code().isLoss()) {
        throw e;
      }
      return false;
    }
  }
}
