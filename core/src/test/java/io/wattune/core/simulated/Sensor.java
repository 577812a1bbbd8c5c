package io.wattune.core.simulated;

/**
 * A sensor that takes a new value at each update, and what polling it gives.
 *
 * @param response what it shows without noise
 * @param periodSeconds time between updates
 * @param phaseSeconds time of an update
 * @param noiseWatts standard deviation of the noise of an update
 * @param resolutionWatts smallest step
 */
public record Sensor(
    Response response,
    double periodSeconds,
    double phaseSeconds,
    double noiseWatts,
    double resolutionWatts) {

  /** Epoch nanoseconds of the traces' second 0: a whole minute. */
  public static final long EPOCH_NANOS = 1_700_000_040_000_000_000L;

  /** A K20: 15.17 ms between updates, polls as fast as it answers. */
  public static Sensor k20(double noiseWatts) {
    return new Sensor(Response.lag(0.84), K20_PERIOD, 0.0021, noiseWatts, 0.001);
  }

  /** A run of 38 polls 0.283 ms apart, then a gap of 4.7 ms. */
  public static final double K20_PERIOD = 37 * 0.000283 + 0.0047;

  public Sensor noise(double watts) {
    return new Sensor(response, periodSeconds, phaseSeconds, watts, resolutionWatts);
  }

  public Sensor phase(double seconds) {
    return new Sensor(response, periodSeconds, seconds, noiseWatts, resolutionWatts);
  }

  /** Epoch nanoseconds, in whole microseconds, of a time in seconds. */
  public static long nanos(double seconds) {
    return EPOCH_NANOS + Math.round(seconds * 1e6) * 1000L;
  }

  /** Index of the newest update at a time. */
  public long update(double seconds) {
    return (long) Math.floor((seconds - phaseSeconds) / periodSeconds);
  }

  /** Polls that come in the runs of a K20: 2.35 ms after each update the first of 38. */
  public Polls.Schedule inRuns() {
    return (seconds, random) -> {
      double next = seconds + 0.000283;
      double since = next - phaseSeconds - update(next) * periodSeconds;
      double last = 0.00235 + 37.4 * 0.000283;
      if (update(next) == update(seconds) && since <= last) {
        return next;
      }
      long run = update(seconds) + 1;
      return phaseSeconds + run * periodSeconds + 0.00235;
    };
  }

  /** Polls at random distances. */
  public static Polls.Schedule every(double leastSeconds, double mostSeconds) {
    return (seconds, random) ->
        seconds + leastSeconds + (mostSeconds - leastSeconds) * random.nextDouble();
  }

  /** Polls a power trace from one second to another. */
  public Polls poll(PowerTrace power, double from, double to, Polls.Schedule schedule, long seed) {
    var noise = Seeds.random(seed);
    var times = Seeds.random(~seed);
    var polls = new Polls.Builder();
    long update = Long.MIN_VALUE;
    int value = 0;
    for (double t = from; t < to; t = schedule.next(t, times)) {
      if (update(t) != update) {
        update = update(t);
        double shown = response.at(power, phaseSeconds + update * periodSeconds);
        double watts = shown + noiseWatts * noise.nextGaussian();
        value = (int) Math.round(Math.rint(watts / resolutionWatts) * resolutionWatts * 1000);
      }
      polls.add(nanos(t), value);
    }
    return polls.build();
  }
}
