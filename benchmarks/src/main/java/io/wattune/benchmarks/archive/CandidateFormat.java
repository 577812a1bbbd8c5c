package io.wattune.benchmarks.archive;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/** A format that readings can be archived in. */
interface CandidateFormat {

  /** What it is. */
  String name();

  /** Writes records of the topic {@code readings} below a folder. */
  void write(Path folder, List<EncodedBlock> blocks) throws IOException;

  /** Reads them again, every time and value, and returns how many readings there were. */
  long read(Path folder) throws IOException;

  /**
   * A record as it comes off the topic.
   *
   * @param device its key
   * @param value its value, which nobody changes
   * @param polls polls in it
   */
  @SuppressWarnings("ArrayRecordComponent") // Documented: nobody changes it, never compared.
  record EncodedBlock(String device, byte[] value, int polls) {}
}
