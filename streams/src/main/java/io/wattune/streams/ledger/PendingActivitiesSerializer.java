package io.wattune.streams.ledger;

import io.wattune.core.ledger.PendingActivity;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.flink.api.common.typeutils.SimpleTypeSerializerSnapshot;
import org.apache.flink.api.common.typeutils.TypeSerializerSnapshot;
import org.apache.flink.api.common.typeutils.base.TypeSerializerSingleton;
import org.apache.flink.core.memory.DataInputDeserializer;
import org.apache.flink.core.memory.DataInputView;
import org.apache.flink.core.memory.DataOutputSerializer;
import org.apache.flink.core.memory.DataOutputView;

/**
 * A device's activities that are not final, in checkpoints: version (int8), length in bytes
 * (int32), and as many bytes by {@link PendingActivityBytes}.
 *
 * <p>A device with 24 kernels a second has 14,400 of them in a horizon, and all are written with
 * each checkpoint. Flink's own serializer of plain records writes some 320 bytes for each, one
 * field after the other by reflection, and copies each one at the device's first record after a
 * checkpoint. An activity's row never changes, so that a copy here is the list's alone. Test:
 * {@code PendingActivitiesSerializerTest}.
 */
public final class PendingActivitiesSerializer
    extends TypeSerializerSingleton<List<PendingActivity>> {
  private static final long serialVersionUID = 1L;
  private static final byte VERSION = 1;

  /** The one instance. */
  public static final PendingActivitiesSerializer INSTANCE = new PendingActivitiesSerializer();

  @Override
  public boolean isImmutableType() {
    return false;
  }

  @Override
  public List<PendingActivity> createInstance() {
    return new ArrayList<>();
  }

  @Override
  public List<PendingActivity> copy(List<PendingActivity> from) {
    return new ArrayList<>(from);
  }

  @Override
  public List<PendingActivity> copy(List<PendingActivity> from, List<PendingActivity> reuse) {
    return copy(from);
  }

  @Override
  public int getLength() {
    return -1;
  }

  @Override
  public void serialize(List<PendingActivity> activities, DataOutputView target)
      throws IOException {
    var bytes = new DataOutputSerializer(64 + 96 * activities.size());
    new PendingActivityBytes.ListWriter(bytes).write(activities);
    target.writeByte(VERSION);
    target.writeInt(bytes.length());
    target.write(bytes.getSharedBuffer(), 0, bytes.length());
  }

  @Override
  public List<PendingActivity> deserialize(DataInputView source) throws IOException {
    byte[] bytes = bytes(source);
    return new PendingActivityBytes.ListReader(new DataInputDeserializer(bytes)).read();
  }

  @Override
  public List<PendingActivity> deserialize(List<PendingActivity> reuse, DataInputView source)
      throws IOException {
    return deserialize(source);
  }

  @Override
  public void copy(DataInputView source, DataOutputView target) throws IOException {
    byte[] bytes = bytes(source);
    target.writeByte(VERSION);
    target.writeInt(bytes.length);
    target.write(bytes);
  }

  private static byte[] bytes(DataInputView source) throws IOException {
    byte version = source.readByte();
    if (version != VERSION) {
      throw new IOException(
          "a device's activities have format "
              + version
              + "; this release reads format "
              + VERSION);
    }
    byte[] bytes = new byte[source.readInt()];
    source.readFully(bytes);
    return bytes;
  }

  @Override
  public TypeSerializerSnapshot<List<PendingActivity>> snapshotConfiguration() {
    return new Snapshot();
  }

  /** Says to Flink that any release's serializer reads what this one wrote. */
  public static final class Snapshot extends SimpleTypeSerializerSnapshot<List<PendingActivity>> {
    public Snapshot() {
      super(() -> INSTANCE);
    }
  }
}
