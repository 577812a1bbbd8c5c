package io.wattune.launcher.node;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;

/** The launcher's part of the table of faults, in {@code target/safety-table}. */
public final class FaultTable {
  private static final Path FOLDER = Path.of("target", "safety-table");

  private FaultTable() {}

  /** Adds a row: call it last, when everything was asserted. */
  public static void add(String fault, String done, String expected, String seen, String bound)
      throws IOException {
    String name = fault.toLowerCase(Locale.ROOT).replaceAll("[^a-z0-9]+", "-");
    Files.createDirectories(FOLDER);
    Files.writeString(
        FOLDER.resolve(name + ".tsv"),
        String.join("\t", fault, done, expected, seen, bound) + "\n");
  }
}
