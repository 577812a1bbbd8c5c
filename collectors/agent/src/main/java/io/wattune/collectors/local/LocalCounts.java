package io.wattune.collectors.local;

import java.util.concurrent.atomic.LongAdder;

/** What became of lines, connections and readings; for any thread. */
final class LocalCounts {
  final LongAdder lines = new LongAdder();
  final LongAdder refusedLines = new LongAdder();
  final LongAdder started = new LongAdder();
  final LongAdder ended = new LongAdder();
  final LongAdder endedByClose = new LongAdder();
  final LongAdder answered = new LongAdder();
  final LongAdder answeredWithout = new LongAdder();
  final LongAdder connections = new LongAdder();
  final LongAdder refusedConnections = new LongAdder();
  final LongAdder deafConnections = new LongAdder();
  final LongAdder files = new LongAdder();
  final LongAdder refusedFiles = new LongAdder();
  final LongAdder workReadings = new LongAdder();
  final LongAdder droppedReadings = new LongAdder();

  LocalStatus status(long open, long ledgers) {
    return new LocalStatus(
        lines.sum(),
        refusedLines.sum(),
        started.sum(),
        ended.sum(),
        endedByClose.sum(),
        answered.sum(),
        answeredWithout.sum(),
        connections.sum(),
        refusedConnections.sum(),
        deafConnections.sum(),
        files.sum(),
        refusedFiles.sum(),
        droppedReadings.sum(),
        workReadings.sum(),
        open,
        ledgers);
  }
}
