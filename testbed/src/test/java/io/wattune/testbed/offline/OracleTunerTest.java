package io.wattune.testbed.offline;

import static org.assertj.core.api.Assertions.assertThat;

import io.wattune.core.counter.CounterReading;
import io.wattune.core.tunable.Configuration;
import io.wattune.testbed.gpu.Application;
import io.wattune.testbed.gpu.Kernel;
import io.wattune.testbed.sweep.Testbed;
import java.io.IOException;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** The table of {@code oracle} in docs/policies.md: it has one state, which it never leaves. */
class OracleTunerTest {
  private static final long START = 1_700_000_000_000_000_000L;

  @Test
  void whateverHappensAKernelInAPhaseKeepsItsConfiguration() throws IOException {
    Testbed testbed = Testbed.of("hd7970", List.of("hd7970/Graph500"));
    Application graph = testbed.applications().get(0);
    var oracle = new OracleTuner(testbed);
    Set<Configuration> wished = new HashSet<>();
    for (Kernel kernel : graph.workload().kernels()) {
      for (Kernel.Phase phase : kernel.phases()) {
        Configuration first = oracle.configuration(kernel, phase, START);
        wished.add(first);

        oracle.ended(reading(kernel), 1000);

        assertThat(oracle.configuration(kernel, phase, START + 1)).isEqualTo(first);
        assertThat(oracle.nextNanos()).isEqualTo(Tuner.NEVER);
      }
    }
    assertThat(wished).as("the phases of a kernel differ").hasSizeGreaterThan(1);
  }

  private static CounterReading reading(Kernel kernel) {
    return new CounterReading(
        LoopTuner.DEVICE, 0, START, START + 1, null, null, kernel.name(), List.of(), false);
  }
}
