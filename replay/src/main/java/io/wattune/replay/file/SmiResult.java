package io.wattune.replay.file;

import io.wattune.schemas.failure.EngineException;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/** What the rows of a file add up to: a trace file, or the reason why nothing can be used. */
final class SmiResult {
  private static final int LISTED = 10;

  private final String fileName;
  private final NvidiaSmiOptions options;
  private final SmiRows rows;

  SmiResult(String fileName, NvidiaSmiOptions options, SmiRows rows) {
    this.fileName = fileName;
    this.options = options;
    this.rows = rows;
  }

  ReadFile<List<DeviceTrace>> toFile(LineReader lines) throws EngineException {
    List<DevicePolls> wanted =
        rows.devices().all().stream().filter(device -> device.polls() > 0).toList();
    requireUsable(lines, wanted);
    MalformedLines malformed = rows.malformed();
    return new ReadFile<>(
        wanted.stream()
            .map(device -> device.trace(rows.preferredSignal(), rows.fallbackSignal()))
            .toList(),
        lines.sha256(),
        lines.number(),
        malformed.count(),
        malformed.kept(),
        notes(lines, wanted));
  }

  private void requireUsable(LineReader lines, List<DevicePolls> wanted) throws EngineException {
    MalformedLines malformed = rows.malformed();
    if (lines.number() == 0) {
      throw unusable("the file is empty; check that the recording ran");
    }
    if (!rows.hasHeader()) {
      throw unusable(
          ("no header with a column 'timestamp' in %s lines%s; what is read is the output "
                  + "of nvidia-smi --query-gpu=timestamp,uuid,power.draw --format=csv -lms 100")
              .formatted(lines.number(), malformed.first()));
    }
    if (!rows.sawSignal()) {
      throw unusable(missingSignal());
    }
    if (wanted.isEmpty() && rows.rowsOfOthers() > 0) {
      throw unusable(
          "no device is called "
              + QuotedText.of(String.valueOf(options.device()))
              + "; the file has "
              + listed(rows.devices().all().stream().map(DevicePolls::id).toList()));
    }
    if (wanted.isEmpty()) {
      throw unusable(
          "no row can be used: %s lines, of which %s malformed%s; record again"
              .formatted(lines.number(), malformed.count(), malformed.first()));
    }
    if (wanted.stream().allMatch(device -> device.readings() == 0)) {
      throw unusable(
          "none of the rows has a reading of "
              + (options.signal() == null
                  ? SmiHeader.INSTANT + " or " + SmiHeader.DRAW
                  : options.signal())
              + " (nvidia-smi printed [N/A] or the like): this GPU or driver does not give it; "
              + powerColumns());
    }
  }

  private String missingSignal() {
    return options.signal() == null
        ? "there is neither a column %s nor %s; %s"
            .formatted(SmiHeader.INSTANT, SmiHeader.DRAW, powerColumns())
        : "there is no column " + QuotedText.of(options.signal()) + "; " + powerColumns();
  }

  private String powerColumns() {
    return rows.powerColumns().isEmpty()
        ? "the file has no power column: record again with --query-gpu=timestamp,uuid,power.draw"
        : "power columns of the file: "
            + String.join(", ", rows.powerColumns())
            + "; name one with --signal";
  }

  private EngineException unusable(String problem) {
    return EngineException.failed(fileName + ": " + problem);
  }

  private List<String> notes(LineReader lines, List<DevicePolls> wanted) {
    var notes = new ArrayList<String>();
    if (!rows.laterHeaders().isEmpty()) {
      notes.add(
          "the file holds %s recordings: further headers on line %s"
              .formatted(rows.laterHeaders().size() + 1, listed(rows.laterHeaders())));
    }
    for (DevicePolls device : wanted.stream().limit(LISTED).toList()) {
      long missing = device.polls() - device.readings();
      if (missing > 0) {
        notes.add(
            device.id() + ": " + missing + " of " + device.polls() + " polls have no reading");
      }
    }
    if (rows.rowsOfOthers() > 0) {
      notes.add(
          "%s rows of other devices than %s were left out"
              .formatted(rows.rowsOfOthers(), QuotedText.of(String.valueOf(options.device()))));
    }
    notes.addAll(rows.stamps().notes());
    rows.malformed().note().ifPresent(notes::add);
    if (lines.endedEarly()) {
      notes.add("the compressed file breaks off: what came before the break was read");
    }
    return notes;
  }

  private static String listed(List<?> things) {
    String first =
        things.stream().limit(LISTED).map(String::valueOf).collect(Collectors.joining(", "));
    return things.size() > LISTED ? first + " and " + (things.size() - LISTED) + " more" : first;
  }
}
