package io.wattune.report.plot;

/** What a series shows; decides how it is drawn. */
public enum SeriesRole {
  /** What the sensor said. */
  RAW,
  /** True power. */
  TRUE,
  /** Smoothed power. */
  SMOOTHED,
  /** What an external meter said. */
  METER
}
