package io.wattune.dashboard.api;

import io.javalin.http.Context;
import io.wattune.http.Problem;
import io.wattune.store.history.TimeRange;
import java.math.BigDecimal;
import java.util.Arrays;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** The parameters of a request, checked; what is wrong is said with what would be right. */
final class QueryParameters {
  static final int MOST_POINTS = 2000;

  private static final int DEFAULT_POINTS = 600;
  private static final long NANOS_PER_MILLI = 1_000_000;
  private static final long DEFAULT_NANOS = 300_000_000_000L;
  private static final long LONGEST_NANOS = 366L * 86_400 * 1_000_000_000L;
  private static final BigDecimal LATEST_MILLIS = BigDecimal.valueOf(Long.MAX_VALUE / 2_000_000);

  private QueryParameters() {}

  /** The time range: the last five minutes where nothing is said. */
  static TimeRange range(Context request, long nowNanos) {
    Long to = millis(request, "toMs");
    long toNanos = to == null ? nowNanos : to;
    Long from = millis(request, "fromMs");
    long fromNanos = from == null ? Math.max(0, toNanos - DEFAULT_NANOS) : from;
    if (toNanos - fromNanos < NANOS_PER_MILLI || toNanos - fromNanos > LONGEST_NANOS) {
      throw Problem.badRequest(
          "fromMs must be 1 ms to 366 days before toMs",
          "fromMs, toMs",
          "give both in milliseconds since 1970, fromMs first");
    }
    return new TimeRange(fromNanos, toNanos);
  }

  private static @Nullable Long millis(Context request, String name) {
    String text = request.queryParam(name);
    if (text == null) {
      return null;
    }
    try {
      BigDecimal millis = new BigDecimal(text);
      if (millis.signum() >= 0 && millis.compareTo(LATEST_MILLIS) < 0 && text.length() <= 40) {
        return millis.multiply(BigDecimal.valueOf(NANOS_PER_MILLI)).longValue();
      }
    } catch (NumberFormatException e) {
      // Said below.
    }
    throw Problem.badRequest(
        name + " must be milliseconds since 1970, was '" + text + "'",
        name,
        "write it like 1763700000000");
  }

  /** How many points are wanted. */
  static int points(Context request) {
    String text = request.queryParam("points");
    if (text == null) {
      return DEFAULT_POINTS;
    }
    try {
      int points = Integer.parseInt(text);
      if (points >= 1 && points <= MOST_POINTS) {
        return points;
      }
    } catch (NumberFormatException e) {
      // Said below.
    }
    throw Problem.badRequest(
        "points must be in 1.." + MOST_POINTS + ", was '" + text + "'",
        "points",
        "ask for about as many as the chart has pixels across");
  }

  /**
   * One of some words.
   *
   * @return null where the parameter is absent
   */
  static <E> @Nullable E oneOf(Context request, String name, E[] all, Function<E, String> label) {
    String text = request.queryParam(name);
    if (text == null || text.isEmpty()) {
      return null;
    }
    for (E each : all) {
      if (label.apply(each).equals(text)) {
        return each;
      }
    }
    throw Problem.badRequest(
        name + " is '" + text + "', which there is not",
        name,
        "give one of " + Arrays.stream(all).map(label).collect(Collectors.joining(", ")));
  }
}
