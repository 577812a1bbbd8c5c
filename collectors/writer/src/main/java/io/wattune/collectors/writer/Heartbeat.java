package io.wattune.collectors.writer;

import java.io.IOException;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.MappedByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A mapped file in which one process shows another that it lives. Five little-endian longs: a mark;
 * the beat, which grows; nanoseconds until restoring must begin, or {@link #NOTHING_OUT}; process
 * id; when the process started (see {@link ProcessIdentity}).
 *
 * <p>Only durations pass, never times: the two processes need no clock in common. The file is made
 * once and then written in place, so that a mapping stays good over lives of either process. One
 * writing thread.
 */
final class Heartbeat {
  /** Every device has its own settings: nothing has to be restored. */
  static final long NOTHING_OUT = -1;

  private static final long MARK = 0x31_54_52_41_45_48_54_57L;
  private static final int BYTES = 64;
  private static final int BEAT = 8;
  private static final int RESTORE_LEAD = 16;
  private static final int PID = 24;
  private static final int STARTED = 32;

  /** Whoever watches without privileges is of the group. */
  private static final Set<PosixFilePermission> OWNER_AND_GROUP =
      PosixFilePermissions.fromString("rw-r-----");

  private static final VarHandle LONG =
      MethodHandles.byteBufferViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

  /**
   * What the other process shows.
   *
   * @param beat grows while it lives
   * @param restoreLeadNanos until restoring the first of its devices must begin, counted from this
   *     beat; {@link #NOTHING_OUT} where none is out
   * @param process who writes
   */
  record Beat(long beat, long restoreLeadNanos, ProcessIdentity process) {}

  private final MappedByteBuffer buffer;

  private Heartbeat(MappedByteBuffer buffer) {
    this.buffer = buffer;
  }

  /** Opens the file to write it, made when it is absent. */
  static Heartbeat open(Path file) throws IOException {
    Set<StandardOpenOption> options =
        Set.of(StandardOpenOption.CREATE, StandardOpenOption.READ, StandardOpenOption.WRITE);
    boolean isPosix = file.getFileSystem().supportedFileAttributeViews().contains("posix");
    try (FileChannel channel =
        isPosix
            ? FileChannel.open(file, options, PosixFilePermissions.asFileAttribute(OWNER_AND_GROUP))
            : FileChannel.open(file, options)) {
      if (isPosix) {
        Files.setPosixFilePermissions(file, OWNER_AND_GROUP); // It may be of an earlier release.
      }
      var heartbeat = new Heartbeat(channel.map(FileChannel.MapMode.READ_WRITE, 0, BYTES));
      heartbeat.begin();
      return heartbeat;
    }
  }

  /** Opens the file to read it; null where nobody has written it yet. */
  static @Nullable Heartbeat watch(Path file) throws IOException {
    if (!Files.exists(file) || Files.size(file) < BYTES) {
      return null;
    }
    try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ)) {
      return new Heartbeat(channel.map(FileChannel.MapMode.READ_ONLY, 0, BYTES));
    }
  }

  private void begin() {
    ProcessIdentity own = ProcessIdentity.own();
    put(RESTORE_LEAD, NOTHING_OUT);
    put(PID, own.pid());
    put(STARTED, own.startedAt());
    put(0, MARK);
    put(BEAT, get(BEAT) + 1);
  }

  /** One beat. */
  void beat(long restoreLeadNanos) {
    put(RESTORE_LEAD, restoreLeadNanos);
    put(BEAT, get(BEAT) + 1);
  }

  /** What is shown now; null where it is being written, or was never. */
  @Nullable Beat read() {
    long beat = get(BEAT);
    var read = new Beat(beat, get(RESTORE_LEAD), new ProcessIdentity(get(PID), get(STARTED)));
    return get(0) == MARK && get(BEAT) == beat ? read : null;
  }

  private long get(int offset) {
    return (long) LONG.getAcquire((ByteBuffer) buffer, offset);
  }

  private void put(int offset, long value) {
    LONG.setRelease((ByteBuffer) buffer, offset, value);
  }
}
