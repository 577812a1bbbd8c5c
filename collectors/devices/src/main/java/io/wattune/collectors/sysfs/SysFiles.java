package io.wattune.collectors.sysfs;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.stream.Stream;

/** The few things that are done with a kernel's files. An interface because drivers misbehave. */
public interface SysFiles {
  /** The files of this machine. */
  SysFiles MACHINE = new SysFiles() {};

  /** All bytes of a file, by one reading. */
  default byte[] read(Path file) throws IOException {
    return Files.readAllBytes(file);
  }

  /** Writes to a file that is there; never makes one, as a device may just have been lost. */
  default void write(Path file, String text) throws IOException {
    Files.write(
        file,
        text.getBytes(StandardCharsets.UTF_8),
        StandardOpenOption.WRITE,
        StandardOpenOption.TRUNCATE_EXISTING);
  }

  /** What lies in a folder, in the order of names; nothing where the folder is not there. */
  default List<Path> list(Path folder) throws IOException {
    if (!Files.isDirectory(folder)) {
      return List.of();
    }
    try (Stream<Path> files = Files.list(folder)) {
      return files.sorted().toList();
    } catch (NotDirectoryException e) {
      return List.of();
    }
  }

  /** Whether a file is there. */
  default boolean isThere(Path file) {
    return Files.exists(file);
  }

  /** Whether this process may read a file. */
  default boolean isReadable(Path file) {
    return Files.isReadable(file);
  }

  /** Whether this process may write to a file. */
  default boolean isWritable(Path file) {
    return Files.isWritable(file);
  }
}
