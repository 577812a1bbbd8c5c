package io.wattune.control;

import io.wattune.core.loop.LoopCounts;
import io.wattune.core.loop.LoopState;
import java.util.Map;

/** What a task keeps of a device in memory. */
final class KnownDevice {
  private static final LoopCounts NOTHING =
      new LoopCounts(0, Map.of(), Map.of(), Map.of(), Map.of(), 0, 0, 0, Map.of(), Map.of());

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

  /** Of the loop's counts, what has been added to the controller's. */
  LoopCounts reported = NOTHING;

  KnownDevice(LoopState loop, long heardMillis) {
    this.device = loop.device();
    this.loop = loop;
    this.heardMillis = heardMillis;
  }

  /** Everything is forgotten but the sequence. */
  void beginAnew(LoopState fresh) {
    loop = fresh;
    // Servers are counted down by the next report.
    reported = NOTHING.withServers(reported.servers());
  }
}
