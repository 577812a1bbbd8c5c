package io.wattune.core.serving;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import org.junit.jupiter.api.Test;

class MeasuredProfileTest {
  private static final MeasuredProfile.Row ROW =
      new MeasuredProfile.Row(1000, 60, 0.01, 60, 20, 0.004, 0.3);

  @Test
  void aBatchTakesItsFirstRequestAndWhatEachFurtherOneDoes() {
    var profile =
        new MeasuredProfile("m", 0, new MeasuredProfile.Batches(4, 8, 0.05), List.of(ROW));
    ServingSetting own = profile.baseline();

    assertThat(own.batch()).isEqualTo(4);
    assertThat(profile.seconds(own.ofBatch(1))).isEqualTo(0.01);
    // 5 % longer than the law, on the safe side.
    assertThat(profile.seconds(own)).isCloseTo(1.05 * 0.022, within(1e-12));
    // 0.4 J of the first and 0.3 J of each of the three others, in 22 ms.
    assertThat(profile.busyWatts(own)).isCloseTo(20 + 1.3 / 0.022, within(1e-9));
    assertThat(profile.waitingWatts(own)).isEqualTo(20);
  }

  @Test
  void withoutBatchesItIsAServerOfOneRequestAtATime() {
    var profile =
        new MeasuredProfile("m", 0, List.of(new MeasuredProfile.Row(1000, 60, 1, 60, 20)));

    assertThat(profile.baseline().batch()).isEqualTo(1);
    assertThat(profile.batches()).isEqualTo(MeasuredProfile.Batches.NONE);
    // A further one is another one: batches gain nothing.
    assertThat(profile.seconds(profile.baseline().ofBatch(3))).isEqualTo(3);
    assertThat(profile.busyWatts(profile.baseline().ofBatch(3))).isCloseTo(60, within(1e-9));
  }

  /** What is straight is found, and what is not says by how much. */
  @Test
  void theLawIsFittedAndSaysHowFarAboveItATimeIs() {
    BatchLaw straight = BatchLaw.of(List.of(1, 2, 4, 8), new double[] {10, 13, 19, 31});
    assertThat(straight.further()).isCloseTo(3, within(1e-12));
    assertThat(straight.error()).isCloseTo(0, within(1e-12));

    BatchLaw bent = BatchLaw.of(List.of(1, 4, 8), new double[] {10, 22, 31});
    assertThat(bent.further()).isBetween(3.0, 4.0);
    assertThat(bent.error()).isCloseTo(22 / (10 + 3 * bent.further()) - 1, within(1e-12));

    // No more than one after another takes, and no less than the first.
    assertThat(BatchLaw.of(List.of(1, 2), new double[] {10, 25}).further()).isEqualTo(10);
    assertThat(BatchLaw.of(List.of(1, 2), new double[] {10, 8}).further()).isEqualTo(0);
    assertThatThrownBy(() -> BatchLaw.of(List.of(2), new double[] {1}))
        .hasMessageContaining("a request alone");
  }

  @Test
  void limitsBeyondWhatWasMeasuredAreRefused() {
    assertThatThrownBy(() -> new MeasuredProfile.Batches(8, 4, 0))
        .hasMessageContaining("were 8, 4");
    assertThatThrownBy(() -> new MeasuredProfile.Row(1000, 60, 0.01, 60, 20, 0.02, 0))
        .hasMessageContaining("furtherSeconds");
  }
}
