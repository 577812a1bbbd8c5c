package io.wattune.replay.publish;

import io.wattune.core.reading.PollBlock;
import org.jspecify.annotations.Nullable;

/** The blocks of one device of a replay, one after the other. */
interface Blocks {

  /** The next block, which has a poll; null where none follows. */
  @Nullable PollBlock next();

  /** The block that says that nothing follows; once, after all others. */
  PollBlock endOfTrace();
}
