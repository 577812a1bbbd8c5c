package io.wattune.replay.publish;

import io.wattune.core.reading.PollBlock;
import java.util.Iterator;

/** The blocks of one device of a replay, one after the other, each with a poll. */
interface Blocks extends Iterator<PollBlock> {

  /** The block that says that nothing follows; once, after all others. */
  PollBlock endOfTrace();
}
