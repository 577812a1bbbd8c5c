package io.wattune.collectors.files;

import io.wattune.collectors.device.DeviceException;
import io.wattune.schemas.failure.FailureWords;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.OptionalLong;

/**
 * A file that holds one whole number and a line end. The line end distinguishes a whole number from
 * half of one: a file without it is being written, and is read again. A program that replaces the
 * file by renaming another one is never seen half-way at all.
 */
final class NumberFile {
  /** A writer that is between truncating and writing is done within some microseconds. */
  private static final int TRIES = 5;

  private static final int MOST_CHARACTERS = 64;

  private final Path path;

  NumberFile(Path path) {
    this.path = path;
  }

  /** The number; empty where the file has an empty line, which says that there is none now. */
  OptionalLong read() throws DeviceException {
    for (int i = 0; i < TRIES; i++) {
      String text = text();
      if (text.endsWith("\n")) {
        return parse(text.strip());
      }
      Thread.onSpinWait();
    }
    throw new DeviceException(
        "file " + path + " has no complete line; whoever writes it must end it with a line end");
  }

  private String text() throws DeviceException {
    try {
      String text = Files.readString(path, StandardCharsets.UTF_8);
      return text.length() <= MOST_CHARACTERS ? text : text.substring(0, MOST_CHARACTERS) + "\n";
    } catch (NoSuchFileException e) {
      throw new DeviceException("file " + path + " is not there; does its program run?", e);
    } catch (IOException e) {
      throw new DeviceException("file " + path + " cannot be read: " + FailureWords.of(e), e);
    }
  }

  private OptionalLong parse(String line) throws DeviceException {
    if (line.isEmpty()) {
      return OptionalLong.empty();
    }
    try {
      return OptionalLong.of(Long.parseLong(line));
    } catch (NumberFormatException e) {
      throw new DeviceException(
          "file " + path + " must hold a whole number, has '" + line + "'", e);
    }
  }

  /** Replaces the number, at once for every reader. */
  void write(long value) throws DeviceException {
    Path draft = path.resolveSibling(path.getFileName() + ".draft");
    try {
      Files.deleteIfExists(draft);
      // Never through a link that somebody has put there.
      Files.writeString(
          draft, value + "\n", StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
      Files.move(draft, path, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    } catch (IOException e) {
      throw new DeviceException("file " + path + " cannot be written: " + FailureWords.of(e), e);
    }
  }
}
