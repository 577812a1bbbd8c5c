package io.wattune.collectors.device;

import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/**
 * What the node's file says of one device, for its kind to open it.
 *
 * @param device device id
 * @param baseFolder what relative paths in the values are relative to: the node file's folder
 * @param values the kind's own keys and values
 */
public record DeviceSettings(String device, Path baseFolder, Map<String, String> values) {

  public DeviceSettings {
    values = Map.copyOf(values);
  }

  /** A value that must be there. */
  public String required(String key) throws DeviceException {
    String value = values.get(key);
    if (value == null || value.isBlank()) {
      throw DeviceException.ofTheFile(
          "device '" + device + "' needs the setting '" + key + "' in the node's file");
    }
    return value;
  }

  /** A path that must be there, taken from the base folder where it is relative. */
  public Path requiredPath(String key) throws DeviceException {
    String value = required(key);
    try {
      return baseFolder.resolve(value);
    } catch (InvalidPathException e) {
      throw DeviceException.ofTheFile(
          "setting '" + key + "' of device '" + device + "' is no path: '" + value + "'", e);
    }
  }

  /** A whole number, or what holds where it is not given. */
  public long wholeNumber(String key, long initial) throws DeviceException {
    String value = values.get(key);
    if (value == null) {
      return initial;
    }
    try {
      return Long.parseLong(value.strip());
    } catch (NumberFormatException e) {
      throw DeviceException.ofTheFile(
          "setting '%s' of device '%s' must be a whole number, was '%s'"
              .formatted(key, device, value),
          e);
    }
  }

  /** A whole number within bounds, or what holds where it is not given. */
  public long wholeNumber(String key, long initial, long lowest, long highest)
      throws DeviceException {
    long value = wholeNumber(key, initial);
    if (value < lowest || value > highest) {
      throw DeviceException.ofTheFile(
          "setting '%s' of device '%s' must be in %s..%s, was %s"
              .formatted(key, device, lowest, highest, value));
    }
    return value;
  }

  /** True or false, or what holds where it is not given. */
  public boolean flag(String key, boolean initial) throws DeviceException {
    String value = values.getOrDefault(key, Boolean.toString(initial));
    if (!value.equals("true") && !value.equals("false")) {
      throw DeviceException.ofTheFile(
          "setting '%s' of device '%s' must be true or false, was '%s'"
              .formatted(key, device, value));
    }
    return value.equals("true");
  }

  /** Refuses keys that the kind does not know: a mistyped one must not be overlooked. */
  public void allowOnly(Set<String> known) throws DeviceException {
    var unknown = new TreeSet<>(values.keySet());
    unknown.removeAll(known);
    if (!unknown.isEmpty()) {
      throw DeviceException.ofTheFile(
          "device '%s' has the unknown setting '%s'; known are %s"
              .formatted(device, unknown.first(), new TreeSet<>(known)));
    }
  }
}
