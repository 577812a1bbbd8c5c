package io.wattune.collectors.nodeagent;

import io.wattune.collectors.device.DeviceSource;
import io.wattune.core.sensor.ProfileChoice;
import io.wattune.core.sensor.SensorProfile;
import io.wattune.schemas.profile.ProfileFile;
import io.wattune.schemas.profile.ProfileFileException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** What a file says of the sensors of devices; what it does not say is learned. */
public final class KnownSensors {

  private KnownSensors() {}

  /**
   * The profiles that devices start with.
   *
   * @param file as {@code wattune calibrate} writes it; null for none
   * @throws IOException where it cannot be read, or is wrong
   */
  public static ProfileChoice of(@Nullable Path file, List<DeviceSource> devices)
      throws IOException {
    if (file == null) {
      return ProfileChoice.AUTO;
    }
    try {
      List<SensorProfile> all = ProfileFile.read(Files.readAllBytes(file), file.toString());
      List<SensorProfile> given = new ArrayList<>();
      for (DeviceSource device : devices) {
        find(all, device.device(), device.power().signal().name()).ifPresent(given::add);
      }
      return new ProfileChoice(true, given);
    } catch (ProfileFileException e) {
      throw new IOException(e.getMessage(), e);
    }
  }

  /**
   * The profile that one device starts with; empty where the file says nothing of it.
   *
   * @throws IOException where it cannot be read, or is wrong
   */
  public static Optional<SensorProfile> of(Path file, String device, String signal)
      throws IOException {
    try {
      return find(ProfileFile.read(Files.readAllBytes(file), file.toString()), device, signal);
    } catch (ProfileFileException e) {
      throw new IOException(e.getMessage(), e);
    }
  }

  private static Optional<SensorProfile> find(
      List<SensorProfile> all, String device, String signal) {
    return all.stream()
        .filter(profile -> isOf(profile, device, signal))
        .max((a, b) -> Integer.compare(exactness(a), exactness(b)))
        .map(profile -> profile.givenTo(device, signal));
  }

  private static boolean isOf(SensorProfile profile, String device, String signal) {
    return (profile.device().equals(device) || profile.device().equals(ProfileFile.ANY))
        && (profile.signal().equals(signal) || profile.signal().equals(ProfileFile.ANY));
  }

  /** A profile of the device counts before one of any, then one of the signal. */
  private static int exactness(SensorProfile profile) {
    return (profile.device().equals(ProfileFile.ANY) ? 0 : 2)
        + (profile.signal().equals(ProfileFile.ANY) ? 0 : 1);
  }
}
