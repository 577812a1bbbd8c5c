package io.wattune.testbed.serving;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.wattune.core.serving.BatchQueue;
import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The recursion against a queue of single requests and batches that knows nothing of chains. */
class BatchQueueTest {
  private static final int REQUESTS = 100_000;
  private static final int PARTS = 16;

  private record Served(double tail, double batchesASecond) {}

  private static Served simulated(
      double fixed, double further, int limit, double group, double rate, long seed) {
    var random = new Random(seed);
    double[] arrivals = new double[REQUESTS];
    double at = 0;
    int come = 0;
    while (come < REQUESTS) {
      at -= Math.log(1 - random.nextDouble()) * group / rate;
      do {
        arrivals[come++] = at;
      } while (come < REQUESTS && random.nextDouble() < 1 - 1 / group);
    }
    double[] latencies = new double[REQUESTS];
    double free = 0;
    int next = 0;
    int batches = 0;
    while (next < REQUESTS) {
      double start = Math.max(free, arrivals[next]);
      int end = next;
      while (end < REQUESTS && end - next < limit && arrivals[end] <= start) {
        end++;
      }
      free = start + fixed + further * (end - next);
      for (int i = next; i < end; i++) {
        latencies[i] = free - arrivals[i];
      }
      batches++;
      next = end;
    }
    Arrays.sort(latencies);
    return new Served(latencies[(int) (0.95 * REQUESTS)], batches / free);
  }

  /**
   * Drawn shares of fixed time, limits, bursts and rates up to 85 % of what can be served. How well
   * the simulation knows a tail is found from its parts.
   */
  @Tag("nightly")
  @Test
  void tailsAndBatchesOfDrawnQueuesAreAsSimulated() {
    var random = new Random(24);
    double largest = 0;
    for (int run = 0; run < 40; run++) {
      double share = random.nextDouble();
      double fixed = 0.02 * share;
      double further = 0.02 * (1 - share) + 1e-6;
      int limit = run % 4 == 0 ? 1 : 1 + random.nextInt(32);
      double group = run % 3 == 0 ? 1 + 3 * random.nextDouble() : 1;
      double rate = (0.05 + 0.8 * random.nextDouble()) * limit / (fixed + further * limit);
      double tail = 0;
      double squares = 0;
      double batches = 0;
      for (int part = 0; part < PARTS; part++) {
        Served truth = simulated(fixed, further, limit, group, rate, 100L * run + part);
        tail += truth.tail() / PARTS;
        squares += truth.tail() * truth.tail() / PARTS;
        batches += truth.batchesASecond() / PARTS;
      }
      double chance = Math.sqrt(Math.max(0, squares - tail * tail) / (PARTS - 1)) / tail;
      var queue = new BatchQueue(fixed, further, limit, group);
      queue.at(rate);
      double off = queue.tailSeconds() / tail - 1;
      largest = Math.max(largest, Math.abs(off));

      // What the class states, and three deviations of what the simulation knows.
      assertThat(off).as("tail of run %d", run).isCloseTo(0, within(0.01 + 3 * chance));
      assertThat(queue.batchesASecond())
          .as("batches of run %d", run)
          .isCloseTo(batches, within(0.005 * batches));
    }
    System.out.printf("batch queues: tails at most %.4f off%n", largest);
  }

  @Test
  void whatCannotBeServedHasNoTail() {
    var queue = new BatchQueue(0.01, 0.01, 4, 1);
    queue.at(1.01 * 4 / 0.05);
    assertThat(queue.tailSeconds()).isInfinite();
    queue.at(0.8 * 4 / 0.05);
    assertThat(queue.tailSeconds()).isBetween(0.05, 1.0);
  }

  /** Two requests that come together are one batch of two, or wait for one another. */
  @Test
  void aLowRateHasTheTimeOfAGroup() {
    var single = new BatchQueue(0.01, 0.01, 1, 1);
    single.at(0.01);
    assertThat(single.tailSeconds()).isCloseTo(0.02, within(2e-4));
    assertThat(single.batchesASecond()).isCloseTo(0.01, within(1e-5));

    // Of groups with a mean of two, one request in 20 is of a group of seven or more.
    var groups = new BatchQueue(0.01, 0.01, 32, 2);
    groups.at(0.01);
    assertThat(groups.tailSeconds()).isBetween(0.07, 0.085);
    assertThat(groups.batchesASecond()).isCloseTo(0.005, within(1e-5));
  }
}
