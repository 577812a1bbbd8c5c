package io.wattune.testbed.offline;

import io.wattune.core.Quality;
import io.wattune.core.counter.CounterReading;
import io.wattune.core.decision.ActivityConfiguration;
import io.wattune.core.decision.Actuation;
import io.wattune.core.decision.ActuationOutcome;
import io.wattune.core.decision.InForceSpan;
import io.wattune.core.device.DeviceDescriptor;
import io.wattune.core.loop.DeviceLoop;
import io.wattune.core.loop.LoopState;
import io.wattune.core.loop.Proposal;
import io.wattune.core.policy.Policy;
import io.wattune.core.sensitivity.Sensitivity;
import io.wattune.core.sensitivity.SensitivityEstimator;
import io.wattune.core.sensitivity.SensitivityState;
import io.wattune.core.tunable.Configuration;
import io.wattune.testbed.gpu.GpuModel;
import io.wattune.testbed.gpu.Kernel;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A policy of {@code core} in the loop that decides live: {@link SensitivityEstimator}, {@link
 * DeviceLoop} and the policy itself are the classes of the Flink job and of the controller. What is
 * between them there, topics and clocks, is here a delay: from the end of an invocation to when the
 * node has applied what was decided because of it. The node applies everything and says so.
 */
public final class LoopTuner implements Tuner {
  /** Id of the simulated device. */
  static final String DEVICE = "testbed/gpu-0";

  private static final String NODE = "testbed";
  private static final long EPOCH = 1;

  private final DeviceLoop loop;
  private final LoopState state;
  private final SensitivityEstimator estimator;
  private final SensitivityState sensitivities;
  private final long delayNanos;
  private final Deque<Pending> pending = new ArrayDeque<>();
  private final ReportedSpans spans;
  private Map<String, Configuration> inForce = Map.of();
  private Configuration standard = Configuration.EMPTY;
  private long sequence;

  /** A decision under way to the node. */
  private record Pending(long dueNanos, long sequence, Proposal proposal) {}

  /**
   * A loop at the start of an application: of its kernels nothing is known.
   *
   * @param delayNanos from the end of an invocation to the settings that it leads to
   * @param startNanos when the application starts
   */
  public LoopTuner(
      GpuModel gpu, Policy policy, OfflineSettings settings, long delayNanos, long startNanos) {
    this.delayNanos = delayNanos;
    this.spans = new ReportedSpans(gpu.tunables());
    loop = new DeviceLoop(settings.loop(), policy, settings.guards());
    state = loop.newState(DEVICE);
    estimator = new SensitivityEstimator(settings.sensitivity());
    sensitivities = new SensitivityState();
    sensitivities.product = gpu.product();
    loop.onDescriptor(
        state,
        new DeviceDescriptor(
            DEVICE,
            NODE,
            null,
            gpu.vendor(),
            gpu.product(),
            "",
            null,
            startNanos,
            List.of(),
            gpu.tunables().stream().map(tunable -> tunable.writable(true)).toList()));
    loop.onActuation(state, answer(0, 0, ActuationOutcome.RESTORED, startNanos, List.of()));
  }

  @Override
  public Configuration configuration(Kernel kernel, Kernel.Phase phase, long nowNanos) {
    while (nextNanos() <= nowNanos) {
      Pending next = pending.remove();
      Map<String, Configuration> configurations = new HashMap<>();
      for (ActivityConfiguration each : next.proposal().byActivityName()) {
        configurations.put(each.activityName(), each.configuration());
      }
      Configuration newStandard = next.proposal().defaultConfiguration();
      boolean isSame = configurations.equals(inForce) && newStandard.equals(standard);
      inForce = configurations;
      standard = newStandard;
      loop.onActuation(
          state,
          answer(
              EPOCH,
              next.sequence(),
              isSame ? ActuationOutcome.RENEWED : ActuationOutcome.APPLIED,
              next.dueNanos(),
              List.of()));
    }
    Configuration own = inForce.get(kernel.name());
    Configuration configuration = own == null ? standard : own;
    spans.put(own == null ? null : kernel.name(), configuration, nowNanos);
    return configuration;
  }

  @Override
  public long nextNanos() {
    return pending.isEmpty() ? NEVER : pending.element().dueNanos();
  }

  @Override
  public void ended(CounterReading reading, double watts) {
    loop.onPower(state, reading.endNanos(), watts, Quality.MEASURED);
    for (Sensitivity each : estimator.next(sensitivities, reading).sensitivities()) {
      loop.onSensitivity(state, each);
    }
    loop.onActuation(
        state,
        answer(
            0, 0, ActuationOutcome.SWITCHED, reading.endNanos(), spans.until(reading.endNanos())));
    loop.onCounters(state, reading);
    Optional<Proposal> proposal = loop.decide(state, false);
    if (proposal.isPresent()) {
      sequence++;
      loop.onSent(state, proposal.get(), EPOCH, sequence);
      pending.add(new Pending(reading.endNanos() + delayNanos, sequence, proposal.get()));
    }
  }

  private static Actuation answer(
      long epoch,
      long sequence,
      ActuationOutcome outcome,
      long atNanos,
      List<InForceSpan> inForce) {
    return new Actuation(
        NODE, DEVICE, epoch, sequence, outcome, "", "", null, List.of(), 0, atNanos, inForce,
        List.of());
  }
}
