package io.wattune.core.loop;

import io.wattune.core.Quality;
import io.wattune.core.counter.CounterReading;
import io.wattune.core.decision.Actuation;
import io.wattune.core.device.DeviceDescriptor;
import io.wattune.core.guard.Guard;
import io.wattune.core.policy.Policy;
import io.wattune.core.sensitivity.Sensitivity;
import java.util.List;
import java.util.Optional;

/** The control loop of a device. Not for two threads at once with one state. */
public final class DeviceLoop {
  private final LoopSettings settings;
  private final Policy policy;
  private final List<Guard> guards;

  /** A loop with a policy and the guards that its wishes pass, in this order. */
  public DeviceLoop(LoopSettings settings, Policy policy, List<Guard> guards) {
    this.settings = settings;
    this.policy = policy;
    this.guards = List.copyOf(guards);
  }

  /** The state of a device of which nothing is known. */
  public LoopState newState(String device) {
    return new LoopState(device);
  }

  /** What the device is; what was learned is forgotten if its tunables are others now. */
  public void onDescriptor(LoopState state, DeviceDescriptor descriptor) {}

  /** The counters of one invocation of a kernel. */
  public void onCounters(LoopState state, CounterReading reading) {}

  /** How sensitive a kernel, or the device, is to a tunable. */
  public void onSensitivity(LoopState state, Sensitivity sensitivity) {}

  /**
   * Power has come.
   *
   * @param newestTimeNanos time of the newest reading of a block
   * @param watts its power
   * @param worst worst quality of the block
   */
  public void onPower(LoopState state, long newestTimeNanos, double watts, Quality worst) {}

  /** A proposal has been sent, as this decision. */
  public void onSent(LoopState state, Proposal proposal, long epoch, long sequence) {}

  /** The node has answered a decision, or has done something by itself. */
  public void onActuation(LoopState state, Actuation actuation) {}

  /**
   * After any of these: what is to be sent now, if anything. Nothing changes by asking except the
   * counts of vetoes: {@link #onSent} says that it was sent.
   *
   * @param isHeld whether an operator has ordered to leave the device alone
   */
  public Optional<Proposal> decide(LoopState state, boolean isHeld) {
    return Optional.empty();
  }
}
