package io.wattune.collectors.files;

import io.wattune.collectors.device.Control;
import io.wattune.collectors.device.DeviceControls;
import io.wattune.collectors.device.DeviceException;
import io.wattune.core.tunable.Tunable;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.List;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/** The writer's face of a folder. */
final class FilesControls implements DeviceControls {

  /** Of the name of what runs. */
  private static final int MOST_BYTES = 4_096;

  private record FileControl(Tunable tunable, NumberFile file) implements Control {
    @Override
    public long read() throws DeviceException {
      OptionalLong value = file.read();
      if (value.isEmpty()) {
        throw new DeviceException("tunable '" + tunable.name() + "' has no value now");
      }
      return value.getAsLong();
    }

    @Override
    public void write(long value) throws DeviceException {
      file.write(value);
    }
  }

  private final String device;
  private final Path activity;
  private final List<Control> controls;

  FilesControls(String device, Path folder, DeviceFile file) {
    this.device = device;
    this.activity = folder.resolve("activity");
    this.controls =
        file.tunables().stream()
            .<Control>map(tunable -> new FileControl(tunable, file(folder, tunable)))
            .toList();
  }

  /** Where a folder keeps the value of a tunable. */
  static NumberFile file(Path folder, Tunable tunable) {
    return new NumberFile(folder.resolve("controls").resolve(tunable.name()));
  }

  @Override
  public String device() {
    return device;
  }

  @Override
  public List<Control> controls() {
    return controls;
  }

  @Override
  public @Nullable String runningActivity() {
    if (!Files.isRegularFile(activity, LinkOption.NOFOLLOW_LINKS)) {
      return null; // A pipe would be waited for, by who keeps the heartbeat.
    }
    try (InputStream in = Files.newInputStream(activity, LinkOption.NOFOLLOW_LINKS)) {
      String name = new String(in.readNBytes(MOST_BYTES), StandardCharsets.UTF_8).strip();
      return name.isEmpty() ? null : name;
    } catch (IOException e) {
      return null; // The file is optional, and says nothing while it is replaced.
    }
  }

  @Override
  public boolean saysWhatRuns() {
    return Files.exists(activity);
  }
}
