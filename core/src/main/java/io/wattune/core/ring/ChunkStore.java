package io.wattune.core.ring;

import org.jspecify.annotations.Nullable;

/** Where a device's full chunks are kept, by number: Flink state, or memory. */
public interface ChunkStore {

  /** Returns the chunk, or null where there is none of that number. */
  @Nullable RingChunk get(long number);

  void put(long number, RingChunk chunk);

  void remove(long number);
}
