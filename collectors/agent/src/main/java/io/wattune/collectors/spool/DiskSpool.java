package io.wattune.collectors.spool;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Iterator;
import java.util.List;
import java.util.TreeSet;
import java.util.function.ObjLongConsumer;
import org.jspecify.annotations.Nullable;

/**
 * Records on disk, in order, for the time that the broker is away: appended at the end, read from
 * the front, kept until they are confirmed. What does not fit the limit costs the oldest segment,
 * whose unread records are counted as dropped. What an earlier life left is read first.
 *
 * <p>Records outlive the process at once, and a loss of power once the system has written them; a
 * torn end is cut and counted in bytes. One spool for each folder (a lock holds that), one thread
 * for each spool. Tests: {@code DiskSpoolTest}, {@code DiskSpoolPropertyTest}.
 */
final class DiskSpool implements AutoCloseable {
  private static final long LARGEST_SEGMENT_BYTES = 4L << 20;

  /** An eighth of the limit: what is lost at once when the spool is full. */
  private static final int SEGMENTS = 8;

  private static final int CONFIRMATIONS_PER_MARK = 1024;

  /** A record, and where it is. */
  record Spooled(OutgoingRecord record, SpoolPosition position) {}

  /** A record that was read, and whether the broker has confirmed it. */
  record Sent(String topic, SpoolPosition position, boolean isConfirmed) {}

  private final SpoolFolder folder;
  private final long limitBytes;
  private final ObjLongConsumer<String> drops;
  private final ArrayDeque<Segment> segments = new ArrayDeque<>();
  private final TreeSet<SpoolPosition> confirmedAhead = new TreeSet<>();
  private ReadMark confirmed;
  private long nextNumber;
  private long readSegment;
  private long readOffset;
  private long cutBytes;
  private int sinceMark;

  private DiskSpool(SpoolFolder folder, long limitBytes, ObjLongConsumer<String> drops) {
    this.folder = folder;
    this.limitBytes = limitBytes;
    this.drops = drops;
    this.confirmed = ReadMark.read(folder.path());
  }

  /** Takes a folder and what an earlier life left in it. */
  static DiskSpool open(Path path, long limitBytes, ObjLongConsumer<String> drops)
      throws IOException {
    if (limitBytes < 1) {
      throw new IllegalArgumentException("limitBytes must be above 0, was " + limitBytes);
    }
    SpoolFolder folder = SpoolFolder.take(path);
    try {
      var spool = new DiskSpool(folder, limitBytes, drops);
      spool.recover();
      return spool;
    } catch (IOException e) {
      folder.close();
      throw e;
    }
  }

  private void recover() throws IOException {
    for (Path file : folder.segments()) {
      long readFrom = Segment.numberOf(file) == confirmed.segment() ? confirmed.offset() : 0;
      Segment found = Segment.open(file, readFrom);
      nextNumber = found.number() + 1;
      cutBytes += found.cutBytes();
      if (found.number() < confirmed.segment() || found.unreadRecords() == 0) {
        found.delete();
      } else {
        segments.add(found);
      }
    }
    nextNumber = Math.max(nextNumber, confirmed.segment() + 1);
    Segment first = segments.peekFirst();
    if (first != null) {
      readSegment = first.number();
      readOffset = first.readStart();
    }
  }

  /**
   * Appends a record; where it does not fit, the oldest segment goes, and a record that is larger
   * than the whole spool goes itself.
   *
   * @throws IOException where the disk does not take it; it is not in the spool then
   */
  void append(OutgoingRecord record) throws IOException {
    long length = SpoolFormat.length(record);
    if (length > Math.min(limitBytes, SpoolFormat.MOST_BYTES)) {
      drops.accept(record.topic(), 1);
      return;
    }
    ByteBuffer encoded = SpoolFormat.encode(record);
    Segment tail = segments.peekLast();
    if (tail == null || !tail.takesMore() || tail.bytes() + length > segmentBytes()) {
      tail = Segment.create(folder.path(), nextNumber);
      nextNumber++;
      segments.add(tail);
    }
    try {
      tail.append(encoded, record.topic());
    } catch (IOException e) {
      if (tail.bytes() == 0) {
        remove(tail);
      }
      throw e;
    }
    while (bytes() > limitBytes && segments.size() > 1) {
      drop(segments.getFirst());
    }
  }

  private long segmentBytes() {
    return Math.min(LARGEST_SEGMENT_BYTES, Math.max(1, limitBytes / SEGMENTS));
  }

  private void drop(Segment segment) {
    segment.unread().forEach(drops::accept);
    remove(segment);
  }

  private void remove(Segment segment) {
    segments.remove(segment);
    confirmedAhead.removeIf(position -> position.segment() == segment.number());
    try {
      segment.delete();
    } catch (IOException e) {
      // A file that stays is sent again by the next life, and dropped by its readers.
    }
  }

  /** The oldest record that has not been read; null where all have been. */
  @Nullable Spooled next() {
    for (Segment segment : List.copyOf(segments)) {
      if (segment.number() < readSegment) {
        continue;
      }
      if (segment.number() > readSegment) {
        readSegment = segment.number();
        readOffset = 0;
      }
      Spooled found = nextOf(segment);
      if (found != null) {
        return found;
      }
    }
    return null;
  }

  private @Nullable Spooled nextOf(Segment segment) {
    try {
      while (readOffset < segment.bytes()) {
        SpoolFormat.Entry entry = segment.read(readOffset);
        var position = new SpoolPosition(segment.number(), readOffset, entry.next());
        readOffset = entry.next();
        if (!confirmedAhead.contains(position)) {
          segment.markRead(entry.record().topic());
          return new Spooled(entry.record(), position);
        }
      }
    } catch (IOException e) {
      drop(segment); // The disk has lost it: what cannot be read is dropped, and counted.
    }
    return null;
  }

  /** The broker has this record and all before it. */
  void confirmed(SpoolPosition position) {
    confirmed = new ReadMark(position.segment(), position.next());
    confirmedAhead.headSet(position, true).clear();
    for (Iterator<Segment> it = segments.iterator(); it.hasNext(); ) {
      Segment segment = it.next();
      boolean isBehind = segment.number() < position.segment();
      boolean isLast = segment.number() == position.segment() && segment.bytes() == position.next();
      if (!isBehind && !isLast) {
        break;
      }
      it.remove();
      remove(segment);
    }
    if (++sinceMark >= CONFIRMATIONS_PER_MARK) {
      sinceMark = 0;
      confirmed.write(folder.path());
    }
  }

  /**
   * Goes back to what was read and may not have arrived, so that it is read again; what the broker
   * has confirmed in between is passed over.
   *
   * @param sent all records that were read and not reported by {@link #confirmed}, in order
   */
  void rewind(List<Sent> sent) {
    boolean isFirst = true;
    for (Sent record : sent) {
      Segment segment = held(record.position().segment());
      if (record.isConfirmed()) {
        if (segment != null) {
          confirmedAhead.add(record.position());
        }
      } else if (segment == null) {
        drops.accept(record.topic(), 1);
      } else {
        segment.markUnread(record.topic());
        if (isFirst) {
          readSegment = record.position().segment();
          readOffset = record.position().offset();
          isFirst = false;
        }
      }
    }
  }

  private @Nullable Segment held(long number) {
    return segments.stream().filter(s -> s.number() == number).findFirst().orElse(null);
  }

  /** Records that are still to be read. */
  long unreadRecords() {
    return segments.stream().mapToLong(Segment::unreadRecords).sum();
  }

  /** Size of all segments. */
  long bytes() {
    return segments.stream().mapToLong(Segment::bytes).sum();
  }

  /** Bytes of an earlier life that were no whole records and were cut off. */
  long cutBytes() {
    return cutBytes;
  }

  @Override
  public void close() throws IOException {
    if (confirmed.segment() >= 0) {
      confirmed.write(folder.path());
    }
    for (Segment segment : segments) {
      segment.close();
    }
    folder.close();
  }
}
