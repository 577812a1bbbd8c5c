package io.wattune.core.serving;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class DeviceShareTest {
  private static final DeviceShare HALF = new DeviceShare("50");
  private static final List<MeasuredProfile.Row> ROWS =
      List.of(
          new MeasuredProfile.Row(1000, 30, 0.02, 60, 30),
          new MeasuredProfile.Row(500, 60, 0.018, 50, 20),
          new MeasuredProfile.Row(1000, 60, 0.01, 100, 40));

  @ParameterizedTest
  @CsvSource({
    "60, CUDA_MPS_ACTIVE_THREAD_PERCENTAGE=60",
    "12.50, CUDA_MPS_ACTIVE_THREAD_PERCENTAGE=12.5",
    "100.0, CUDA_MPS_ACTIVE_THREAD_PERCENTAGE=100",
    "3g.71gb, the MIG slice 3g.71gb",
    "1g.18gb+me, the MIG slice 1g.18gb+me",
    "1c.3g.71gb, the MIG slice 1c.3g.71gb",
  })
  void whatIsSetForItIsSaid(String name, String toSet) {
    assertThat(new DeviceShare(name).toSet()).isEqualTo(toSet);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "0", "0.0", "101", "-5", "60%", "half", "3g", "MIG-1", "1g.18gb;rm"})
  void whatIsNoShareIsRefused(String name) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new DeviceShare(name))
        .withMessageContaining("'" + name + "'");
  }

  /** As numbers they are the same, however they are written. */
  @Test
  void aShareThatWasNotMeasuredHasNoRows() {
    MeasuredProfile all = new MeasuredProfile("m", 0, ROWS);
    MeasuredProfile shared = all.ofShares(Map.of(30, HALF, 60, DeviceShare.ALL));

    assertThat(all.at(null)).containsSame(all);
    assertThat(all.at(new DeviceShare("100.0"))).containsSame(all);
    assertThat(all.at(HALF)).isEmpty();
    assertThat(shared.at(null)).isEmpty();
    assertThat(shared.at(new DeviceShare("60"))).isEmpty();
    MeasuredProfile half = shared.at(new DeviceShare("50.0")).orElseThrow();
    assertThat(half.rows()).containsExactly(ROWS.get(0));
    assertThat(half.baseline()).isEqualTo(new ServingSetting(1000, 30, 1));
    assertThat(shared.baseline()).isEqualTo(new ServingSetting(1000, 60, 1));
  }

  @Test
  void sharesThatDoNotGoWithTheRowsAreRefused() {
    MeasuredProfile all = new MeasuredProfile("m", 0, ROWS);
    assertThatIllegalArgumentException()
        .isThrownBy(() -> all.ofShares(Map.of(60, DeviceShare.ALL)))
        .withMessageContaining("30 units are not of any share");
    assertThatIllegalArgumentException()
        .isThrownBy(
            () -> all.ofShares(Map.of(15, HALF, 30, new DeviceShare("25"), 60, DeviceShare.ALL)))
        .withMessageContaining("1000 MHz, at the share 50 of 15 units is missing");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> all.ofShares(Map.of(30, HALF, 60, HALF)))
        .withMessageContaining("the share 50 stands there for several numbers of units");
  }
}
