package io.wattune.core.component;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * All that {@link ComponentEstimator} remembers of one device. Mutable, plain fields: the host
 * keeps it; only the estimator writes it.
 */
public final class ComponentState {
  /** The power signal; empty before the first power. */
  public String signal = "";

  /** Newest revision of true power; -1 before the first. */
  public int revision = -1;

  /** How often the device's clock had been set back. */
  public int clockSetBacks;

  /** Sequence of the newest counter reading; -1 before the first. */
  public long sequence = -1;

  /** Latest end of a counter reading. */
  public long newestEndNanos = Long.MIN_VALUE;

  /** Up to where counters have gone into intervals. */
  public long closedNanos = Long.MIN_VALUE;

  /** True power of the last minutes. */
  public EnergyTrace trace = new EnergyTrace();

  /** Components, in the order of their counters. */
  public List<String> names = new ArrayList<>();

  /** For each component, its counter. */
  public List<String> counters = new ArrayList<>();

  /** Whether all counters are shares of time. */
  public boolean isCoarse;

  /** Readings in a row that had other counters. */
  public int strange;

  /** The interval that is being filled. */
  public @Nullable CounterInterval open;

  /** Intervals that wait for power, oldest first. */
  public List<CounterInterval> waiting = new ArrayList<>();

  /** What has been learned. */
  public ModelState model = new ModelState();
}
