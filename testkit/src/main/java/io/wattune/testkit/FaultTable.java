package io.wattune.testkit;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;

/**
 * What the fault tests have seen, one file with one row for each fault, in {@code
 * target/safety-table}: fault, what was done, expected, seen, time to own settings as a bound.
 */
public final class FaultTable {
  private static final Path FOLDER = Path.of("target", "safety-table");

  private FaultTable() {}

  /** Adds a row: call it last, when everything was asserted. */
  public static void add(String fault, String done, String expected, String seen, String bound) {
    String name = fault.toLowerCase(Locale.ROOT).replaceAll("[^a-z0-9]+", "-");
    try {
      Files.createDirectories(FOLDER);
      Files.writeString(
          FOLDER.resolve(name + ".tsv"),
          String.join("\t", fault, done, expected, seen, bound) + "\n");
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
