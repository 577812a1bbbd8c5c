package io.wattune.streams.ledger;

import io.wattune.core.ring.RingChunk;
import io.wattune.core.ring.RunningIntegral;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import org.apache.flink.api.common.typeutils.SimpleTypeSerializerSnapshot;
import org.apache.flink.api.common.typeutils.TypeSerializerSnapshot;
import org.apache.flink.api.common.typeutils.base.TypeSerializerSingleton;
import org.apache.flink.core.memory.DataInputView;
import org.apache.flink.core.memory.DataOutputView;

/**
 * Full ring chunks in checkpoints: one array of bytes each. A full chunk never changes, so it is
 * handed on, not copied; Flink's own serializer of plain classes would copy all chunks of a device
 * at its first reading after each checkpoint, and write them number by number.
 *
 * <p>Format 3, little-endian: version (int8), count (int32), base time (int64), watts before
 * (float64), the running integral (joules, raw joules: float64; span, gap: int64; gap variance,
 * broken watts, seen variance, restlessness, step, held squares, repeat share: float64, repeats:
 * int32), then the columns: offsets, values, polls, since (int32 each), spacings (int8 each).
 * Format 1 had no seen variance, restlessness and step, format 2 nothing of repeats.
 */
public final class RingChunkSerializer extends TypeSerializerSingleton<RingChunk> {
  private static final long serialVersionUID = 1L;
  private static final byte VERSION = 3;
  private static final int HEAD_BYTES = 13 * 8 + 4;
  private static final int SAMPLE_BYTES = 4 * 4 + 1;

  /** Checkpoints write thousands of chunks in a row: one array for each thread that writes them. */
  private static final ThreadLocal<byte[]> SCRATCH =
      ThreadLocal.withInitial(() -> new byte[HEAD_BYTES + RingChunk.CAPACITY * SAMPLE_BYTES]);

  /** The one instance. */
  public static final RingChunkSerializer INSTANCE = new RingChunkSerializer();

  @Override
  public boolean isImmutableType() {
    return true;
  }

  @Override
  public RingChunk createInstance() {
    return new RingChunk();
  }

  @Override
  public RingChunk copy(RingChunk from) {
    return from;
  }

  @Override
  public RingChunk copy(RingChunk from, RingChunk reuse) {
    return from;
  }

  @Override
  public int getLength() {
    return -1;
  }

  @Override
  public void serialize(RingChunk chunk, DataOutputView target) throws IOException {
    int length = length(chunk.count);
    byte[] array = SCRATCH.get();
    ByteBuffer bytes = ByteBuffer.wrap(array).order(ByteOrder.LITTLE_ENDIAN);
    bytes.putLong(chunk.baseNanos).putDouble(chunk.wattsBefore);
    RunningIntegral start = chunk.start;
    bytes.putDouble(start.joules).putDouble(start.rawJoules);
    bytes.putLong(start.spanNanos).putLong(start.gapNanos);
    bytes.putDouble(start.gapVariance).putDouble(start.brokenWatts);
    bytes.putDouble(start.seenVariance).putDouble(start.restlessness).putDouble(start.stepWatts);
    bytes.putDouble(start.heldSquares).putDouble(start.repeatShare).putInt(start.repeats);
    put(bytes, chunk.offsetMicros, chunk.count);
    put(bytes, chunk.values, chunk.count);
    put(bytes, chunk.pollMicros, chunk.count);
    put(bytes, chunk.sinceMicros, chunk.count);
    bytes.put(chunk.spacings, 0, chunk.count);
    target.writeByte(VERSION);
    target.writeInt(chunk.count);
    target.write(array, 0, length);
  }

  @Override
  public RingChunk deserialize(DataInputView source) throws IOException {
    byte version = source.readByte();
    if (version != VERSION) {
      throw new IOException(
          "a ring chunk has format " + version + "; this release reads format " + VERSION);
    }
    var chunk = new RingChunk();
    chunk.count = source.readInt();
    byte[] array = new byte[length(chunk.count)];
    source.readFully(array);
    ByteBuffer bytes = ByteBuffer.wrap(array).order(ByteOrder.LITTLE_ENDIAN);
    chunk.baseNanos = bytes.getLong();
    chunk.wattsBefore = bytes.getDouble();
    RunningIntegral start = chunk.start;
    start.joules = bytes.getDouble();
    start.rawJoules = bytes.getDouble();
    start.spanNanos = bytes.getLong();
    start.gapNanos = bytes.getLong();
    start.gapVariance = bytes.getDouble();
    start.brokenWatts = bytes.getDouble();
    start.seenVariance = bytes.getDouble();
    start.restlessness = bytes.getDouble();
    start.stepWatts = bytes.getDouble();
    start.heldSquares = bytes.getDouble();
    start.repeatShare = bytes.getDouble();
    start.repeats = bytes.getInt();
    get(bytes, chunk.offsetMicros, chunk.count);
    get(bytes, chunk.values, chunk.count);
    get(bytes, chunk.pollMicros, chunk.count);
    get(bytes, chunk.sinceMicros, chunk.count);
    bytes.get(chunk.spacings, 0, chunk.count);
    return chunk;
  }

  @Override
  public RingChunk deserialize(RingChunk reuse, DataInputView source) throws IOException {
    return deserialize(source);
  }

  @Override
  public void copy(DataInputView source, DataOutputView target) throws IOException {
    serialize(deserialize(source), target);
  }

  @Override
  public TypeSerializerSnapshot<RingChunk> snapshotConfiguration() {
    return new Snapshot();
  }

  private static int length(int count) throws IOException {
    if (count < 0 || count > RingChunk.CAPACITY) {
      throw new IOException(
          "a ring chunk holds 0 to " + RingChunk.CAPACITY + " samples, was " + count);
    }
    return HEAD_BYTES + count * SAMPLE_BYTES;
  }

  private static void put(ByteBuffer bytes, int[] column, int count) {
    bytes.asIntBuffer().put(column, 0, count);
    bytes.position(bytes.position() + 4 * count);
  }

  private static void get(ByteBuffer bytes, int[] column, int count) {
    bytes.asIntBuffer().get(column, 0, count);
    bytes.position(bytes.position() + 4 * count);
  }

  /** Says to Flink that any release's serializer reads what this one wrote. */
  public static final class Snapshot extends SimpleTypeSerializerSnapshot<RingChunk> {
    public Snapshot() {
      super(() -> INSTANCE);
    }
  }
}
