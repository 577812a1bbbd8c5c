package io.wattune.collectors.device;

import java.util.OptionalLong;

/** Own settings that were kept before a first write, as the writer's journal has them. */
@FunctionalInterface
public interface JournaledOwnSettings {
  /** None are kept: each control has its own setting now. */
  JournaledOwnSettings NONE = (device, tunable) -> OptionalLong.empty();

  /**
   * The own setting of a control; empty where none is kept.
   *
   * @throws DeviceException where something is kept and cannot be read: what the control has now
   *     may not be its own setting then
   */
  OptionalLong ownValue(String device, String tunable) throws DeviceException;
}
