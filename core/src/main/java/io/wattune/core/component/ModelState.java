package io.wattune.core.component;

import java.util.ArrayList;
import java.util.List;

/**
 * What a device has taught of its components. Mutable, plain fields; only {@link ComponentModel}
 * writes it.
 */
public final class ModelState {
  /** Measurements, put together where their rates are alike. */
  public List<Cell> cells = new ArrayList<>();

  /** Largest rate of each component. */
  public double[] largest = new double[0];

  /** How many measurements. */
  public long measurements;

  /** Measurements since the newest fit. */
  public int unused;

  /** End of the first measurement. */
  public long firstNanos;

  /** End of the measurement that was fitted last. */
  public long fittedNanos;

  /** Counts the fits. */
  public int revision;

  /** Idle power, then for each component its energy an event; empty while there is no model. */
  public double[] joules = new double[0];

  /** Their covariances, row by row. */
  public double[] covariances = new double[0];

  /** Whether only the given model distinguishes the components. */
  public boolean isGivens;

  /** For each component, the first of those that it cannot be distinguished from. */
  public int[] groups = new int[0];

  /** What a component's power differs by from the model's, from kernel to kernel, as a share. */
  public double missedShare;

  /** What the model misses of a kernel's power. */
  public double missedWatts;

  /** Mean error of power, as a share: what is common to all measurements of one sensor. */
  public double gainShare;

  /** Mean of how far measurements are off their cells' means, in standard deviations. */
  public double shift;

  /** The same in watts. */
  public double shiftWatts;

  /** When power was found to be another at the same rates; the lowest long for never. */
  public long driftNanos = Long.MIN_VALUE;

  /** How often. */
  public int drifts;
}
