package io.wattune.dashboard.state;

import io.wattune.core.serving.LatencyBound;
import io.wattune.core.serving.LatencyHistogram;
import io.wattune.core.serving.ServingReading;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * The last minute of each inference server, in bounded memory: of more servers than {@value
 * #MOST_SERVERS} those that came later are left out. Not thread safe; {@link LiveState} is.
 */
final class ServerBoard {
  static final int MOST_SERVERS = 1_000;

  /** A minute of the shortest period, and no more. */
  private static final int MOST_READINGS = 600;

  /** Over which latencies are put together: some hundred requests of most servers. */
  private static final long TAIL_NANOS = 60_000_000_000L;

  /** Over which requests are counted: a rate of few requests a second is known so. */
  private static final long RATE_NANOS = 5_000_000_000L;

  /** After which a server that says nothing is forgotten. */
  private static final long FORGET_NANOS = 3_600_000_000_000L;

  private final Map<String, Deque<ServingReading>> servers = new TreeMap<>();

  void take(ServingReading reading) {
    String key = reading.node() + "/" + reading.server();
    Deque<ServingReading> readings = servers.get(key);
    if (readings == null) {
      if (servers.size() >= MOST_SERVERS) {
        return;
      }
      readings = new ArrayDeque<>();
      servers.put(key, readings);
    }
    ServingReading last = readings.peekLast();
    if (last != null && reading.endNanos() <= last.endNanos()) {
      // A repeat; or the clock was set back, and what came before is of another time.
      if (reading.endNanos() > last.endNanos() - TAIL_NANOS) {
        return;
      }
      readings.clear();
    }
    readings.addLast(reading);
    while (readings.size() > MOST_READINGS
        || readings.peekFirst().endNanos() <= reading.endNanos() - TAIL_NANOS) {
      readings.removeFirst();
    }
  }

  /**
   * All servers, by node and name.
   *
   * @param staleNanos age from which on a reading is not fresh
   */
  List<ServerNow> now(long nowNanos, long staleNanos) {
    servers.values().removeIf(readings -> nowNanos - readings.getLast().endNanos() > FORGET_NANOS);
    return servers.values().stream().map(each -> server(each, nowNanos, staleNanos)).toList();
  }

  private static ServerNow server(Deque<ServingReading> readings, long nowNanos, long staleNanos) {
    ServingReading newest = readings.getLast();
    LatencyHistogram latencies =
        LatencyHistogram.sum(readings.stream().map(ServingReading::latencies).toList());
    double seconds = 0;
    double come = 0;
    double answered = 0;
    for (ServingReading each : readings) {
      if (each.endNanos() > newest.endNanos() - RATE_NANOS) {
        seconds += each.seconds();
        come += each.arrived().isPresent() ? each.arrived().getAsLong() : Double.NaN;
        answered += each.finished();
      }
    }
    List<LatencyBound> quantiles =
        latencies.buckets().isEmpty()
            ? newest.quantiles()
            : Stream.of(0.5, 0.95, 0.99)
                .map(latencies::quantile)
                .flatMap(Optional::stream)
                .toList();
    return new ServerNow(
        newest,
        nowNanos - newest.endNanos() > staleNanos,
        seconds > 0 ? come / seconds : Double.NaN,
        seconds > 0 ? answered / seconds : Double.NaN,
        quantiles,
        latencies.requests());
  }
}
