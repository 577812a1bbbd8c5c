package io.wattune.collectors.spool;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;

/**
 * One file of the spool: records behind each other, appended until it is full, read from anywhere,
 * and deleted as a whole. It knows how many of its records of each topic are still to be read. Not
 * for several threads.
 */
final class Segment {
  private static final String SUFFIX = ".spool";

  private final long number;
  private final Path file;
  private final FileChannel channel;
  private final ReadWindow window;
  private final Map<String, Long> unread = new HashMap<>();
  private long bytes;
  private long readStart;
  private long cutBytes;
  private boolean takesMore;

  private Segment(long number, Path file, FileChannel channel, boolean takesMore) {
    this.number = number;
    this.file = file;
    this.channel = channel;
    this.window = new ReadWindow(channel);
    this.takesMore = takesMore;
  }

  static boolean isSegment(Path file) {
    return file.getFileName().toString().matches("[0-9]{16}\\" + SUFFIX);
  }

  /** The number that a segment's file name says. */
  static long numberOf(Path file) {
    String name = file.getFileName().toString();
    return Long.parseLong(name.substring(0, name.length() - SUFFIX.length()));
  }

  /** Makes an empty segment. */
  static Segment create(Path folder, long number) throws IOException {
    Path file = folder.resolve(String.format(Locale.ROOT, "%016d%s", number, SUFFIX));
    FileChannel channel =
        FileChannel.open(
            file, StandardOpenOption.CREATE_NEW, StandardOpenOption.READ, StandardOpenOption.WRITE);
    return new Segment(number, file, channel, true);
  }

  /**
   * Opens a segment of an earlier life; it is cut before the first record that is not whole.
   *
   * @param readFrom what is before it need not be read again; ignored where no record begins there
   */
  static Segment open(Path file, long readFrom) throws IOException {
    FileChannel channel = FileChannel.open(file, StandardOpenOption.READ, StandardOpenOption.WRITE);
    var segment = new Segment(numberOf(file), file, channel, false);
    segment.scan(readFrom);
    return segment;
  }

  private void scan(long readFrom) throws IOException {
    long size = channel.size();
    try {
      while (bytes < size) {
        SpoolFormat.Entry entry = SpoolFormat.read(window, bytes, size);
        if (bytes == readFrom) {
          unread.clear();
          readStart = bytes;
        }
        markUnread(entry.record().topic());
        bytes = entry.next();
      }
    } catch (IOException e) {
      cutBytes = size - bytes;
      channel.truncate(bytes);
    }
    if (bytes == readFrom) {
      unread.clear();
      readStart = bytes;
    }
  }

  /** Appends an encoded record; after an exception the segment is as it was before. */
  void append(ByteBuffer encoded, String topic) throws IOException {
    long position = bytes;
    try {
      while (encoded.hasRemaining()) {
        position += channel.write(encoded, position);
      }
    } catch (IOException e) {
      takesMore = false;
      channel.truncate(bytes);
      takesMore = true;
      throw e;
    }
    bytes = position;
    markUnread(topic);
  }

  SpoolFormat.Entry read(long position) throws IOException {
    return SpoolFormat.read(window, position, bytes);
  }

  /** A record of this topic is still to be read. */
  void markUnread(String topic) {
    unread.merge(topic, 1L, Long::sum);
  }

  /** A record of this topic has been read. */
  void markRead(String topic) {
    unread.merge(topic, -1L, Long::sum);
  }

  /** How many records of each topic are still to be read. */
  Map<String, Long> unread() {
    return unread;
  }

  long unreadRecords() {
    return unread.values().stream().mapToLong(Long::longValue).sum();
  }

  long number() {
    return number;
  }

  /** Length of the whole records in it. */
  long bytes() {
    return bytes;
  }

  /** Where reading begins: not at 0 where an earlier life had read a part. */
  long readStart() {
    return readStart;
  }

  /** Bytes at its end that were no whole record and were cut off. */
  long cutBytes() {
    return cutBytes;
  }

  /**
   * Whether records may be appended: not to one of an earlier life, nor where its end is unsure.
   */
  boolean takesMore() {
    return takesMore;
  }

  void close() throws IOException {
    channel.close();
  }

  void delete() throws IOException {
    channel.close();
    Files.deleteIfExists(file);
  }
}
