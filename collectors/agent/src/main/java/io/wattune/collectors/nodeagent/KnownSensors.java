package io.wattune.collectors.nodeagent;

import io.wattune.core.sensor.ProfileChoice;
import io.wattune.schemas.failure.EngineException;
import io.wattune.schemas.profile.ProfileFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/** What a file says of the sensors of devices; what it does not say is learned. */
public final class KnownSensors {

  private KnownSensors() {}

  /**
   * The profiles that devices are given.
   *
   * @param file as {@code wattune calibrate} writes it; null for none
   * @throws IOException where it cannot be read, or is wrong
   */
  public static ProfileChoice of(@Nullable Path file) throws IOException {
    if (file == null) {
      return ProfileChoice.AUTO;
    }
    try {
      return ProfileChoice.known(ProfileFile.read(Files.readAllBytes(file), file.toString()));
    } catch (EngineException e) {
      throw new IOException(e.getMessage(), e);
    }
  }
}
