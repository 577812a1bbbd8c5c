package io.wattune.collectors.agent;

import java.util.List;

/**
 * An agent at one moment.
 *
 * @param devices each device, in the order in which the agent got them
 * @param clockSteps how often the wall clock was stepped
 */
public record AgentStatus(List<DeviceStatus> devices, long clockSteps) {

  public AgentStatus {
    devices = List.copyOf(devices);
  }

  /** Number of devices in a condition. */
  public long count(Condition condition) {
    return devices.stream().filter(device -> device.condition() == condition).count();
  }

  /** Polls of all devices. */
  public long polls() {
    return devices.stream().mapToLong(DeviceStatus::polls).sum();
  }
}
