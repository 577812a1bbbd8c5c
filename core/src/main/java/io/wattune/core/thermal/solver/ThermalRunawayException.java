package io.wattune.core.thermal.solver;

/** Leakage grows faster with temperature than the package carries heat away. */
public final class ThermalRunawayException extends RuntimeException {
  private static final long serialVersionUID = 1;

  ThermalRunawayException(String message) {
    super(message);
  }
}
