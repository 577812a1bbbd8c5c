package io.wattune.replay.publish;

import io.wattune.core.reading.BlockPacker;
import io.wattune.core.reading.PollBlock;
import io.wattune.replay.file.DeviceTrace;
import java.util.ArrayDeque;
import java.util.NoSuchElementException;

/** Packs the polls of a trace into blocks as they are asked for. */
final class PackedBlocks implements Blocks {
  private final DeviceTrace trace;
  private final BlockPacker packer;
  private final ArrayDeque<PollBlock> packed = new ArrayDeque<>();
  private int next;

  PackedBlocks(DeviceTrace trace, PublishOptions options) {
    this.trace = trace;
    this.packer =
        new BlockPacker(
            trace.device(),
            trace.signal(),
            trace.unit(),
            options.maxPolls(),
            options.maxAgeNanos(),
            packed::add);
    packer.named(trace.model());
  }

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
    if (!hasNext()) {
      throw new NoSuchElementException(trace.device() + " has no further polls");
    }
    return packed.remove();
  }

  @Override
  public PollBlock endOfTrace() {
    packer.endTrace();
    return packed.remove();
  }
}
