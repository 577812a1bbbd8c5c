package io.wattune.log;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Collection;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Properties;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;
import org.slf4j.event.Level;

/**
 * From which level on a logger's messages are logged: that of the longest name which is listed and
 * is the logger's or one above it. Thread safe.
 */
final class LogLevels {
  /** Above every level. */
  static final int OFF = Integer.MAX_VALUE;

  private static final String ROOT = "root";
  private static final String PROPERTY = "wattune.log";

  private final Map<String, Integer> listed = new ConcurrentHashMap<>();

  private LogLevels() {}

  /** Those of the file beside this class, but for what these system properties say. */
  static LogLevels read(Properties system) {
    var kept = new Properties();
    try (InputStream in = LogLevels.class.getResourceAsStream("levels.properties")) {
      kept.load(Objects.requireNonNull(in, "levels.properties is not beside LogLevels"));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    var levels = new LogLevels();
    kept.stringPropertyNames().forEach(name -> levels.list(name, name, kept.getProperty(name)));
    for (String property : system.stringPropertyNames()) {
      if (property.equals(PROPERTY)) {
        levels.list(ROOT, property, system.getProperty(property));
      } else if (property.startsWith(PROPERTY + ".")) {
        String logger = property.substring(PROPERTY.length() + 1);
        levels.list(logger, property, system.getProperty(property));
      }
    }
    return levels;
  }

  private void list(String logger, String source, String word) {
    Integer level = level(word.strip().toUpperCase(Locale.ROOT));
    if (level == null) {
      System.err.println(
          "wattune: "
              + source
              + ": '"
              + word
              + "' is no level of the log; give trace, debug, info, warn, error or off");
    } else {
      listed.put(logger, level);
    }
  }

  private static @Nullable Integer level(String word) {
    if (word.equals("OFF")) {
      return OFF;
    }
    for (Level level : Level.values()) {
      if (level.name().equals(word)) {
        return level.toInt();
      }
    }
    return null;
  }

  /** The least level that is logged, as in {@link Level#toInt()}. */
  int of(String logger) {
    String name = logger;
    while (true) {
      Integer level = listed.get(name);
      if (level != null) {
        return level;
      }
      int dot = name.lastIndexOf('.');
      if (dot < 0) {
        return listed.getOrDefault(ROOT, Level.WARN.toInt());
      }
      name = name.substring(0, dot);
    }
  }

  /** Lists these as off, and all below them. */
  void turnOff(Collection<String> loggers) {
    listed
        .keySet()
        .removeIf(name -> loggers.stream().anyMatch(each -> name.startsWith(each + ".")));
    loggers.forEach(each -> listed.put(each, OFF));
  }
}
