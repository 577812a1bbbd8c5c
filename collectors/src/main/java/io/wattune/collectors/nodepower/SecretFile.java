package io.wattune.collectors.nodepower;

import io.wattune.collectors.device.DeviceException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.util.Set;

/** A password in a file that only its owner and group may read. It is in no message and no log. */
final class SecretFile {

  private SecretFile() {}

  /** The file's first line. */
  static String read(Path file) throws DeviceException {
    try {
      check(file);
      return Files.readString(file, StandardCharsets.UTF_8).lines().findFirst().orElse("");
    } catch (IOException e) {
      throw new DeviceException(
          "password file " + file + " cannot be read: " + e.getClass().getSimpleName(), e);
    }
  }

  /** Refuses a file that everybody may read. */
  static void check(Path file) throws DeviceException {
    try {
      Set<PosixFilePermission> permissions = Files.getPosixFilePermissions(file);
      if (permissions.contains(PosixFilePermission.OTHERS_READ)
          || permissions.contains(PosixFilePermission.OTHERS_WRITE)) {
        throw new DeviceException(
            "password file " + file + " is open to everybody; run chmod 600 " + file);
      }
    } catch (UnsupportedOperationException e) {
      // A file system without such permissions says nothing of who may read.
    } catch (IOException e) {
      throw new DeviceException(
          "password file " + file + " cannot be read: " + e.getClass().getSimpleName(), e);
    }
  }
}
