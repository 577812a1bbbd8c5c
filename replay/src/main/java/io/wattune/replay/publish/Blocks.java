package io.wattune.replay.publish;

import io.wattune.core.reading.BlockPacker;
import io.wattune.core.reading.PollBlock;
import io.wattune.replay.file.DeviceTrace;
import java.util.ArrayDeque;
import java.util.Iterator;
import java.util.List;
import java.util.function.Supplier;

/**
 * The blocks of one device of a replay.
 *
 * @param each one after the other, each with a poll
 * @param end the block that says that nothing follows; asked for once, after all others
 */
record Blocks(Iterator<PollBlock> each, Supplier<PollBlock> end) {

  /** Packed from the polls of a trace as they are asked for. */
  static Blocks packed(DeviceTrace trace, PublishOptions options) {
    var packed = new ArrayDeque<PollBlock>();
    var packer =
        new BlockPacker(
            trace.device(),
            trace.signal(),
            trace.unit(),
            options.maxPolls(),
            options.maxAgeNanos(),
            packed::add);
    packer.named(trace.model());
    var each =
        new Iterator<PollBlock>() {
          private int next;

          @Override
          public boolean hasNext() {
            while (packed.isEmpty() && next < trace.polls()) {
              packer.add(trace.timesNanos()[next], trace.values()[next]);
              next++;
              if (next == trace.polls()) {
                packer.close();
              }
            }
            return !packed.isEmpty();
          }

          @Override
          public PollBlock next() {
            var unused = hasNext(); // packs it
            return packed.remove();
          }
        };
    return new Blocks(
        each,
        () -> {
          packer.endTrace();
          return packed.remove();
        });
  }

  /** As they were sent once before, repeats and all; their ends of traces are left out. */
  static Blocks given(DeviceTrace trace, List<PollBlock> blocks) {
    long newest = blocks.stream().mapToLong(PollBlock::sequence).max().orElse(-1);
    return new Blocks(
        blocks.stream().map(Blocks::withoutEnd).iterator(),
        () ->
            new PollBlock(
                trace.device(),
                newest + 1,
                trace.signal(),
                trace.unit(),
                new long[0],
                new int[0],
                true));
  }

  private static PollBlock withoutEnd(PollBlock block) {
    return new PollBlock(
        block.device(),
        block.sequence(),
        block.signal(),
        block.unit(),
        block.timesNanos(),
        block.values(),
        false,
        block.energy(),
        block.model());
  }
}
