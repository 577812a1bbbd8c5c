package io.wattune.dashboard.state;

import io.wattune.core.thermal.floorplan.Block;
import io.wattune.core.thermal.live.HeatReading.BlockTemperature;
import io.wattune.core.thermal.live.HeatRecord;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;

/** How hot one device's chip was in the last half minute. Not thread safe. */
final class HeatHistory {
  /** One a second. */
  private static final int MOST = 30;

  private final Deque<HeatRecord> records = new ArrayDeque<>();

  void take(HeatRecord record) {
    HeatRecord last = records.peekLast();
    if (last != null) {
      long since = record.reading().nanos() - last.reading().nanos();
      if (since <= 0 && since > -MOST * 1_000_000_000L) {
        return; // a repeat
      }
      if (since <= 0 || !blocks(record).equals(blocks(last))) {
        records.clear(); // the clock was set back, or another plan
      }
    }
    records.addLast(record);
    if (records.size() > MOST) {
      records.removeFirst();
    }
  }

  private static List<Block> blocks(HeatRecord record) {
    return record.reading().blocks().stream().map(BlockTemperature::block).toList();
  }

  /** The oldest first; all on the same blocks. */
  List<HeatRecord> records() {
    return List.copyOf(records);
  }
}
