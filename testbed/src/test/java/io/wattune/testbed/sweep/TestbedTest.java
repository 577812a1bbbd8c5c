package io.wattune.testbed.sweep;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.wattune.core.tunable.Configuration;
import io.wattune.core.tunable.Setting;
import io.wattune.core.tunable.TunableName;
import io.wattune.core.tunable.TunableUnit;
import io.wattune.testbed.gpu.Application;
import io.wattune.testbed.gpu.Kernel;
import io.wattune.testbed.gpu.KnobValues;
import io.wattune.testbed.gpu.OperatingPoint;
import java.io.IOException;
import java.util.HashSet;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

final class TestbedTest {
  private Testbed testbed;

  @BeforeEach
  void load() throws IOException {
    testbed = Testbed.hd7970();
  }

  @Test
  void hasFourteenApplicationsTwentyFiveKernelsAnd448Configurations() {
    assertThat(testbed.applications()).hasSize(14);
    assertThat(testbed.applications().stream().mapToInt(a -> a.workload().kernels().size()).sum())
        .isEqualTo(25);
    assertThat(testbed.gpu().configurations()).hasSize(448);
    assertThat(new HashSet<>(testbed.gpu().configurations())).hasSize(448);
    assertThat(testbed.gpu().own()).isEqualTo(new KnobValues(32, 1000, 1375));
    assertThat(testbed.gpu().configurations().get(447)).isEqualTo(testbed.gpu().own());
  }

  @Test
  void onlyTheStressTestsOweNothingToPublishedResultsOfPolicies() {
    assertThat(testbed.applications().stream().filter(Application::isStressTest))
        .extracting(Application::name)
        .containsExactly("MaxFlops", "DeviceMemory");
    assertThat(testbed.applications()).allMatch(a -> a.isCalibrated() != a.isStressTest());
  }

  @Test
  void kernelsRunAsOftenAsRoundsTimesSteps() {
    Application graph = application("Graph500");

    assertThat(graph.invocations(kernel(graph, "BottomStepUp"))).isEqualTo(64);
    assertThat(graph.invocations(kernel(graph, "TopDown"))).isEqualTo(24);
    assertThat(graph.invocations(kernel(graph, "Compact"))).isEqualTo(64);
    Application bench = application("XSBench");
    assertThat(bench.invocations(kernel(bench, "Lookup"))).isEqualTo(2);
  }

  /** Section 7.2: an invocation of BottomStepUp takes 0.9 to 5.6 s. */
  @Test
  void anInvocationOfBottomStepUpTakesAsLongAsPublished() {
    Kernel kernel = kernel(application("Graph500"), "BottomStepUp");

    for (Kernel.Phase phase : kernel.phases()) {
      assertThat(testbed.at(kernel, phase, testbed.gpu().own()).seconds()).isBetween(0.9, 5.6);
    }
  }

  @Test
  void theCardsPowerIsThatOfItsThreeParts() {
    Kernel kernel = kernel(application("DeviceMemory"), "ReadGlobal");

    OperatingPoint point = testbed.at(kernel, Kernel.Phase.PLAIN, testbed.gpu().own());

    assertThat(point.watts())
        .isCloseTo(point.coreWatts() + point.memoryWatts() + point.boardWatts(), within(1e-9));
    assertThat(point.boardWatts()).isEqualTo(testbed.gpu().power().boardWatts());
    assertThat(point.joules()).isCloseTo(point.watts() * point.seconds(), within(1e-12));
  }

  @Test
  void aConfigurationGivesKnobsTheirValues() {
    var configuration =
        Configuration.of(
            new Setting(TunableName.CU_COUNT, TunableUnit.COUNT, 16),
            new Setting(TunableName.MEMORY_CLOCK, TunableUnit.MEGAHERTZ, 475));

    assertThat(testbed.gpu().values(configuration)).isEqualTo(new KnobValues(16, 1000, 475));
  }

  private Application application(String name) {
    return testbed.applications().stream()
        .filter(each -> each.name().equals(name))
        .findFirst()
        .orElseThrow();
  }

  private static Kernel kernel(Application application, String name) {
    return application.workload().kernels().stream()
        .filter(each -> each.name().equals(name))
        .findFirst()
        .orElseThrow();
  }
}
