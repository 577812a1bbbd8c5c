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
  private boolean isAway;
  private int failures;
  private int prepared;
  private boolean isPrepared;
  private Duration retryAfter = Duration.ZERO;

  synchronized void refuse(Predicate<String> lines) {
    refuses = lines;
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
    for (String line : each) {
      if (refuses.test(line)) {
        throw new StoreRefusedException("this line is not liked: " + line);
      }
      String series = line.substring(0, line.indexOf(' '));
      points.put(series + line.substring(line.lastIndexOf(' ')), line);
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
