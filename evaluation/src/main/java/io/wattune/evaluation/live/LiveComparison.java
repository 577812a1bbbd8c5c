package io.wattune.evaluation.live;

import io.wattune.core.counter.CounterReading;
import io.wattune.core.guard.Guards;
import io.wattune.core.ledger.Book;
import io.wattune.core.ledger.entry.EnergyTotal;
import io.wattune.core.ledger.entry.LedgerEntry;
import io.wattune.core.ledger.entry.RollUp;
import io.wattune.core.loop.LoopSettings;
import io.wattune.core.policy.NonePolicy;
import io.wattune.core.policy.Policies;
import io.wattune.core.policy.Policy;
import io.wattune.core.sensitivity.SensitivitySettings;
import io.wattune.testbed.gpu.Application;
import io.wattune.testbed.gpu.GpuModel;
import io.wattune.testbed.gpu.Kernel;
import io.wattune.testbed.gpu.LatentOrigins;
import io.wattune.testbed.gpu.OperatingPoint;
import io.wattune.testbed.gpu.Workload;
import io.wattune.testbed.offline.LoopTuner;
import io.wattune.testbed.offline.OfflineRun;
import io.wattune.testbed.offline.OfflineSettings;
import io.wattune.testbed.offline.RunTotals;
import io.wattune.testbed.offline.Tuner;
import io.wattune.testbed.sweep.Testbed;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * One workload under one policy, live and offline.
 *
 * @param workload its name
 * @param policy name of the policy
 * @param delayMillis from a reading to applied settings, half of all, as the live run had it; the
 *     offline run has it, too
 * @param switchingMillis from the start of a kernel to when the hardware has its settings, likewise
 * @param live as the ledger says it, all GPUs together
 * @param offline the same loop on the virtual clock, for as many rounds
 */
public record LiveComparison(
    String workload,
    String policy,
    double delayMillis,
    double switchingMillis,
    PolicySaving live,
    PolicySaving offline) {
  private static final long START_NANOS = 1_700_000_000_000_000_000L;
  private static final double MICRO = 1e-6;

  /**
   * Compares.
   *
   * @param followingNanos from when settings are written to when the simulated hardware has
   *     followed
   */
  public static LiveComparison of(
      GpuModel gpu,
      Workload workload,
      String policy,
      LiveRunRecorder sight,
      double delayMillis,
      long followingNanos,
      long seed) {
    PolicySaving live = live(gpu, workload, sight);
    long switchingNanos = sight.switchedAfterNanos().orElse(0) + followingNanos;
    int devices = Math.max(1, sight.devices().size());
    PolicySaving offline =
        offline(
            gpu,
            workload,
            policy,
            live.invocations() / devices,
            Math.round(delayMillis * 1e6),
            switchingNanos,
            seed);
    return new LiveComparison(
        workload.name(), policy, delayMillis, switchingNanos * 1e-6, live, offline);
  }

  /** How far live is from offline, in points of ED2. */
  public double points() {
    return Math.abs(live.ed2() - offline.ed2());
  }

  private static PolicySaving live(GpuModel gpu, Workload workload, LiveRunRecorder sight) {
    Testbed testbed = new Testbed(gpu, List.of());
    Map<String, Kernel> kernels = new HashMap<>();
    workload.kernels().forEach(kernel -> kernels.put(kernel.name(), kernel));
    double ownSeconds = 0;
    double ownJoules = 0;
    double seconds = 0;
    List<LedgerEntry> entries = new ArrayList<>();
    for (String device : sight.devices()) {
      Map<String, Long> counts = new HashMap<>();
      for (CounterReading each : sight.invocations(device)) {
        String name = String.valueOf(each.activityName());
        long index = counts.merge(name, 1L, Long::sum) - 1;
        Kernel kernel = kernels.get(name);
        LedgerEntry entry = sight.energy(each);
        if (kernel == null || entry == null) {
          continue;
        }
        OperatingPoint own = testbed.at(kernel, kernel.phase(index), gpu.own());
        ownSeconds += own.seconds();
        ownJoules += own.joules();
        seconds += (each.endNanos() - each.startNanos()) * 1e-9;
        entries.add(entry);
      }
    }
    if (entries.isEmpty()) {
      throw new IllegalStateException(
          "the ledger has no kernel of '" + workload.name() + "'; let it run for longer");
    }
    double joules = 0;
    for (LedgerEntry entry : entries) {
      joules += entry.energyMicrojoules() * MICRO;
    }
    return new PolicySaving(
        entries.size(), joules / ownJoules, error(sight, joules) / ownJoules, ownSeconds / seconds);
  }

  /**
   * Standard error of the kernels' sum. They and what no kernel took sum to the device, which is
   * known better than its kernels: what one is given too much is missing from the next. So the
   * error is that of the device's windows, in the measure in which kernels fill them, and of the
   * remainders.
   */
  private static double error(LiveRunRecorder sight, double joules) {
    double windows = 0;
    double variance = 0;
    for (EnergyTotal total : RollUp.byNode(Book.WINDOW10S, sight.windows())) {
      windows += total.energyMicrojoules() * MICRO;
      variance += square(total.standardErrorMicrojoules() * MICRO);
    }
    double share = windows == 0 ? Double.NaN : joules / windows;
    double rest = 0;
    for (EnergyTotal total : RollUp.byNode(Book.KERNEL, sight.remainders())) {
      rest += square(total.standardErrorMicrojoules() * MICRO);
    }
    return Math.sqrt(square(share) * variance + rest);
  }

  private static double square(double x) {
    return x * x;
  }

  private static PolicySaving offline(
      GpuModel gpu,
      Workload workload,
      String policy,
      long invocations,
      long delayNanos,
      long switchingNanos,
      long seed) {
    long round = workload.sequence().stream().mapToLong(Workload.Step::invocations).sum();
    int rounds = (int) Math.max(1, Math.round(invocations / (double) round));
    var application = new Application(rounds, false, origins(workload), workload);
    Testbed testbed = new Testbed(gpu, List.of(application));
    RunTotals own =
        OfflineRun.of(testbed, application, tuner(gpu, new NonePolicy(), 0), 0, seed, START_NANOS);
    Policy tested =
        Policies.named(policy)
            .orElseThrow(() -> new IllegalArgumentException("there is no policy " + policy));
    RunTotals run =
        OfflineRun.of(
            testbed,
            application,
            tuner(gpu, tested, delayNanos),
            switchingNanos,
            seed,
            START_NANOS);
    return new PolicySaving(
        rounds * round, run.joules() / own.joules(), 0, own.seconds() / run.seconds());
  }

  /** The controller's own settings and guards. */
  private static Tuner tuner(GpuModel gpu, Policy policy, long delayNanos) {
    LoopSettings loop = LoopSettings.DEFAULT.forKernelsThatOutlastTheDwell();
    var settings =
        new OfflineSettings(
            loop,
            Guards.standard(loop.stepsPerDecision(), loop.dwellNanos()),
            SensitivitySettings.DEFAULT);
    return new LoopTuner(gpu, policy, settings, delayNanos, START_NANOS);
  }

  private static List<LatentOrigins> origins(Workload workload) {
    return workload.kernels().stream()
        .map(
            kernel ->
                new LatentOrigins(
                    kernel.name(),
                    List.of(),
                    List.of(),
                    List.of(),
                    List.of(),
                    "a bundled workload"))
        .toList();
  }
}
