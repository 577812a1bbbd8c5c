package io.wattune.core.device;

/**
 * A readable quantity of a device.
 *
 * @param name the source's own name
 * @param unit unit of one step of its values
 * @param pollPeriodNanos how often the agent asks for it
 */
public record Signal(String name, SignalUnit unit, long pollPeriodNanos) {

  public Signal {
    if (pollPeriodNanos <= 0) {
      throw new IllegalArgumentException(
          "pollPeriodNanos must be above 0, was " + pollPeriodNanos + " for signal '" + name + "'");
    }
  }
}
