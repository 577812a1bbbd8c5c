package io.wattune.replay.publish;

import io.wattune.core.reading.PollBlock;
import io.wattune.replay.file.DeviceTrace;
import java.util.Iterator;
import java.util.List;

/** Blocks as they were sent once before, repeats and all; their ends of traces are left out. */
final class GivenBlocks implements Blocks {
  private final DeviceTrace trace;
  private final Iterator<PollBlock> blocks;
  private long newestSequence = -1;

  GivenBlocks(DeviceTrace trace, List<PollBlock> blocks) {
    this.trace = trace;
    this.blocks = blocks.iterator();
  }

  @Override
  public boolean hasNext() {
    return blocks.hasNext();
  }

  @Override
  public PollBlock next() {
    PollBlock block = blocks.next();
    newestSequence = Math.max(newestSequence, block.sequence());
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

  @Override
  public PollBlock endOfTrace() {
    return new PollBlock(
        trace.device(),
        newestSequence + 1,
        trace.signal(),
        trace.unit(),
        new long[0],
        new int[0],
        true);
  }
}
