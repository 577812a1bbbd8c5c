package io.wattune.testbed;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.wattune.core.ledger.Book;
import java.util.List;
import org.junit.jupiter.api.Test;

final class SimulatedTraceTest {
  private static final long SECOND = 1_000_000_000L;

  @Test
  void blocksHoldEveryPollOnceAndEndWithTheMark() {
    SimulatedTrace trace = K20NbodyExample.trace();

    var blocks = trace.blocks("node/gpu", 256);

    int at = 0;
    for (int b = 0; b < blocks.size(); b++) {
      var block = blocks.get(b);
      assertThat(block.sequence()).isEqualTo(b);
      assertThat(block.endOfTrace()).isEqualTo(b == blocks.size() - 1);
      for (int i = 0; i < block.polls(); i++, at++) {
        assertThat(block.timesNanos()[i]).isEqualTo(trace.timesNanos()[at]);
        assertThat(block.values()[i]).isEqualTo(trace.milliwatts()[at]);
      }
    }
    assertThat(at).isEqualTo(trace.polls());
  }

  @Test
  void theTruthIsAnActivityOfThePipeline() {
    KernelRun first = K20NbodyExample.trace().runs().get(0);

    var activity = first.activity("node/gpu");

    assertThat(activity.book()).isEqualTo(Book.KERNEL);
    assertThat(activity.name()).isEqualTo("nbody-700k");
    assertThat(activity.endNanos() - activity.startNanos()).isEqualTo(5_346_000_000L);
  }

  @Test
  void refusesKernelsThatOverlap() {
    var runs =
        List.of(new KernelRun("a", 0, 2 * SECOND, 100), new KernelRun("b", SECOND, SECOND, 100));

    assertThatThrownBy(() -> SimulatedCard.k20c().curve(-SECOND, runs))
        .hasMessageContaining("'a' must end before the next one starts");
  }

  @Test
  void kernelsBackToBackHaveNoIdleBetweenThem() {
    var runs =
        List.of(
            new KernelRun("a", SECOND, SECOND, 100), new KernelRun("b", 2 * SECOND, SECOND, 120));

    TruePowerCurve curve = SimulatedCard.k40m().curve(0, runs);

    assertThat(curve.powerWatts(2 * SECOND - 1)).isEqualTo(100);
    assertThat(curve.powerWatts(2 * SECOND)).isEqualTo(120);
  }
}
