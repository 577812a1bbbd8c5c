package io.wattune.schemas.release;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Map;
import java.util.Properties;
import java.util.TreeMap;

/** The versions of Wattune and of the parts that it runs on, as they were built. */
public final class Versions {
  private static final String RESOURCE = "versions.properties";

  private Versions() {}

  /** Name of each part to its version: {@code wattune}, {@code java}, {@code kafka}, ... */
  public static Map<String, String> all() {
    Properties built = new Properties();
    try (InputStream in = Versions.class.getResourceAsStream(RESOURCE)) {
      if (in == null) {
        throw new IllegalStateException(
            RESOURCE + " is not on the class path; build Wattune again with mvn package");
      }
      built.load(in);
    } catch (IOException e) {
      throw new UncheckedIOException(RESOURCE + " cannot be read; build Wattune again", e);
    }
    Map<String, String> versions = new TreeMap<>();
    built.stringPropertyNames().forEach(name -> versions.put(name, built.getProperty(name)));
    versions.put("java", Runtime.version().toString());
    return versions;
  }
}
