package io.wattune.core.sensitivity;

/** A sensitivity as one of three. */
public enum SensitivityBin {
  LOW,
  MEDIUM,
  HIGH
}
