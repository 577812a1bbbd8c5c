package io.wattune.core.sensor;

import java.io.Serializable;

/**
 * How one device's sensor turns true power into readings. Once lag and delay are undone, {@code
 * true = gain * sensor + offset}. Every {@code ...Error} is one standard deviation.
 *
 * @param profileId stable id
 * @param device device id
 * @param signal signal of the device
 * @param sensorClass shape of the response; its constants are columns and not a {@link SensorModel}
 *     because the profile is kept as Flink's state, which knows records of plain types alone
 * @param timeConstantSeconds {@link SensorModel#timeConstantSeconds}
 * @param timeConstantErrorSeconds {@link SensorModel#timeConstantErrorSeconds}
 * @param windowSeconds {@link SensorModel#windowSeconds}
 * @param windowErrorSeconds {@link SensorModel#windowErrorSeconds}
 * @param source where the constants are from
 * @param updatePeriodSeconds time between two new values of the sensor
 * @param delaySeconds how much later than the power the sensor shows it, beyond its response
 * @param delayErrorSeconds error of the delay
 * @param gain true power per sensor power
 * @param gainError error of the gain
 * @param offsetWatts true power at sensor zero
 * @param offsetErrorWatts error of the offset
 * @param gainOffsetCovarianceWatts covariance of gain and offset: a line that is pinned at two
 *     plateaus has errors that almost cancel between them
 * @param noiseWatts standard deviation of one sample, quantisation included
 * @param steps number of rising edges that the profile was learned from
 * @param validFromNanos event time from which on the profile holds; {@link Long#MIN_VALUE} for
 *     always
 * @param driftedAtNanos event time of the newest step of those that were found not to fit the
 *     constant that had been taken before; {@link #NEVER} where none were, or where a profile that
 *     was given fits again
 */
public record SensorProfile(
    String profileId,
    String device,
    String signal,
    SensorClass sensorClass,
    double timeConstantSeconds,
    double timeConstantErrorSeconds,
    double windowSeconds,
    double windowErrorSeconds,
    ProfileSource source,
    double updatePeriodSeconds,
    double delaySeconds,
    double delayErrorSeconds,
    double gain,
    double gainError,
    double offsetWatts,
    double offsetErrorWatts,
    double gainOffsetCovarianceWatts,
    double noiseWatts,
    int steps,
    long validFromNanos,
    long driftedAtNanos)
    implements Serializable {

  /** No drift. Not a time of any reading, and what state of before drift was kept has. */
  public static final long NEVER = 0;

  /**
   * Edges alone cannot distinguish delay from the time constant: on a recorded K40m the pairs 54.5
   * ms and -4 ms, 57 ms and -9 ms fit alike. A quarter of the update period, and at least this.
   */
  private static final double LEAST_DELAY_ERROR_SECONDS = 0.002;

  public SensorProfile {
    SensorModel checked =
        SensorModel.of(
            sensorClass,
            timeConstantSeconds,
            timeConstantErrorSeconds,
            windowSeconds,
            windowErrorSeconds);
    timeConstantSeconds = checked.timeConstantSeconds();
    timeConstantErrorSeconds = checked.timeConstantErrorSeconds();
    windowSeconds = checked.windowSeconds();
    windowErrorSeconds = checked.windowErrorSeconds();
    finite("updatePeriodSeconds", updatePeriodSeconds, Double.MIN_VALUE);
    finite("delaySeconds", delaySeconds, -Double.MAX_VALUE);
    finite("delayErrorSeconds", delayErrorSeconds, 0);
    finite("gain", gain, Double.MIN_VALUE);
    finite("gainError", gainError, 0);
    finite("offsetWatts", offsetWatts, -Double.MAX_VALUE);
    finite("offsetErrorWatts", offsetErrorWatts, 0);
    finite("noiseWatts", noiseWatts, 0);
    double most = gainError * offsetErrorWatts;
    if (!(Math.abs(gainOffsetCovarianceWatts) <= most * (1 + 1e-9))) {
      throw new IllegalArgumentException(
          "gainOffsetCovarianceWatts must be at most gainError * offsetErrorWatts = %s, was %s"
              .formatted(most, gainOffsetCovarianceWatts));
    }
  }

  /** A profile with this response, without drift. */
  public SensorProfile(
      String profileId,
      String device,
      String signal,
      SensorModel response,
      ProfileSource source,
      double updatePeriodSeconds,
      double delaySeconds,
      double delayErrorSeconds,
      double gain,
      double gainError,
      double offsetWatts,
      double offsetErrorWatts,
      double gainOffsetCovarianceWatts,
      double noiseWatts,
      int steps,
      long validFromNanos) {
    this(
        profileId,
        device,
        signal,
        response.sensorClass(),
        response.timeConstantSeconds(),
        response.timeConstantErrorSeconds(),
        response.windowSeconds(),
        response.windowErrorSeconds(),
        source,
        updatePeriodSeconds,
        delaySeconds,
        delayErrorSeconds,
        gain,
        gainError,
        offsetWatts,
        offsetErrorWatts,
        gainOffsetCovarianceWatts,
        noiseWatts,
        steps,
        validFromNanos,
        NEVER);
  }

  /** The same profile with the time of its newest drift, or {@link #NEVER}. */
  public SensorProfile driftedAt(long nanos) {
    return new SensorProfile(
        profileId,
        device,
        signal,
        sensorClass,
        timeConstantSeconds,
        timeConstantErrorSeconds,
        windowSeconds,
        windowErrorSeconds,
        source,
        updatePeriodSeconds,
        delaySeconds,
        delayErrorSeconds,
        gain,
        gainError,
        offsetWatts,
        offsetErrorWatts,
        gainOffsetCovarianceWatts,
        noiseWatts,
        steps,
        validFromNanos,
        nanos);
  }

  private static void finite(String name, double value, double least) {
    if (!(value >= least && value <= Double.MAX_VALUE)) {
      throw new IllegalArgumentException(
          name + " must be finite and at least " + least + ", was " + value);
    }
  }

  /** {@link SensorModel#slopeSeconds} of the response. */
  public double slopeSeconds() {
    return timeConstantSeconds + windowSeconds / 2; // One of them is 0.
  }

  /** {@link SensorModel#slopeErrorSeconds} of the response. */
  public double slopeErrorSeconds() {
    return timeConstantErrorSeconds + windowErrorSeconds / 2;
  }

  /** Whether it averages over windows that reach into one another: {@link SensorModel#overlaps}. */
  public boolean averagesOverlap() {
    return response().isBoxcar() && response().overlaps(updatePeriodSeconds);
  }

  /** Whether it averages, and leaves no time out. */
  public boolean averagesAll() {
    return sensorClass == SensorClass.BOXCAR && response().seenShare(updatePeriodSeconds) == 1;
  }

  /** The delay, in nanoseconds. */
  public long delayNanos() {
    return Math.round(delaySeconds * 1e9);
  }

  /** The same gain, offset and delay with a response that was learned from {@code steps} edges. */
  public SensorProfile learned(
      SensorModel learnedResponse,
      double learnedPeriodSeconds,
      double learnedNoiseWatts,
      int learnedSteps,
      long fromNanos) {
    return responding(
        learnedResponse.sensorClass().label() + "-" + learnedSteps,
        learnedResponse,
        ProfileSource.LEARNED,
        learnedPeriodSeconds,
        learnedNoiseWatts,
        learnedSteps,
        fromNanos);
  }

  /**
   * The same prior where readings did not determine the class, but narrowed what is thought
   * possible. A published response stays where two of the new standard errors reach it; otherwise
   * it becomes no response at all.
   *
   * @param possible no response, with the error that is left
   */
  public SensorProfile narrowed(
      SensorModel possible,
      double learnedPeriodSeconds,
      double learnedNoiseWatts,
      int learnedSteps,
      long fromNanos) {
    double left = possible.slopeErrorSeconds();
    boolean isPublished =
        sensorClass == SensorClass.FIRST_ORDER_LAG && timeConstantSeconds <= 2 * left;
    return responding(
        (learnedSteps == 0 ? "bounded-" + Math.round(2000 * left) + "ms" : "short-" + learnedSteps),
        isPublished ? SensorModel.lag(timeConstantSeconds, left) : possible,
        ProfileSource.PRIOR,
        learnedPeriodSeconds,
        learnedNoiseWatts,
        learnedSteps,
        fromNanos);
  }

  private SensorProfile responding(
      String name,
      SensorModel newResponse,
      ProfileSource newSource,
      double newPeriodSeconds,
      double newNoiseWatts,
      int newSteps,
      long fromNanos) {
    return new SensorProfile(
        device + "/" + signal + "/" + name,
        device,
        signal,
        newResponse,
        newSource,
        newPeriodSeconds,
        delaySeconds,
        Math.max(LEAST_DELAY_ERROR_SECONDS, newPeriodSeconds / 4),
        gain,
        gainError,
        offsetWatts,
        offsetErrorWatts,
        gainOffsetCovarianceWatts,
        newNoiseWatts,
        newSteps,
        fromNanos);
  }

  /** Class and constants of the response, as a model. */
  public SensorModel response() {
    return SensorModel.of(
        sensorClass,
        timeConstantSeconds,
        timeConstantErrorSeconds,
        windowSeconds,
        windowErrorSeconds);
  }

  /** The same sensor with another scale, as a comparison with a meter gives it. */
  public SensorProfile scaled(
      String newId,
      double newGain,
      double newGainError,
      double newOffsetWatts,
      double newOffsetErrorWatts,
      double newCovarianceWatts) {
    return new SensorProfile(
        newId,
        device,
        signal,
        response(),
        source,
        updatePeriodSeconds,
        delaySeconds,
        delayErrorSeconds,
        newGain,
        newGainError,
        newOffsetWatts,
        newOffsetErrorWatts,
        newCovarianceWatts,
        noiseWatts,
        steps,
        validFromNanos);
  }

  /** The same constants, given for always to a device's signal. */
  public SensorProfile givenTo(String otherDevice, String otherSignal) {
    return of(otherDevice, otherSignal, ProfileSource.GIVEN, Long.MIN_VALUE);
  }

  /** The same from a time on. */
  public SensorProfile from(long nanos) {
    return of(device, signal, source, nanos);
  }

  private SensorProfile of(
      String newDevice, String newSignal, ProfileSource newSource, long fromNanos) {
    return new SensorProfile(
        profileId,
        newDevice,
        newSignal,
        response(),
        newSource,
        updatePeriodSeconds,
        delaySeconds,
        delayErrorSeconds,
        gain,
        gainError,
        offsetWatts,
        offsetErrorWatts,
        gainOffsetCovarianceWatts,
        noiseWatts,
        steps,
        fromNanos);
  }
}
