package io.wattune.core.sensor;

import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * What has been published of the sensors of boards of some models: what a device starts with until
 * more is learned from its own readings, and never more than that.
 *
 * <p>Sources: Burtscher et al. (2014), sections 4 and 5, for the K20 and the K20x; Yang et al.
 * (2024) with their published table for all others. Of the K40 they say that it lags and recorded
 * one, a K40m; the lag of 0.0525 s is our fit of that recording. The table contradicts its own raw
 * data here and there (a Quadro RTX 8000 averages 20 ms, not 100), and drivers differ. So an entry
 * is a prior: quality ESTIMATED, thrown over by the first lesson of the device's own steps, and
 * with an error such that two of it reach from no response at all to at least the mean delay of a
 * one-second average, whatever the entry says.
 *
 * <p>Windows are priors as the lag of half of them, which is exact where power has been steady or
 * has risen evenly for a window: a reading is never taken apart by a window that nobody has seen.
 * Maxwell's boards lag too, by a time that was not published. Test: {@code PublishedSensorsTest}.
 */
final class PublishedSensors {
  /** Readings of Ampere (but GA100), Ada and Hopper are averages unless they say otherwise. */
  private static final Pattern INSTANT = Pattern.compile("instant");

  /** Mean power between two updates of an energy counter. */
  private static final Pattern COUNTED = Pattern.compile("energy\\w*\\.mean");

  /** What Hopper's driver keeps of its sensor: a value every 20 ms, not only each fifth of them. */
  private static final Pattern KEPT = Pattern.compile("power\\.samples");

  private static final Pattern HOPPER = words("H100|H200|H800|H20|GH200");

  private static final List<Entry> ENTRIES =
      List.of(
          Entry.of("K20[cm]", "K20", 0.84, 0.015),
          Entry.of("K20xm?", "K20x", 0, 0.015),
          // That it lags was published; by how much is our own fit of one recorded K40m.
          Entry.of("K40[cdmst]?", "K40", 0.0525, 0.015),
          // Pascal and Volta: 10 of 20 ms.
          Entry.of(
              "[PV]100\\w*|P40|P4|P6|TITAN (V|X[Pp]?)|GTX 10[5678]0", "10 of 20 ms", 0.005, 0.02),
          // Turing: 100 of 100 ms.
          Entry.of(
              "T4|T4G|GTX 16[56]0|RTX 20[678]0|Quadro RTX \\d+|TITAN RTX",
              "100 of 100 ms",
              0.05,
              0.1),
          // GA100: 25 of 100 ms, in all of its readings.
          Entry.of("A100\\w*|A30\\w*|A800\\w*", "25 of 100 ms", 0.0125, 0.1),
          // Hopper: 25 of 100 ms, or a second.
          new Entry(HOPPER, "25 of 100 ms", 0.0125, "1 s of 100 ms", 0.5, 0.1),
          // Ampere and Ada: 100 of 100 ms, or a second. Of Blackwell nothing was published.
          new Entry(
              words("A10G?|A16|A2|A40|RTX A\\d+|RTX [34]0[5-9]0|L4|L40S?|RTX \\d+ Ada"),
              "100 of 100 ms",
              0.05,
              "1 s of 100 ms",
              0.5,
              0.1));

  /**
   * One row.
   *
   * @param models what the model's name must contain, as whole words
   * @param instantName name of the response of readings that say that they are instant, or of all
   * @param instantSeconds its weight of the slope
   * @param otherName name of the response of all other readings
   * @param otherSeconds its weight of the slope
   * @param periodSeconds time between two updates
   */
  private record Entry(
      Pattern models,
      String instantName,
      double instantSeconds,
      String otherName,
      double otherSeconds,
      double periodSeconds) {

    static Entry of(String models, String name, double slopeSeconds, double periodSeconds) {
      return new Entry(words(models), name, slopeSeconds, name, slopeSeconds, periodSeconds);
    }
  }

  /**
   * A response that was published.
   *
   * @param name which one
   * @param model the response, with its error
   * @param periodSeconds time between two updates
   */
  record Published(String name, SensorModel model, double periodSeconds) {}

  private PublishedSensors() {}

  private static Pattern words(String alternatives) {
    return Pattern.compile("(?<![\\w-])(" + alternatives + ")(?!\\w)", Pattern.CASE_INSENSITIVE);
  }

  /**
   * What was measured on an H100 (docs/measurements). The driver's kept readings: a mean of 25 ms,
   * of which there is one in 20 ms; values as of the polled instant power, five for one of those.
   * The energy counter: new every 100 ms, the integral of these, nothing left out.
   */
  private static Published measured(
      String name, double slopeSeconds, double periodSeconds, double leastErrorSeconds) {
    double error = Math.max(leastErrorSeconds, slopeSeconds / 2);
    return new Published(name, SensorModel.lag(slopeSeconds, error), periodSeconds);
  }

  /**
   * Looks a model up.
   *
   * @param model the model's name, as its driver says it
   * @param signal the source's name of the signal
   * @param leastErrorSeconds how much of the slope is thought possible of any sensor
   * @return null where nothing was published of it
   */
  static @Nullable Published of(String model, String signal, double leastErrorSeconds) {
    boolean isCounted = COUNTED.matcher(signal).find();
    if (isCounted || KEPT.matcher(signal).find()) {
      if (HOPPER.matcher(model).find()) {
        return isCounted
            ? measured("100 of 100 ms", 0.05, 0.1, leastErrorSeconds)
            : measured("25 of 20 ms", 0.0125, 0.02, leastErrorSeconds);
      }
      if (isCounted) {
        return null; // An entry is of a sensor that is polled.
      }
    }
    for (Entry entry : ENTRIES) {
      if (entry.models().matcher(model).find()) {
        boolean instant = INSTANT.matcher(signal.toLowerCase(Locale.ROOT)).find();
        double c = instant ? entry.instantSeconds() : entry.otherSeconds();
        double error = Math.max(leastErrorSeconds, c / 2);
        SensorModel response = c > 0 ? SensorModel.lag(c, error) : SensorModel.passThrough(error);
        String name = instant ? entry.instantName() : entry.otherName();
        return new Published(name, response, entry.periodSeconds());
      }
    }
    return null;
  }
}
