package io.wattune.core.ring;

import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Chunks of one device in memory. */
public final class InMemoryChunkStore implements ChunkStore {
  private final Map<Long, RingChunk> chunks = new HashMap<>();

  @Override
  public @Nullable RingChunk get(long number) {
    return chunks.get(number);
  }

  @Override
  public void put(long number, RingChunk chunk) {
    chunks.put(number, chunk);
  }

  @Override
  public void remove(long number) {
    chunks.remove(number);
  }

  /** Number of chunks kept. */
  public int size() {
    return chunks.size();
  }
}
