package io.wattune.testbed.gpu;

import static io.wattune.testbed.gpu.Simulation.SECOND;
import static org.assertj.core.api.Assertions.assertThat;

import io.wattune.core.Quality;
import io.wattune.core.ledger.entry.LedgerEntry;
import io.wattune.core.sensor.ProfileChoice;
import io.wattune.core.sensor.ProfileSource;
import io.wattune.testbed.gpu.PolledLedger.Lateness;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Kernels of the workload that {@code wattune up} starts with, before and after learning. */
final class DemoKernelsTest {
  /** The first whole second behind the first reading. */
  private static final long START_SECOND = (Simulation.START / SECOND + 1) * SECOND;

  @TempDir Path folder;

  /**
   * Of a device that has been read all the time nothing is missing, learned or not; neither of what
   * no kernel took in a minute that began before the first reading.
   */
  @Tag("nightly")
  @ParameterizedTest
  @ValueSource(longs = {1, 3})
  void noKernelIsAGapInTheFirstMinute(long seed) throws IOException {
    PolledLedger polled = polled(seed);
    for (int seconds : List.of(5, 10, 30, 63)) {
      polled.run(seconds * SECOND);

      assertThat(polled.kernels())
          .as("seed %s, %s s", seed, seconds)
          .isNotEmpty()
          .allSatisfy(entry -> assertThat(entry.quality()).isLessThan(Quality.GAP));
    }
    assertThat(polled.kernels()).anyMatch(LedgerEntry::isRemainder);
    assertThat(polled.profiles.get(0).source()).isEqualTo(ProfileSource.LEARNED);
  }

  /** Before anything is learned what is stated of kernels is wide enough, second by second. */
  @Test
  void errorsOfWhatIsNotLearnedHold() throws IOException {
    PolledLedger polled = polled(3);
    polled.run(8 * SECOND);

    assertThat(polled.profiles).isEmpty();
    int seconds = 0;
    for (long from = START_SECOND; from < START_SECOND + 7 * SECOND; from += SECOND) {
      double share = 0;
      double joules = 0;
      double error = 0;
      for (LedgerEntry entry : polled.kernels()) {
        double length = (double) entry.endNanos() - entry.startNanos();
        double inside =
            Math.min(entry.endNanos(), from + SECOND) - Math.max(entry.startNanos(), from);
        if (inside > 0) {
          share += inside / SECOND;
          joules += entry.energyMicrojoules() * 1e-6 * inside / length;
          error += entry.standardErrorMicrojoules() * 1e-6 * inside / length;
        }
      }
      if (share > 0.98) {
        double truth = polled.trueMicrojoules(from, from + SECOND) * 1e-6;
        assertThat(Math.abs(joules - share * truth)).as("at %s", from).isLessThan(2 * error);
        seconds++;
      }
    }
    assertThat(seconds).isGreaterThanOrEqualTo(3);
  }

  private PolledLedger polled(long seed) throws IOException {
    var simulation =
        new Simulation(folder, DataFiles.gpu("gcn-32cu"), DataFiles.workload("mixed"), seed);
    return new PolledLedger(simulation, Lateness.CALM, ProfileChoice.AUTO, seed);
  }
}
