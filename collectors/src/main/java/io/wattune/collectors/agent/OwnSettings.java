package io.wattune.collectors.agent;

import java.util.OptionalLong;

/** Own settings that were kept before a first write, as the writer's journal has them. */
@FunctionalInterface
public interface OwnSettings {
  /** None are kept: each control has its own setting now. */
  OwnSettings NONE = (device, tunable) -> OptionalLong.empty();

  /** The own setting of a control; empty where none is kept. */
  OptionalLong ownValue(String device, String tunable);
}
