package io.wattune.streams.ledger;

import io.wattune.core.ring.ChunkStore;
import io.wattune.core.ring.RingChunk;
import org.apache.flink.api.common.state.MapState;
import org.apache.flink.util.FlinkRuntimeException;
import org.jspecify.annotations.Nullable;

/** The current key's ring chunks in Flink's keyed state. */
record StateChunkStore(MapState<Long, RingChunk> chunks) implements ChunkStore {
  @Override
  public @Nullable RingChunk get(long number) {
    try {
      return chunks.get(number);
    } catch (Exception e) {
      throw new FlinkRuntimeException("cannot read chunk " + number + " of the ring", e);
    }
  }

  @Override
  public void put(long number, RingChunk chunk) {
    try {
      chunks.put(number, chunk);
    } catch (Exception e) {
      throw new FlinkRuntimeException("cannot write chunk " + number + " of the ring", e);
    }
  }

  @Override
  public void remove(long number) {
    try {
      chunks.remove(number);
    } catch (Exception e) {
      throw new FlinkRuntimeException("cannot remove chunk " + number + " of the ring", e);
    }
  }

  void clear() {
    chunks.clear();
  }
}
