package io.wattune.dashboard.state;

import static org.assertj.core.api.Assertions.assertThat;

import io.wattune.core.Quality;
import io.wattune.core.ledger.Book;
import io.wattune.core.ledger.entry.EntryDraft;
import java.util.List;
import org.junit.jupiter.api.Test;

/** A node's own meter is its second book: a contradiction is flagged. */
class NodeMetersTest {
  private static final long WINDOW = 10_000_000_000L;
  private static final long NOW = StateFixture.NOW / WINDOW * WINDOW;
  private static final int WINDOWS = 66;

  /** Of each window, newest last; the shares are of one standard error. */
  private static final double ERROR_SHARE = 0.035;

  private final LiveState state = new LiveState(StateLimits.DEFAULT, NOW - 900_000_000_000L);

  private void window(String device, int ago, double watts, Quality quality) {
    long start = NOW - ago * WINDOW;
    double joules = watts * 10;
    state.energy(
        new EntryDraft(
                "window10s/" + device + "/s/" + start,
                Book.WINDOW10S,
                device,
                "s",
                start,
                start + WINDOW)
            .energy(Math.round(joules * 1e6), Math.round(joules * 1e6))
            .error(Math.round(ERROR_SHARE * joules * 1e6), Math.round(ERROR_SHARE * joules * 1e6))
            .seen(1, quality, "p")
            .entry());
  }

  private void windows(String device, double watts) {
    for (int ago = WINDOWS; ago > 0; ago--) {
      window(device, ago, watts, Quality.CORRECTED);
    }
  }

  private List<String> flags(String device) {
    state.tick(NOW);
    return state.now(NOW).devices().stream()
        .filter(each -> each.id().equals(device))
        .map(each -> DeviceFlag.labels(each.flags()))
        .findFirst()
        .orElseThrow();
  }

  @Test
  void aMeterBelowTheSumOfItsDevicesIsFlagged() {
    windows("n/a", 300);
    windows("n/b", 300);
    windows("n/node", 480);

    // 600 W +- 21 W are more than 480 W +- 16.8 W by more than three of 26.9 W.
    assertThat(flags("n/node")).contains("disagrees");
    assertThat(flags("n/a")).as("which of them is wrong is not known").doesNotContain("disagrees");
  }

  @Test
  void oneThatIsBelowWithinBothErrorsOrAboveIsNot() {
    windows("n/a", 300);
    windows("n/b", 300);
    windows("n/node", 530);
    windows("m/a", 300);
    windows("m/node", 900);

    assertThat(flags("n/node")).doesNotContain("disagrees");
    assertThat(flags("m/node")).doesNotContain("disagrees");
  }

  /** A meter that averages over a minute shows a load's begin that much later. */
  @Test
  void aLoadThatBeginsIsNoDisagreement() {
    for (int ago = WINDOWS; ago > 0; ago--) {
      window("n/a", ago, ago > 33 ? 100 : 3_000, Quality.CORRECTED);
      window("n/node", ago, ago > 21 ? 200 : 3_200, Quality.CORRECTED);
    }

    assertThat(flags("n/node")).doesNotContain("disagrees");
  }

  @Test
  void windowsWithAGapAndTooFewTellNothing() {
    for (int ago = WINDOWS; ago > 0; ago--) {
      window("n/a", ago, 600, Quality.CORRECTED);
      window("n/node", ago, 100, ago % 3 == 0 ? Quality.CORRECTED : Quality.GAP);
    }

    assertThat(flags("n/node")).doesNotContain("disagrees");
  }

  @Test
  void aDeviceThatIsNotReadNowLeavesTheOthersToBeCompared() {
    windows("n/a", 600);
    for (int ago = WINDOWS; ago > 50; ago--) {
      window("n/gone", ago, 100, Quality.CORRECTED);
    }
    windows("n/node", 300);

    assertThat(flags("n/node")).contains("disagrees");
  }
}
