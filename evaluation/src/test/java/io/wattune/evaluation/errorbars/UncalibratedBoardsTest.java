package io.wattune.evaluation.errorbars;

import static org.assertj.core.api.Assertions.assertThat;

import io.wattune.evaluation.errorbars.ErrorBar.Kind;
import io.wattune.evaluation.recording.Recording;
import io.wattune.report.progress.Progress;
import io.wattune.testkit.RecordedData;
import java.time.ZoneId;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** What is stated of recorded cards by their readings alone, held against the meter beside them. */
class UncalibratedBoardsTest {

  @Tag("long")
  @Test
  void windowsAreOffByWhatIsStated() throws Exception {
    List<Recording> recordings =
        Recording.required(RecordedData.folder("gpu-sensor-vs-meter")).stream()
            .filter(recording -> !recording.metered())
            .toList();

    List<ErrorBar> windows =
        ErrorBars.of(recordings, ZoneId.of("Europe/London"), Progress.NONE).stream()
            .filter(bar -> bar.kind() == Kind.WINDOW)
            .toList();

    assertThat(recordings).hasSize(5);
    assertThat(windows).hasSizeGreaterThan(50);
    Coverage all = Coverage.of(windows);
    // Two standard errors hold 95 % of normal errors, and the mean square of errors over stated
    // ones is 1: more means that less is stated than errors are.
    assertThat(all.within(2)).isGreaterThanOrEqualTo(0.95);
    assertThat(all.rms()).isLessThanOrEqualTo(1);
  }
}
