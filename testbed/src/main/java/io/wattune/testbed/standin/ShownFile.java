package io.wattune.testbed.standin;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Arrays;

/** A file that others only read: its content changes all at once. For one thread. */
final class ShownFile {
  private final Path file;
  private final Path draft;
  private byte[] shown = {};

  /**
   * A file that is not there yet.
   *
   * @param drafts a folder on the same disk
   */
  ShownFile(Path file, Path drafts) {
    this.file = file;
    this.draft = drafts.resolve(file.toString().replace('/', '_'));
  }

  void show(long number) throws IOException {
    show(number + "\n");
  }

  void show(String text) throws IOException {
    show(text.getBytes(StandardCharsets.UTF_8));
  }

  void show(byte[] bytes) throws IOException {
    if (!Arrays.equals(bytes, shown)) {
      Files.write(draft, bytes);
      Files.move(draft, file, StandardCopyOption.ATOMIC_MOVE);
      shown = bytes.clone();
    }
  }
}
