package io.wattune.testbed.standin;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;

/**
 * A file that others only read: its content changes all at once. A few drafts take turns at its
 * name, since a new file for each value costs a disk most of the player's processor time. For one
 * thread.
 */
final class ShownFile implements AutoCloseable {
  /**
   * A reader that has opened one has read it, but for a rare pause, before its turn comes again.
   */
  private static final int DRAFTS = 8;

  private final Path file;
  private final Path link;
  private final Path[] drafts = new Path[DRAFTS];
  private final FileChannel[] channels = new FileChannel[DRAFTS];
  private int turn;
  private byte[] shown = {};

  /**
   * A file that is not there yet.
   *
   * @param folder for drafts, on the same disk
   */
  ShownFile(Path file, Path folder) throws IOException {
    this.file = file;
    String name = file.toString().replace('/', '_');
    this.link = folder.resolve(name);
    Files.deleteIfExists(link);
    for (int i = 0; i < DRAFTS; i++) {
      drafts[i] = folder.resolve(name + "." + i);
      Files.deleteIfExists(drafts[i]);
      channels[i] =
          FileChannel.open(drafts[i], StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
    }
  }

  void show(long number) throws IOException {
    show(number + "\n");
  }

  void show(String text) throws IOException {
    show(text.getBytes(StandardCharsets.UTF_8));
  }

  void show(byte[] bytes) throws IOException {
    if (!Arrays.equals(bytes, shown)) {
      turn = (turn + 1) % DRAFTS;
      channels[turn].truncate(bytes.length);
      channels[turn].write(ByteBuffer.wrap(bytes), 0);
      Files.createLink(link, drafts[turn]);
      Files.move(link, file, StandardCopyOption.ATOMIC_MOVE);
      shown = bytes.clone();
    }
  }

  @Override
  public void close() throws IOException {
    for (FileChannel each : channels) {
      each.close();
    }
  }
}
