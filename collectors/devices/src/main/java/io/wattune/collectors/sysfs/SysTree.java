package io.wattune.collectors.sysfs;

import io.wattune.collectors.device.DeviceException;
import io.wattune.collectors.device.DeviceSettings;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.AccessDeniedException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * A tree of a kernel's files, one value each. Failures become {@link DeviceException}s that name
 * the file and what to do.
 *
 * @param root the tree's root, {@code /sys} on a machine
 * @param files how its files are reached
 */
public record SysTree(Path root, SysFiles files) {
  /** The machine's own. */
  public static final SysTree MACHINE = new SysTree(Path.of("/sys"), SysFiles.MACHINE);

  /** The setting that says where the machine's tree is. */
  public static final String SETTING = "sysfs";

  /**
   * This tree, or the one that a device's settings name: a container may see its host's tree
   * somewhere else, as {@code /host/sys}.
   */
  public SysTree of(DeviceSettings settings) throws DeviceException {
    String named = settings.values().get(SETTING);
    if (named == null) {
      return this;
    }
    if (!Path.of(named).isAbsolute()) {
      throw DeviceException.ofTheFile(
          "setting '%s' of device '%s' must be a whole path like /host/sys, was '%s'"
              .formatted(SETTING, settings.device(), named));
    }
    return new SysTree(Path.of(named), files);
  }

  /** A path of the tree, from its root. */
  public Path path(String name) {
    return root.resolve(name);
  }

  /** The text of a file, without the white space around it. */
  public String text(Path file) throws DeviceException {
    return new String(bytes(file), StandardCharsets.UTF_8).strip();
  }

  /** The bytes of a file. */
  public byte[] bytes(Path file) throws DeviceException {
    try {
      return files.read(file);
    } catch (IOException e) {
      throw failure(file, "read", e);
    }
  }

  /** The whole number in a file; empty where the file is empty, which says that there is none. */
  public OptionalLong number(Path file) throws DeviceException {
    String text = text(file);
    if (text.isEmpty()) {
      return OptionalLong.empty();
    }
    try {
      return OptionalLong.of(Long.parseLong(text));
    } catch (NumberFormatException e) {
      throw new DeviceException(
          "file " + file + " must hold a whole number, has '" + shown(text) + "'", e);
    }
  }

  /** The whole number in a file, where there is one that can be read. */
  public OptionalLong numberIfAny(Path file) {
    try {
      return files.isThere(file) ? number(file) : OptionalLong.empty();
    } catch (DeviceException e) {
      return OptionalLong.empty();
    }
  }

  /** The text of a file, where there is one that can be read. */
  public Optional<String> textIfAny(Path file) {
    try {
      return files.isThere(file)
          ? Optional.of(text(file)).filter(text -> !text.isEmpty())
          : Optional.empty();
    } catch (DeviceException e) {
      return Optional.empty();
    }
  }

  /** Writes a value. */
  public void write(Path file, String value) throws DeviceException {
    try {
      files.write(file, value + "\n");
    } catch (IOException e) {
      throw failure(file, "set to '" + value + "'", e);
    }
  }

  /** What lies in a folder; nothing where it is not there or cannot be listed. */
  public List<Path> list(Path folder) {
    try {
      return files.list(folder);
    } catch (IOException e) {
      return List.of();
    }
  }

  /** Whether a file is there. */
  public boolean isThere(Path file) {
    return files.isThere(file);
  }

  private static DeviceException failure(Path file, String what, IOException cause) {
    if (cause instanceof NoSuchFileException) {
      return new DeviceException(
          "file " + file + " is not there; was its device lost, or its driver unloaded?", cause);
    }
    if (cause instanceof AccessDeniedException) {
      return new DeviceException(
          "file " + file + " cannot be " + what + ": permission denied; doctor says who may",
          cause);
    }
    return new DeviceException(
        "file " + file + " cannot be " + what + ": " + cause.getMessage(), cause);
  }

  private static String shown(String text) {
    return text.length() <= 40 ? text : text.substring(0, 40) + "...";
  }
}
