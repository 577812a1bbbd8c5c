package io.wattune.replay.file;

import java.util.List;

/**
 * The activities of one file.
 *
 * @param name the file's name
 * @param sha256 SHA-256 of the bytes as they were read, in lower-case hexadecimal
 * @param rows the activities, in the order of the file
 */
public record ActivityFile(String name, String sha256, List<ActivityRow> rows) {

  public ActivityFile {
    rows = List.copyOf(rows);
  }
}
