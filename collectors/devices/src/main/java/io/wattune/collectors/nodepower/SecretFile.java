package io.wattune.collectors.nodepower;

import io.wattune.collectors.device.DeviceException;
import io.wattune.schemas.file.ProtectedFile;
import io.wattune.schemas.file.UnprotectedFileException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;

/** A password in a file that only its owner and group may read. It is in no message and no log. */
final class SecretFile {
  private static final int MOST_BYTES = 4_096;

  private SecretFile() {}

  /** The file's first line. */
  static String read(Path file) throws DeviceException {
    try {
      byte[] bytes = ProtectedFile.readSecret(file, MOST_BYTES);
      return new String(bytes, StandardCharsets.UTF_8).lines().findFirst().orElse("");
    } catch (IOException e) {
      throw refusal(file, e);
    }
  }

  /** Refuses a file that others may read, change or replace. */
  static void check(Path file) throws DeviceException {
    try {
      ProtectedFile.checkSecret(file);
    } catch (IOException e) {
      throw refusal(file, e);
    }
  }

  private static DeviceException refusal(Path file, IOException cause) {
    return new DeviceException(
        cause instanceof UnprotectedFileException
            ? "password file " + cause.getMessage()
            : "password file " + file + " cannot be read: " + cause.getClass().getSimpleName(),
        cause);
  }
}
