package io.wattune.benchmarks.pairs;

import io.wattune.kafka.KafkaAccess;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.List;

/** What two ways of access to Kafka gave in one round. */
public record Pair<T>(T plain, T other) {
  /** What is measured. */
  @FunctionalInterface
  public interface MeasuredRound<T> {
    T of(KafkaAccess kafka, int round) throws Exception;
  }

  /** Measures both by turns, after a round that is not counted. */
  public static <T> List<Pair<T>> byTurns(
      int rounds,
      KafkaAccess plain,
      KafkaAccess other,
      PrintStream progress,
      MeasuredRound<T> measurement)
      throws Exception {
    List<Pair<T>> pairs = new ArrayList<>();
    for (int round = 0; round <= rounds; round++) {
      progress.println(round == 0 ? "warming up" : "round " + round + " of " + rounds);
      // Who comes first has the colder caches: it is the other one in the next round.
      boolean isPlainFirst = round % 2 == 0;
      T first = measurement.of(isPlainFirst ? plain : other, round);
      T second = measurement.of(isPlainFirst ? other : plain, round);
      if (round > 0) {
        pairs.add(isPlainFirst ? new Pair<>(first, second) : new Pair<>(second, first));
      }
    }
    return pairs;
  }
}
