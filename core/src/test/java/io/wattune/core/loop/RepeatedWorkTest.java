package io.wattune.core.loop;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.wattune.core.counter.CounterKind;
import io.wattune.core.counter.CounterName;
import io.wattune.core.counter.CounterReading;
import io.wattune.core.counter.CounterUnit;
import io.wattune.core.counter.CounterValue;
import io.wattune.core.ledger.Book;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;

class RepeatedWorkTest {
  private static final long MILLI = 1_000_000L;

  private final RepeatedWork repeated = new RepeatedWork();

  private static CounterReading reading(String kernel, long startMillis, long endMillis) {
    return new CounterReading(
        "node-1/gpu-0",
        0,
        startMillis * MILLI,
        endMillis * MILLI,
        Book.KERNEL,
        "id",
        kernel,
        List.of(
            new CounterValue(CounterName.WORK, CounterUnit.WORK, CounterKind.INCREASE, 5),
            new CounterValue(
                CounterName.VALU_BUSY, CounterUnit.FRACTION, CounterKind.MEAN, endMillis * 1e-3)),
        false);
  }

  @Test
  void workIsGatheredUntilItIsLongEnough() {
    assertThat(repeated.add(reading("a", 0, 30), 100 * MILLI)).isNull();
    assertThat(repeated.add(reading("a", 31, 61), 100 * MILLI)).isNull();
    WorkWindow window = Objects.requireNonNull(repeated.add(reading("a", 62, 122), 100 * MILLI));

    assertThat(window.startNanos()).isZero();
    assertThat(window.endNanos()).isEqualTo(122 * MILLI);
    assertThat(window.rate())
        .as("pauses are no time of the kernel")
        .isCloseTo(15 / 0.12, within(1e-9));
    assertThat(window.valuBusy().orElseThrow())
        .as("weighted by time")
        .isCloseTo((30 * 0.030 + 30 * 0.061 + 60 * 0.122) / 120, within(1e-12));
    assertThat(repeated.clear()).as("nothing is left of it").isZero();
  }

  @Test
  void onlyTheSameKernelSoonAfterwardsContinues() {
    assertThat(repeated.isContinuedBy(reading("a", 0, 30), 20 * MILLI)).isFalse();
    repeated.add(reading("a", 0, 30), 100 * MILLI);

    assertThat(repeated.isContinuedBy(reading("a", 50, 80), 20 * MILLI)).isTrue();
    assertThat(repeated.isContinuedBy(reading("a", 51, 80), 20 * MILLI)).isFalse();
    assertThat(repeated.isContinuedBy(reading("b", 31, 60), 20 * MILLI)).isFalse();
    assertThat(repeated.isContinuedBy(reading("a", 0, 30), 20 * MILLI))
        .as("the same one again")
        .isFalse();
    assertThat(repeated.clear()).isEqualTo(1);
    assertThat(repeated.isContinuedBy(reading("a", 31, 60), 20 * MILLI)).isFalse();
  }
}
