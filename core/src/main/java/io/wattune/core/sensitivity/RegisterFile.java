package io.wattune.core.sensitivity;

import java.io.Serializable;

/**
 * The most registers that an architecture gives to a kernel: what register counts are normalised
 * by.
 *
 * @param vectorRegisters of a work item
 * @param scalarRegisters of a wave
 */
public record RegisterFile(int vectorRegisters, int scalarRegisters) implements Serializable {
  /** AMD's first GCN generation (Harmonia, Table 2). */
  public static final RegisterFile GCN1 = new RegisterFile(256, 102);

  public RegisterFile {
    if (vectorRegisters < 1 || scalarRegisters < 1) {
      throw new IllegalArgumentException(
          "an architecture has at least 1 register of each kind, had %s and %s"
              .formatted(vectorRegisters, scalarRegisters));
    }
  }
}
