package io.wattune.replay.file;

import io.wattune.core.meter.MeterTrace;
import java.util.List;

/**
 * What an external power meter recorded.
 *
 * @param name the file's name
 * @param sha256 SHA-256 of the bytes as they were read, in lower-case hexadecimal
 * @param trace the readings that could be used
 * @param malformedLines number of lines that could not be used
 * @param malformed the first of them
 */
public record MeterFile(
    String name,
    String sha256,
    MeterTrace trace,
    long malformedLines,
    List<MalformedLine> malformed) {

  public MeterFile {
    malformed = List.copyOf(malformed);
  }
}
