package io.wattune.replay.file;

import java.util.List;

/**
 * What one file held: the devices' polls in order of their first row, activities in the order of
 * the file, or a meter's readings.
 *
 * @param content what could be used
 * @param sha256 SHA-256 of the bytes as they were read, in lower-case hexadecimal; of a compressed
 *     file, of its content
 * @param lines number of lines, headers and blank lines included
 * @param malformedLines number of lines that could not be used
 * @param malformed the first of them
 * @param notes what a person should know about how the file was read
 */
public record ReadFile<T>(
    T content,
    String sha256,
    long lines,
    long malformedLines,
    List<MalformedLine> malformed,
    List<String> notes) {

  public ReadFile {
    malformed = List.copyOf(malformed);
    notes = List.copyOf(notes);
  }
}
