package io.wattune.replay.file;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/** Counts every line that could not be used, and keeps the first of them. */
final class MalformedLines {
  static final int KEPT_LINES = 10_000;

  /** So that 10,000 lines of 64 KiB do not fill the memory. */
  static final long KEPT_BYTES = 32L << 20;

  private final String fileName;
  private final List<MalformedLine> kept = new ArrayList<>();
  private long keptBytes;
  private long count;

  MalformedLines(String fileName) {
    this.fileName = fileName;
  }

  void add(LineReader line, LineFault fault, Supplier<String> detail) {
    boolean keep =
        count == kept.size()
            && kept.size() < KEPT_LINES
            && keptBytes + (line.end() - line.start()) <= KEPT_BYTES;
    count++;
    if (keep) {
      byte[] original = line.copy();
      keptBytes += original.length;
      kept.add(new MalformedLine(fileName, line.number(), fault.code(), detail.get(), original));
    }
  }

  long count() {
    return count;
  }

  List<MalformedLine> kept() {
    return kept;
  }

  /** Says so where not all lines were kept. */
  Optional<String> note() {
    return count == kept.size()
        ? Optional.empty()
        : Optional.of(
            "of %s malformed lines only the first %s were kept with their bytes; all were counted"
                .formatted(count, kept.size()));
  }

  /** The first one in words, for the message that nothing could be used. */
  String first() {
    return kept.isEmpty()
        ? ""
        : "; the first, line " + kept.get(0).lineNumber() + ": " + kept.get(0).detail();
  }
}
