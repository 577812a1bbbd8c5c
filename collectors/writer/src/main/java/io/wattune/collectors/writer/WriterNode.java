package io.wattune.collectors.writer;

import io.wattune.collectors.device.DeviceControls;
import io.wattune.collectors.device.DeviceException;
import io.wattune.collectors.device.DeviceSettings;
import io.wattune.collectors.journal.FenceKeeper;
import io.wattune.collectors.kinds.DeviceKinds;
import io.wattune.collectors.running.RunningWatch;
import io.wattune.collectors.setup.DeviceConfig;
import io.wattune.collectors.setup.NodeSetup;
import io.wattune.core.decision.Decision;
import io.wattune.core.lease.LeaseTime;
import io.wattune.core.lease.Obstacle;
import java.util.concurrent.Executor;

/**
 * What the parts of a writer share.
 *
 * @param config the node's file
 * @param kinds how its devices are opened
 * @param clock the node's clocks
 * @param threads runs calls that may block
 * @param sink takes what was done
 * @param conditions what forbids writing
 * @param fence the highest epoch, on disk
 * @param started when this life began
 * @param running what the agent says of what runs
 */
record WriterNode(
    NodeSetup config,
    DeviceKinds kinds,
    NodeClock clock,
    Executor threads,
    ActuationSink sink,
    Conditions conditions,
    FenceKeeper fence,
    LeaseTime started,
    RunningWatch running) {
  private static final long NANOS_PER_MILLI = 1_000_000L;

  /** Opens the writer's face of a device. */
  static DeviceControls open(NodeSetup config, DeviceKinds kinds, DeviceConfig device)
      throws DeviceException {
    return kinds.openControls(
        device.kind(),
        new DeviceSettings(config.deviceId(device), config.fileFolder(), device.settings()));
  }

  /** Answers a decision that no device has seen. */
  void refuse(Decision decision, Obstacle why) {
    sink.send(Refusals.of(config.node(), decision, why, clock.now().wallNanos()));
  }

  /** How long a control may take to answer. */
  long hangNanos() {
    return config.hangMillis() * NANOS_PER_MILLI;
  }
}
