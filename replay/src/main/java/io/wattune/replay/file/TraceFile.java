package io.wattune.replay.file;

import java.util.List;

/**
 * What one file of power readings held.
 *
 * @param name the file's name
 * @param sha256 SHA-256 of the bytes as they were read, in lower-case hexadecimal; of a compressed
 *     file, of its content
 * @param lines number of lines, headers and blank lines included
 * @param devices the devices, in order of their first row
 * @param malformedLines number of lines that could not be used
 * @param malformed the first of them
 * @param notes what a person should know about how the file was read
 */
public record TraceFile(
    String name,
    String sha256,
    long lines,
    List<DeviceTrace> devices,
    long malformedLines,
    List<MalformedLine> malformed,
    List<String> notes) {

  public TraceFile {
    devices = List.copyOf(devices);
    malformed = List.copyOf(malformed);
    notes = List.copyOf(notes);
  }
}
