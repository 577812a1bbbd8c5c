package io.wattune.testbed.standin;

import java.util.Locale;

/** How a simulated device is reached; in the order of their numbers in the page. */
public enum StandInKind {
  /** By a library of NVIDIA's name. */
  NVIDIA,
  /** By a tree of amdgpu's files. */
  AMD,
  /** By a tree of powercap's files. */
  POWERCAP;

  /** As it is written, and as the product's device kind is called. */
  public String label() {
    return name().toLowerCase(Locale.ROOT);
  }
}
