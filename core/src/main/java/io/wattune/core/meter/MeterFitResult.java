package io.wattune.core.meter;

/** Gain and offset of a sensor against a meter, or why they could not be had. */
public sealed interface MeterFitResult permits MeterFit, NoMeterFit {

  /** The result in one sentence, for people. */
  String sentence();
}
