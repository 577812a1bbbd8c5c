package io.wattune.sinks.influx;

import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;

/**
 * A store in memory that keeps the last line of each series and time, refuses what it is told to
 * refuse, and can be away. Thread safe.
 */
final class FakeStore implements PointStore {
  private final Map<String, String> points = new LinkedHashMap<>();
  private final List<Integer> calls = new ArrayList<>();
  private Predicate<String> refuses = line -> false;
  private boolean saysHowMany;
  private boolean isAway;
  private int failures;
  private int prepared;
  private boolean isPrepared;
  private Duration retryAfter = Duration.ZERO;

  synchronized void refuse(Predicate<String> lines) {
    refuses = lines;
  }

  /** As InfluxDB does where points are too old: it takes the others, and counts. */
  synchronized void sayHowMany() {
    saysHowMany = true;
  }

  synchronized void away(boolean away) {
    isAway = away;
  }

  /** The next calls fail. */
  synchronized void fail(int calls, Duration after) {
    failures = calls;
    retryAfter = after;
  }

  @Override
  public synchronized void prepare() throws StoreUnavailableException {
    if (isAway) {
      throw away();
    }
    prepared++;
    isPrepared = true;
  }

  @Override
  public synchronized void write(String lines)
      throws StoreRefusedException, StoreUnavailableException {
    if (!isPrepared) {
      throw new AssertionError("written to before it was prepared");
    }
    List<String> each = lines.lines().toList();
    calls.add(each.size());
    if (isAway || failures > 0) {
      failures--;
      isPrepared = false;
      throw away();
    }
    int dropped = (int) each.stream().filter(refuses).count();
    if (dropped > 0 && !saysHowMany) {
      throw new StoreRefusedException(
          "this line is not liked: " + each.stream().filter(refuses).findFirst().orElseThrow(),
          StoreRefusedException.SOME);
    }
    for (String line : each) {
      if (refuses.test(line)) {
        continue;
      }
      String series = line.substring(0, line.indexOf(' '));
      points.put(series + line.substring(line.lastIndexOf(' ')), line);
    }
    if (dropped > 0) {
      throw new StoreRefusedException("dropped=" + dropped, dropped);
    }
  }

  private StoreUnavailableException away() {
    return new StoreUnavailableException("away", retryAfter, new IllegalStateException("away"));
  }

  synchronized List<String> lines() {
    return List.copyOf(points.values());
  }

  /** Number of lines of each call. */
  synchronized List<Integer> calls() {
    return List.copyOf(calls);
  }

  synchronized int prepared() {
    return prepared;
  }

  @Override
  public void cancel() {}

  @Override
  public void close() {}
}
