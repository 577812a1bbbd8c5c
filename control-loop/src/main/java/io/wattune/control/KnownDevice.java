package io.wattune.control;

import io.wattune.core.loop.LoopState;
import java.util.Map;

/** What a task keeps of a device in memory. */
final class KnownDevice {
  final String device;
  LoopState loop;

  /** Of the newest decision under the node's epoch. */
  long sequence;

  /** When a record of it came last, in the time that its task has lived. */
  long heardMillis;

  /** When the newest decision was sent, by the controller's clock. */
  long sentNanos;

  /** Its loop has failed before. */
  boolean hasFailed;

  /** Its servers by state, as they have been added to the controller's. */
  Map<String, Long> servers = Map.of();

  KnownDevice(LoopState loop, long heardMillis) {
    this.device = loop.device();
    this.loop = loop;
    this.heardMillis = heardMillis;
  }
}
