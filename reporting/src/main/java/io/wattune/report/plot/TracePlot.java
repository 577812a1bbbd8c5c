package io.wattune.report.plot;

import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.stream.DoubleStream;

/**
 * What a picture of a trace shows. The time axis counts seconds from the first point of any series.
 *
 * @param title what the trace is, for the reader
 * @param subtitle device, sensor or source; may be empty
 * @param series lines, drawn in this order; each with a name of its own
 * @param activities shaded stretches
 * @param notes sentences below the picture: the sensor profile, what was dropped
 */
public record TracePlot(
    String title,
    String subtitle,
    List<Series> series,
    List<Shade> activities,
    List<String> notes) {

  private static final long SECOND = 1_000_000_000L;

  public TracePlot {
    series = List.copyOf(series);
    activities = List.copyOf(activities);
    notes = List.copyOf(notes);
    if (series.stream().map(Series::name).distinct().count() != series.size()) {
      throw new IllegalArgumentException(
          "each series of '"
              + title
              + "' needs a name of its own: the legend distinguishes them by it");
    }
    if (series.stream().allMatch(s -> s.timesNanos().length == 0)) {
      throw new IllegalArgumentException(
          "nothing to plot in '" + title + "': no series has a point; check the input file");
    }
  }

  /** Whether a series of it shows that. */
  boolean has(SeriesRole role) {
    return series.stream().anyMatch(each -> each.role() == role);
  }

  /** Time of the first point. */
  long startNanos() {
    return series.stream()
        .filter(s -> s.timesNanos().length > 0)
        .mapToLong(s -> s.timesNanos()[0])
        .min()
        .orElseThrow();
  }

  /** Time of the last point. */
  long endNanos() {
    return series.stream()
        .filter(s -> s.timesNanos().length > 0)
        .mapToLong(s -> s.timesNanos()[s.timesNanos().length - 1])
        .max()
        .orElseThrow();
  }

  /** Seconds since the first point. */
  double seconds(long timeNanos) {
    return (timeNanos - startNanos()) * 1e-9;
  }

  /** The lowest value of any series, or 0 where all are higher. */
  double lowestWatts() {
    return values().reduce(0, Math::min);
  }

  /** The highest value of any series, or 0 where all are lower. */
  double highestWatts() {
    return values().reduce(0, Math::max);
  }

  private DoubleStream values() {
    return series.stream().flatMapToDouble(s -> Arrays.stream(s.watts())).filter(Double::isFinite);
  }

  static Instant instant(long timeNanos) {
    return Instant.ofEpochSecond(
        Math.floorDiv(timeNanos, SECOND), Math.floorMod(timeNanos, SECOND));
  }
}
