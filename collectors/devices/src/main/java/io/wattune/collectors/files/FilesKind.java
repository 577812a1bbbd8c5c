package io.wattune.collectors.files;

import io.wattune.collectors.device.DeviceControls;
import io.wattune.collectors.device.DeviceException;
import io.wattune.collectors.device.DeviceKind;
import io.wattune.collectors.device.DeviceSettings;
import io.wattune.collectors.device.DeviceSource;
import io.wattune.schemas.file.ProtectedFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.Set;
import java.util.function.LongSupplier;

/**
 * A device as a folder. {@code device.json} says what it is; {@code power} holds the newest reading
 * and a line end, an empty line where there is none now; {@code controls/<tunable>} holds the value
 * of each tunable; {@code activity}, where it is there, names what runs now. Who sets writes with
 * all that he may, so a folder in which others may write is read only.
 *
 * <p>Settings: {@code folder}.
 */
public final class FilesKind implements DeviceKind {
  private static final String FOLDER = "folder";

  public FilesKind() {}

  @Override
  public String name() {
    return "files";
  }

  @Override
  public DeviceSource openSource(DeviceSettings settings, LongSupplier epochNanos)
      throws DeviceException {
    Path folder = folder(settings);
    return new FilesSource(settings.device(), folder, read(folder));
  }

  @Override
  public DeviceControls openControls(DeviceSettings settings) throws DeviceException {
    Path folder = folder(settings);
    try {
      ProtectedFile.checkFolder(folder);
      if (Files.exists(folder.resolve("controls"), LinkOption.NOFOLLOW_LINKS)) {
        ProtectedFile.checkFolder(folder.resolve("controls"));
      }
    } catch (IOException e) {
      throw new DeviceException("nothing is set by files here: " + e.getMessage(), e);
    }
    return new FilesControls(settings.device(), folder, read(folder));
  }

  private static Path folder(DeviceSettings settings) throws DeviceException {
    settings.allowOnly(Set.of(FOLDER));
    return settings.requiredPath(FOLDER);
  }

  private static DeviceFile read(Path folder) throws DeviceException {
    return DeviceFile.read(folder.resolve("device.json"));
  }
}
