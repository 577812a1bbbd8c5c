package io.wattune.collectors.agent;

import io.wattune.core.polling.NativeRate;
import io.wattune.testbed.SeededNoise;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Polls of a simulated sensor, as an agent makes them: on a grid until {@link NativeRate} says
 * otherwise, each somewhat late by the machine's timer, each for as long as the call takes, and
 * some put off since the machine was held up.
 */
final class SensorRun {
  static final long MILLI = 1_000_000L;
  static final long SECOND = 1_000 * MILLI;

  /** A sensor: the number of the update at a time, and the value that it shows then. */
  interface Sensor {
    long update(long nanos);

    default int value(long update) {
      return (int) (100_000 + 37 * update % 5_003);
    }
  }

  /** One poll; {@code update} is the one that its value is of. */
  record Poll(long nanos, int value, long update) {}

  final List<Poll> polls = new ArrayList<>();
  final NativeRate rate;
  private final Sensor sensor;
  private final long ordinaryNanos;
  private final SeededNoise late;
  private long callNanos;
  private long stallEveryNanos = Long.MAX_VALUE;
  private long stallNanos;
  private long slowCallNanos;
  private boolean isAligned = true;

  SensorRun(Sensor sensor, long ordinaryNanos, long seed) {
    this.sensor = sensor;
    this.ordinaryNanos = ordinaryNanos;
    this.rate = new NativeRate(ordinaryNanos);
    this.late = new SeededNoise(seed);
  }

  /** Each poll takes so long; its value is that of the middle. */
  SensorRun calls(long nanos) {
    callNanos = nanos;
    return this;
  }

  /** Once in a while nothing is polled for some time. */
  SensorRun stalls(long everyNanos, long nanos) {
    stallEveryNanos = everyNanos;
    stallNanos = nanos;
    return this;
  }

  /** Once in a while a call takes long; its value is of the begin. */
  SensorRun slowCalls(long everyNanos, long nanos) {
    stallEveryNanos = everyNanos;
    slowCallNanos = nanos;
    return this;
  }

  /** Polls by rule alone. */
  SensorRun unaligned() {
    isAligned = false;
    return this;
  }

  SensorRun run(long seconds) {
    long deadline = 0;
    long nextStall = stallEveryNanos;
    for (int i = 0; deadline < seconds * SECOND; i++) {
      long asked = deadline + late.between(i, 0, MILLI / 2);
      long slowNanos = 0;
      if (asked > nextStall) {
        asked += stallNanos;
        slowNanos = slowCallNanos;
        nextStall += stallEveryNanos;
      }
      long update = sensor.update(asked + callNanos / 2);
      long answered = asked + callNanos + slowNanos;
      polls.add(new Poll(asked, sensor.value(update), update));
      long next = NativeRate.ORDINARY;
      if (isAligned) {
        next = rate.next(asked, answered, sensor.value(update));
      }
      deadline =
          next > answered ? next : (Math.floorDiv(answered, ordinaryNanos) + 1) * ordinaryNanos;
    }
    return this;
  }

  /** Polls from a time on. */
  List<Poll> since(long fromNanos) {
    return polls.stream().filter(poll -> poll.nanos() >= fromNanos).toList();
  }

  /** Share of the updates with another value than the one before that no poll saw. */
  double missedShare(long fromNanos) {
    List<Poll> part = since(fromNanos);
    long first = part.get(0).update();
    long last = part.get(part.size() - 1).update();
    boolean[] isSeen = new boolean[(int) (last - first + 1)];
    part.forEach(poll -> isSeen[(int) (poll.update() - first)] = true);
    long changed = 0;
    long missed = 0;
    for (int i = 1; i < isSeen.length; i++) {
      boolean isNew = sensor.value(first + i) != sensor.value(first + i - 1);
      changed += isNew ? 1 : 0;
      missed += isNew && !isSeen[i] ? 1 : 0;
    }
    return changed == 0 ? 0 : (double) missed / changed;
  }

  /** Polls for each update. */
  double pollsForAnUpdate(long fromNanos) {
    List<Poll> part = since(fromNanos);
    return part.size() / (double) (part.get(part.size() - 1).update() - part.get(0).update() + 1);
  }

  /** The most polls in any second. */
  int mostInASecond() {
    int most = 0;
    int from = 0;
    for (int i = 0; i < polls.size(); i++) {
      while (polls.get(i).nanos() - polls.get(from).nanos() >= SECOND) {
        from++;
      }
      most = Math.max(most, i - from + 1);
    }
    return most;
  }

  /** Median of the time in which a change lies. */
  double bracketMillis(long fromNanos) {
    List<Poll> part = since(fromNanos);
    double[] brackets =
        IntStream.range(1, part.size())
            .filter(i -> part.get(i).value() != part.get(i - 1).value())
            .mapToDouble(i -> (part.get(i).nanos() - part.get(i - 1).nanos()) / (double) MILLI)
            .sorted()
            .toArray();
    return brackets[brackets.length / 2];
  }
}
