package io.wattune.core.sensor;

/**
 * What {@link StepCalibrator} remembers of one device. Mutable, plain fields: the host keeps it;
 * only the calibrator writes it. Savepoints hold the fields by name: a renamed one loses its value
 * on an upgrade. The samples of a step stay where they are, see {@link StepSamples}.
 */
public final class CalibrationState {
  /** Samples looked back to for the level before a step. */
  static final int HISTORY = 8;

  /** Newest samples, while a step is collected those of the step, a ring: times. */
  public long[] historyNanos = new long[HISTORY];

  /** Their values, in watts. */
  public double[] historyWatts = new double[HISTORY];

  /** Samples ever put into the history since the last gap that was too long to bear. */
  public long history;

  /** Time of the newest sample before which updates may have gone unseen. */
  public long unseenEndNanos;

  /** Largest rise from the sample before to such a one within the history, in watts. */
  public double unseenWatts;

  /** Mean size of the second difference of the samples, in watts. */
  public double roughnessWatts;

  /** Level before the step that is being collected, in watts. */
  public double baseWatts;

  /** Spread of the history before it, in watts. */
  public double baseSpreadWatts;

  /** Time of the last sample before it. */
  public long baseNanos;

  /** Largest rise within the step between two samples with updates unseen between, in watts. */
  public double hiddenWatts;

  /** Highest sample of the step so far, in watts. */
  public double highestWatts;

  /** Number of samples of the step that is being collected; 0 while none is. */
  public int collected;

  /** Time constants of the newest accepted steps, a ring. */
  public double[] timeConstants = new double[StepCalibrator.REMEMBERED];

  /** Steps accepted as a lag so far. */
  public int lagSteps;

  /** Standard error of the newest lag step's time constant, from its fit, in seconds. */
  public double fitErrorSeconds;

  /** Steps that were collected to their end, whatever came of them. */
  public long judged;

  /** No step is collected before this time. */
  public long quietToNanos = Long.MIN_VALUE;

  /** Last sample before the step that is being collected, in watts. */
  public double lastBeforeWatts;

  /** Windows of the newest steps that are ramps, a ring. */
  public double[] windows = new double[StepCalibrator.REMEMBERED];

  /** Steps accepted as a boxcar's ramp so far. */
  public int boxcarSteps;

  /** Standard error of the newest such step's window, from its fit, in seconds. */
  public double windowFitErrorSeconds;

  /** What the edges that are over within a few updates say together. */
  public PoolState pool = new PoolState();

  /** Falls out of a flat stretch so far. */
  public long falls;

  /** Steepest of them, as the share of the level that was lost from one update to the next. */
  public double steepestFall;

  /** Constant that newer steps are compared with; 0 until there is one. */
  public double referenceSeconds;

  /** Its standard error. */
  public double referenceErrorSeconds;

  /** Steps that the constant was compared with already when it was set. */
  public int referenceSteps;

  /** Whether the newest steps are away from it. */
  public boolean drifting;

  /** How often that began. */
  public long drifts;

  /** Whether it was reported that the response is over within some updates, whatever it is. */
  public boolean shortTold;

  /** Steps and windows that the newest lesson of a boxcar was drawn from. */
  public int boxcarStepsTold;

  /** The steepest moves from one sample to the next, descending, in W/s. */
  public double[] steepestWattsPerSecond = new double[9];

  /** Time of the poll before the newest sample. */
  public long newestFromNanos = Long.MIN_VALUE;

  /** The newest sample, in watts. */
  public double newestWatts;

  /** The highest sample ever, in watts. */
  public double highestEverWatts;

  /** The longest response that was reported as possible; infinite while none was. */
  public double boundToldSeconds = Double.POSITIVE_INFINITY;

  /** Edges whose values could be judged though power did not hold still. */
  public long clearEdges;

  /** Those of them that were over within some updates. */
  public long quickEdges;
}
