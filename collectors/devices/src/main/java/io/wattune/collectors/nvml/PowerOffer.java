package io.wattune.collectors.nvml;

import io.wattune.collectors.nvml.library.DriverSamples;
import io.wattune.collectors.nvml.library.FieldValues;
import io.wattune.collectors.nvml.library.Nvml;
import io.wattune.collectors.nvml.library.NvmlCode;
import io.wattune.collectors.nvml.library.NvmlException;
import io.wattune.collectors.nvml.library.NvmlNumber;
import java.util.EnumSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Which powers a GPU gives, and how its energy counter is asked: found out by asking, since chip
 * and driver do not determine it (Yang et al. 2024, table of fields by driver version).
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
            Nvml.FIELD_POWER_INSTANT,
            Nvml.FIELD_POWER_AVERAGE,
            Nvml.FIELD_ENERGY,
            Nvml.FIELD_TOTAL_ENERGY);
    boolean hasFields = isAnswered(() -> ask(nvml, gpu, fields));
    if (hasFields && isPower(fields, 0)) {
      powers.add(PowerChoice.INSTANT);
    }
    if (hasFields && isPower(fields, 1)) {
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
    if (hasFields && isGiven(fields, 2)) {
      return EnergyQuestion.FIELD;
    }
    if (hasFields && isGiven(fields, 3)) {
      return EnergyQuestion.TOTAL_FIELD;
    }
    return isAnswered(() -> nvml.number(gpu, NvmlNumber.ENERGY, 0))
        ? EnergyQuestion.CALL
        : EnergyQuestion.NONE;
  }

  /**
   * What AUTO means here as long as the kept readings are not looked at, or the choice itself where
   * it works; null where it does not.
   */
  @Nullable PowerChoice choose(PowerChoice wished) {
    if (wished == PowerChoice.ENERGY) {
      return energy == EnergyQuestion.NONE || ordinary() == null ? null : wished;
    }
    if (wished != PowerChoice.AUTO) {
      return powers.contains(wished) ? wished : null;
    }
    PowerChoice polled = ordinary();
    return polled == null && powers.contains(PowerChoice.SAMPLES) ? PowerChoice.SAMPLES : polled;
  }

  /** The best power that is asked for, the driver's buffer aside; null where there is none. */
  @Nullable PowerChoice ordinary() {
    for (PowerChoice choice :
        new PowerChoice[] {PowerChoice.INSTANT, PowerChoice.AVERAGE, PowerChoice.USAGE}) {
      if (powers.contains(choice)) {
        return choice;
      }
    }
    return null;
  }

  /** Fields fail each by itself: those that say neither yes nor no are asked for again. */
  private static void ask(Nvml nvml, long gpu, FieldValues fields) throws NvmlException {
    for (int left = Question.TRIES; left > 0; left--) {
      nvml.fields(gpu, fields);
      boolean isClear = true;
      for (int i = 0; i < fields.size(); i++) {
        NvmlCode code = NvmlCode.of(fields.code(i));
        isClear &= isGiven(fields, i) || code.isNever();
      }
      if (isClear) {
        return;
      }
    }
  }

  private static boolean isGiven(FieldValues fields, int place) {
    return fields.code(place) == 0;
  }

  /** A GPU that answers takes power: 0 W is a field that nobody fills. */
  private static boolean isPower(FieldValues fields, int place) {
    return isGiven(fields, place) && fields.value(place) != 0;
  }

  /** What a driver in trouble does not say is taken for a no in the end: others may do. */
  private static boolean isAnswered(Question question) throws NvmlException {
    try {
      return question.isGiven();
    } catch (NvmlException e) {
      if (e.code().isLoss()) {
        throw e;
      }
      return e.code() == NvmlCode.NO_DATA; // It is there, and has nothing now.
    }
  }
}
