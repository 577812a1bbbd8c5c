package io.wattune.collectors.meter;

import io.wattune.core.reading.EnergyColumn;
import io.wattune.core.reading.PollBlock;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Blocks of one device that follow each other, as fewer and longer ones: the ledger's answer does
 * not depend on where blocks end, and what it costs does.
 */
final class JoinedBlocks {
  private JoinedBlocks() {}

  /** The same polls, in the same order. */
  static List<PollBlock> of(List<PollBlock> blocks) {
    List<PollBlock> joined = new ArrayList<>();
    int from = 0;
    for (int i = 1; i <= blocks.size(); i++) {
      if (i == blocks.size() || !follows(blocks.get(i - 1), blocks.get(i))) {
        joined.add(join(blocks.subList(from, i)));
        from = i;
      }
    }
    return joined;
  }

  private static boolean follows(PollBlock one, PollBlock next) {
    return !one.endOfTrace()
        && next.sequence() > one.sequence()
        && next.signal().equals(one.signal())
        && next.unit() == one.unit()
        && isSame(one.energy(), next.energy());
  }

  private static boolean isSame(@Nullable EnergyColumn one, @Nullable EnergyColumn next) {
    if (one == null || next == null) {
      return one == null && next == null;
    }
    return one.signal().equals(next.signal()) && one.unit() == next.unit();
  }

  private static PollBlock join(List<PollBlock> blocks) {
    PollBlock last = blocks.get(blocks.size() - 1);
    if (blocks.size() == 1) {
      return last;
    }
    int polls = blocks.stream().mapToInt(PollBlock::polls).sum();
    long[] times = new long[polls];
    int[] values = new int[polls];
    EnergyColumn column = last.energy();
    long[] energies = new long[column == null ? 0 : polls];
    int at = 0;
    String model = "";
    for (PollBlock block : blocks) {
      System.arraycopy(block.timesNanos(), 0, times, at, block.polls());
      System.arraycopy(block.values(), 0, values, at, block.polls());
      EnergyColumn energy = block.energy();
      if (energy != null) {
        System.arraycopy(energy.values(), 0, energies, at, block.polls());
      }
      at += block.polls();
      model = block.model().isEmpty() ? model : block.model();
    }
    return new PollBlock(
        last.device(),
        last.sequence(),
        last.signal(),
        last.unit(),
        times,
        values,
        last.endOfTrace(),
        column == null ? null : new EnergyColumn(column.signal(), column.unit(), energies),
        model);
  }
}
