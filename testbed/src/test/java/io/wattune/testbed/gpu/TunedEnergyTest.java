package io.wattune.testbed.gpu;

import static io.wattune.testbed.gpu.Simulation.SECOND;
import static io.wattune.testbed.gpu.Simulation.START;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.wattune.core.ledger.Activity;
import io.wattune.core.tunable.TunableName;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What the truth says own settings would have taken, beside a GPU that has them. */
class TunedEnergyTest {
  private static final long SEED = 17;
  private static final long LENGTH = 30 * SECOND;

  @TempDir Path folder;

  @Test
  void theSameInvocationsTakeAtOwnSettingsWhatIsSaidOfThem() throws Exception {
    Simulation tuned = simulation("tuned");
    tuned.registers.write(tuned.registers.control(TunableName.CORE_CLOCK), 500);
    tuned.advance(1); // Registers are looked at when the clock has been advanced.
    tuned.advance(LENGTH);
    GpuTruth.Tuned truth = tuned.gpu.truth().tuned();

    Simulation timed = simulation("timed");
    timed.advance(LENGTH);
    assertThat(timed.gpu.truth().tuned()).isEqualTo(new GpuTruth.Tuned(0, 0));
    List<Activity> ended = timed.ended.subList(0, tuned.ended.size());
    Simulation own = simulation("own");
    double joules = 0;
    for (Activity each : ended) {
      own.gpu.advanceTo(each.startNanos());
      long before = own.gpu.truth().now().energyMicrojoules();
      own.gpu.advanceTo(each.endNanos());
      joules += (own.gpu.truth().now().energyMicrojoules() - before) * 1e-6;
    }

    assertThat(ended).hasSizeGreaterThan(100);
    // Ends are whole nanoseconds, energies whole microjoules.
    assertThat(truth.ownJoules()).isCloseTo(joules, within(1e-5 * joules));
    assertThat(truth.joules()).as("another energy").isNotCloseTo(joules, within(1e-3 * joules));
    assertThat(truth.joules())
        .isLessThan(tuned.gpu.truth().energyMicrojoules(START, START + LENGTH) * 1e-6);
  }

  private Simulation simulation(String name) throws IOException {
    return new Simulation(
        folder.resolve(name), DataFiles.gpu("hd7970"), DataFiles.workload("mixed"), SEED);
  }
}
