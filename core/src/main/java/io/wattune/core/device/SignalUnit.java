package io.wattune.core.device;

/** Unit of one step of a signal's whole numbers. */
public enum SignalUnit {
  MILLIWATTS,
  MICROWATTS,
  MILLIJOULES,
  MICROJOULES,
  KILOHERTZ,
  MILLICELSIUS,
  PARTS_PER_MILLION
}
