package io.wattune.core.serving;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class QueueModelTest {
  private static final TestServer SERVER = TestServer.SERVER;
  private static final double SECONDS = SERVER.seconds(SERVER.baseline());

  /**
   * Erlang 1909: {@code P(W <= x) = (1 - r) sum over j <= x of (r (j - x))^j / j! exp(-r (j - x))}
   * with a service of 1. At 0.8 few busy periods make the tail: over 30 samples of 40,000 it has a
   * standard deviation of 3.1 % (and a mean within 0.2 % of Erlang's), so that one is within 9.4 %
   * in all but 3 of 1000; below it is better.
   */
  @ParameterizedTest
  @CsvSource({"0.2, 0.04", "0.4, 0.04", "0.6, 0.04", "0.8, 0.094"})
  void randomArrivalsAreErlangs(double utilisation, double tolerance) {
    QueueModel queue = TestServer.queue(Arrivals.RANDOM, 0);

    double tail = queue.tailSeconds(SERVER, SERVER.baseline(), utilisation / SECONDS) / SECONDS;

    double exact = 1 + erlang(utilisation);
    assertThat(tail).isCloseTo(exact, within(tolerance * exact));
  }

  private static double erlang(double r) {
    double x = 0;
    while (waitsAtMost(x, r) < 0.95) {
      x += 0.001;
    }
    return x;
  }

  private static double waitsAtMost(double x, double r) {
    double sum = 0;
    double factorial = 1;
    for (int j = 0; j <= x; j++) {
      factorial *= Math.max(1, j);
      sum += Math.pow(r * (j - x), j) / factorial * Math.exp(-r * (j - x));
    }
    return (1 - r) * sum;
  }

  /** Nobody waits; a normal value's 95th percentile is 1.645 deviations above its mean. */
  @Test
  void evenArrivalsWaitForNobody() {
    var queue = TestServer.queue(Arrivals.EVEN, 0.03);

    double tail = queue.tailSeconds(SERVER, SERVER.baseline(), 0.6 / SECONDS);

    // The sample's own chance: a quantile of 40,000 is good to 0.01 deviations, between steps.
    assertThat(tail).isCloseTo(1.049 * SECONDS, within(0.004 * SECONDS));
  }

  @Test
  void whatCannotKeepUpHasNoTail() {
    var queue = TestServer.queue(Arrivals.RANDOM, 0.03);
    ServingSetting four = SERVER.baseline().ofBatch(4);

    assertThat(queue.tailSeconds(SERVER, SERVER.baseline(), 1.01 / SECONDS)).isInfinite();
    // Four take 2.3 times as long as one, so that they serve 1.7 times as many.
    assertThat(queue.tailSeconds(SERVER, four, 1.01 / SECONDS)).isLessThan(5 * SECONDS);
    assertThat(queue.tailSeconds(SERVER, four, 1.8 / SECONDS)).isInfinite();
  }
}
