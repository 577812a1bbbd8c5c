package io.wattune.evaluation.live;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.wattune.core.Quality;
import io.wattune.core.counter.CounterReading;
import io.wattune.core.decision.Actuation;
import io.wattune.core.decision.ActuationOutcome;
import io.wattune.core.decision.ControlOutcome;
import io.wattune.core.decision.ControlStatus;
import io.wattune.core.ledger.Book;
import io.wattune.core.ledger.entry.EntryDraft;
import io.wattune.core.tunable.TunableUnit;
import io.wattune.testbed.gpu.DataFiles;
import io.wattune.testbed.gpu.GpuModel;
import io.wattune.testbed.gpu.Kernel;
import io.wattune.testbed.gpu.OperatingPoint;
import io.wattune.testbed.gpu.Workload;
import io.wattune.testbed.sweep.Testbed;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class LiveComparisonTest {
  private static final String DEVICE = "node-1/gpu-0";
  private static final long START = 1_700_000_000_000_000_000L;
  private static final long FOLLOWING = 15_000_000;

  private final LiveRunRecorder sight = new LiveRunRecorder();
  private GpuModel gpu;
  private Workload batches;

  @BeforeEach
  void read() throws IOException {
    gpu = DataFiles.gpu("hd7970");
    batches = DataFiles.workload("batches");
  }

  /** Runs the sequence so often, slower and with other energy than at own settings. */
  private void saw(int rounds, double slower, double energy) {
    Testbed testbed = new Testbed(gpu, List.of());
    long now = START;
    int number = 0;
    for (int round = 0; round < rounds; round++) {
      for (Workload.Step step : batches.sequence()) {
        Kernel kernel =
            batches.kernels().stream()
                .filter(each -> each.name().equals(step.kernel()))
                .findFirst()
                .orElseThrow();
        OperatingPoint own = testbed.at(kernel, Kernel.Phase.PLAIN, gpu.own());
        for (int i = 0; i < step.invocations(); i++) {
          long end = now + Math.round(own.seconds() * slower * 1e9);
          saw(kernel.name(), number++, now, end, own.joules() * energy);
          now = end + step.gapNanos();
        }
      }
    }
  }

  private void saw(String name, int number, long startNanos, long endNanos, double joules) {
    String id = name + "@" + startNanos;
    sight.take(
        new CounterReading(
            DEVICE, number, startNanos, endNanos, Book.KERNEL, id, name, List.of(), false));
    long microjoules = Math.round(joules * 1e6);
    for (int revision = 0; revision < 2; revision++) {
      sight.take(
          new EntryDraft("kernel/" + id, Book.KERNEL, DEVICE, "power.draw", startNanos, endNanos)
              .revision(revision, 0, false)
              .activity(id, null, name, Map.of())
              .energy(revision == 0 ? 1 : microjoules, microjoules)
              .error(microjoules / 50, microjoules / 50)
              .seen(1, Quality.CORRECTED, "profile")
              .entry());
    }
  }

  @Test
  void whatRanAtOwnSettingsSavedNothing() {
    saw(2, 1, 1);

    LiveComparison comparison = LiveComparison.of(gpu, batches, "none", sight, 50, FOLLOWING, 1);

    assertThat(comparison.live().invocations()).isEqualTo(36);
    assertThat(comparison.live().energy()).isCloseTo(1, within(1e-6));
    assertThat(comparison.live().performance()).isCloseTo(1, within(1e-6));
    assertThat(comparison.offline().energy()).isEqualTo(1);
    assertThat(comparison.offline().performance()).isEqualTo(1);
    assertThat(comparison.points()).isLessThan(1e-5);
  }

  /** A window or a remainder, with its error of which all is common, or none. */
  private void sawRest(Book book, String id, double joules, double error, double scaleError) {
    sight.take(
        new EntryDraft(id, book, DEVICE, "power.draw", START, START + 10_000_000_000L)
            .revision(0, 0, true)
            .energy(Math.round(joules * 1e6), Math.round(joules * 1e6))
            .error(Math.round(error * 1e6), Math.round(scaleError * 1e6))
            .seen(1, Quality.CORRECTED, "profile")
            .entry());
  }

  @Test
  void theNewestRevisionsAreSummedWithTheErrorOfTheDevice() {
    saw(3, 1.02, 0.9);
    double joules = 0;
    for (CounterReading each : sight.invocations(DEVICE)) {
      joules += sight.energy(each).energyMicrojoules() * 1e-6;
    }
    // Two windows that hold the kernels twice, one per cent of scale.
    sawRest(Book.WINDOW10S, "a", joules, 0.01 * joules, 0.01 * joules);
    sawRest(Book.WINDOW10S, "b", joules, 0.01 * joules, 0.01 * joules);
    sawRest(Book.KERNEL, "rest", 1, 0.02 * joules, 0);

    PolicySaving live = LiveComparison.of(gpu, batches, "none", sight, 50, FOLLOWING, 1).live();

    assertThat(live.energy()).isCloseTo(0.9, within(1e-6));
    assertThat(live.energyError())
        .as("one per cent of the windows, two of the remainder, independent")
        .isCloseTo(0.9 * Math.hypot(0.01, 0.02), within(1e-5));
    assertThat(live.performance()).isCloseTo(1 / 1.02, within(1e-6));
    assertThat(live.ed2()).isCloseTo(0.9 * 1.02 * 1.02, within(1e-5));
  }

  @Test
  void switchingIsWhatTheNodesSayAndWhatTheHardwareNeeds() {
    saw(1, 1, 1);
    CounterReading gemm = sight.invocations(DEVICE).get(0);
    for (long afterMillis : new long[] {2, 4, 60}) {
      sight.take(
          switched(gemm.activityName(), gemm.startNanos() + afterMillis * 1_000_000, WRITTEN));
      sight.take(switched(gemm.activityName(), gemm.startNanos() + 100_000_000, List.of()));
    }
    sight.take(switched("unknown", START, WRITTEN));

    assertThat(LiveComparison.of(gpu, batches, "none", sight, 50, FOLLOWING, 1).switchingMillis())
        .isEqualTo(4 + 15);
  }

  private static final List<ControlOutcome> WRITTEN =
      List.of(
          new ControlOutcome(
              "core.clock",
              TunableUnit.MEGAHERTZ,
              OptionalLong.of(900),
              OptionalLong.of(900),
              ControlStatus.SET,
              ""));

  private static Actuation switched(String activity, long atNanos, List<ControlOutcome> controls) {
    return new Actuation(
        "node-1",
        DEVICE,
        1,
        1,
        ActuationOutcome.SWITCHED,
        "ok",
        "",
        activity,
        controls,
        1,
        atNanos,
        List.of(),
        List.of());
  }

  @Test
  void offlineHarmoniaSavesWithTheControllersOwnGuardsAndDelays() {
    saw(20, 1, 1);

    PolicySaving offline =
        LiveComparison.of(gpu, batches, "harmonia", sight, 50, FOLLOWING, 1).offline();

    assertThat(offline.invocations()).isEqualTo(360);
    assertThat(offline.energy()).isBetween(0.80, 0.97);
    assertThat(offline.performance()).isBetween(0.96, 1.0);
  }

  @Test
  void withoutAnyKernelThereIsNothingToCompare() {
    assertThatThrownBy(() -> LiveComparison.of(gpu, batches, "none", sight, 50, FOLLOWING, 1))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("batches")
        .hasMessageContaining("longer");
  }
}
