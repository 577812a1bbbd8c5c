package io.wattune.core.tunable;

/**
 * Units of tunables. Values are whole numbers: what was set and what was read back must compare.
 */
public enum TunableUnit {
  MILLIWATTS,
  MEGAHERTZ,
  COUNT,
  PARTS_PER_MILLION
}
