package io.wattune.core.serving;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Random;
import org.junit.jupiter.api.Test;

class BatchTailsTest {
  /** Between the steps of the table it is what the class states. */
  @Test
  void theTableIsTheQueues() {
    var random = new Random(7);
    double low = 0;
    double high = 0;
    for (int limit : new int[] {2, 5, 8}) {
      var tails = new BatchTails(limit);
      for (int run = 0; run < 40; run++) {
        double fixed = 0.01 * random.nextDouble();
        double further = 0.01 - fixed;
        double full = fixed + further * limit;
        double rate = 0.9 * random.nextDouble() * limit / full;
        var queue = new BatchQueue(fixed, further, limit, 1);
        queue.at(rate);
        double off = tails.tailSeconds(0.01, full, rate) / queue.tailSeconds() - 1;
        low = Math.min(low, off);
        high = Math.max(high, off);
        assertThat(tails.batchesASecond(0.01, full, rate))
            .isCloseTo(queue.batchesASecond(), within(0.04 * queue.batchesASecond()));
      }
      assertThat(tails.tailSeconds(0.01, 0.05, 0.99 * limit / 0.05)).isInfinite();
    }
    System.out.printf("table of batches: %.4f to %.4f off%n", low, high);
    assertThat(low).isGreaterThan(-0.015);
    assertThat(high).isLessThan(0.03);
  }

  /** A limit of one is the server of one request at a time: M/D/1, of which QueueModel's are. */
  @Test
  void aLimitOfOneIsTheServerOfOneRequestAtATime() {
    QueueModel queue = TestServer.queue(Arrivals.RANDOM, 0);
    var server = new TestServer(30);
    double seconds = server.seconds(server.baseline());
    for (double busy : new double[] {0.1, 0.3, 0.5, 0.6}) {
      var single = new BatchQueue(0, seconds, 1, 1);
      single.at(busy / seconds);

      double sampled = queue.tailSeconds(server, server.baseline(), busy / seconds);
      // The sample's own chance, up to a utilisation of 0.6.
      assertThat(single.tailSeconds()).isCloseTo(sampled, within(0.04 * sampled));
      assertThat(single.batchesASecond()).isCloseTo(busy / seconds, within(1e-3 / seconds));
    }
  }
}
