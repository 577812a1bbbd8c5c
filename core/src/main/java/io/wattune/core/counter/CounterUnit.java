package io.wattune.core.counter;

/** Units of counters. FRACTION is 0..1; WORK is the application's own unit of delivered work. */
public enum CounterUnit {
  COUNT,
  FRACTION,
  BYTES,
  SECONDS,
  HERTZ,
  JOULES,
  WATTS,
  CELSIUS,
  WORK
}
