package io.wattune.replay;

import io.wattune.core.reading.PollBlock;
import io.wattune.replay.file.DeviceTrace;
import java.util.ArrayList;
import java.util.List;

/** The blocks of one device of an archive, each with a poll. */
final class ArchivedBlocks {
  private final List<Placed<PollBlock>> placed = new ArrayList<>();

  void add(Placed<PollBlock> block) {
    placed.add(block);
  }

  /** In the order in which they stood in the topic. */
  List<PollBlock> inOrder() {
    return placed.stream().sorted(Placed.ORDER).map(Placed::record).toList();
  }

  /** All polls of the signal that the device has first; the ledger takes no other. */
  DeviceTrace trace() {
    List<PollBlock> blocks = inOrder();
    PollBlock first = blocks.get(0);
    List<PollBlock> same =
        blocks.stream()
            .filter(b -> b.signal().equals(first.signal()) && b.unit() == first.unit())
            .toList();
    int polls = same.stream().mapToInt(PollBlock::polls).reduce(0, Math::addExact);
    long[] times = new long[polls];
    int[] values = new int[polls];
    int at = 0;
    for (PollBlock block : same) {
      System.arraycopy(block.timesNanos(), 0, times, at, block.polls());
      System.arraycopy(block.values(), 0, values, at, block.polls());
      at += block.polls();
    }
    String model =
        same.stream().map(PollBlock::model).filter(m -> !m.isEmpty()).findFirst().orElse("");
    return new DeviceTrace(first.device(), first.signal(), first.unit(), times, values, model);
  }
}
