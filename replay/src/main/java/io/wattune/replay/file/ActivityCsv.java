package io.wattune.replay.file;

import io.wattune.core.ledger.Book;
import io.wattune.schemas.failure.EngineException;
import io.wattune.schemas.table.CsvTable;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Reads recorded activities: a header, then one activity a row, times in epoch microseconds.
 *
 * <pre>
 * start_epoch_us,end_epoch_us,name,level
 * 1689268533578702,1689268539549513,"gemm&lt;float, 128&gt;",kernel
 * </pre>
 *
 * <p>Columns may come in any order; {@code level} may be left out or empty and is then {@code
 * span}. A file with any row that cannot be used is refused: an activity that silently vanished
 * would move its energy to nobody.
 */
public final class ActivityCsv {
  private static final String START = "start_epoch_us";
  private static final String END = "end_epoch_us";
  private static final String NAME = "name";
  private static final String LEVEL = "level";
  private static final Set<String> KNOWN = Set.of(START, END, NAME, LEVEL);
  private static final int LISTED_PROBLEMS = 10;

  private final String fileName;
  private final LineReader line;
  private final List<ActivityRow> rows = new ArrayList<>();
  private final List<String> problems = new ArrayList<>();
  private long problemCount;
  private @Nullable List<String> columns;

  private ActivityCsv(InputStream in, String fileName) {
    this.fileName = fileName;
    this.line = new LineReader(in, fileName, bytes -> {});
  }

  /**
   * Reads a whole file. The stream is not closed.
   *
   * @throws EngineException if there is no header, or any row cannot be used; the message names the
   *     first ten such lines
   */
  public static ReadFile<List<ActivityRow>> read(InputStream in, String fileName)
      throws IOException, EngineException {
    return new ActivityCsv(in, fileName).read();
  }

  private ReadFile<List<ActivityRow>> read() throws IOException, EngineException {
    while (line.next()) {
      if (line.isTooLong()) {
        problem("is longer than 65536 bytes");
      } else if (!line.isBlank()) {
        acceptLine();
      }
    }
    if (columns == null) {
      throw EngineException.failed(
          fileName + ": " + "the file is empty; its first line must be " + header());
    }
    if (line.endedEarly()) {
      problem("is followed by nothing: the compressed file breaks off");
    }
    if (problemCount > 0) {
      throw EngineException.failed(
          fileName
              + ": "
              + problemCount
              + (problemCount == 1 ? " line" : " lines")
              + " cannot be used, so no activity was taken; correct or remove: "
              + String.join("; ", problems)
              + (problemCount > problems.size()
                  ? "; and " + (problemCount - problems.size()) + " more"
                  : ""));
    }
    return new ReadFile<>(List.copyOf(rows), line.sha256(), line.number(), 0, List.of(), List.of());
  }

  private void acceptLine() throws EngineException {
    List<String> cells = CsvTable.cells(line.text());
    if (columns == null) {
      columns = columnsOf(cells);
      return;
    }
    if (cells.size() != columns.size()) {
      problem(
          "has %s fields, the header %s (a name with a comma must stand in double quotes)"
              .formatted(cells.size(), columns.size()));
      return;
    }
    long start = nanos(cells.get(columns.indexOf(START)));
    long end = nanos(cells.get(columns.indexOf(END)));
    String name = cells.get(columns.indexOf(NAME));
    Book level = columns.contains(LEVEL) ? level(cells.get(columns.indexOf(LEVEL))) : Book.SPAN;
    if (start == DecimalBytes.BAD_MICROS || end == DecimalBytes.BAD_MICROS) {
      problem("has a time that is not a whole number of microseconds");
    } else if (end <= start) {
      problem("ends " + (start - end) / 1000 + " us before or at its start");
    } else if (name.isEmpty()) {
      problem("has no name");
    } else if (level == null) {
      problem("has a level other than job, process, kernel, request or span");
    } else {
      rows.add(new ActivityRow(start, end, name, level));
    }
  }

  private List<String> columnsOf(List<String> cells) throws EngineException {
    List<String> names = cells.stream().map(cell -> cell.toLowerCase(Locale.ROOT)).toList();
    if (!names.containsAll(Set.of(START, END, NAME))) {
      throw EngineException.failed(
          fileName
              + ": "
              + "the first line must be "
              + header()
              + ", was "
              + QuotedText.of(line.text()));
    }
    for (int i = 0; i < names.size(); i++) {
      if (!KNOWN.contains(names.get(i)) || names.indexOf(names.get(i)) != i) {
        throw EngineException.failed(
            fileName
                + ": "
                + "column %s is unknown or stands twice; the first line must be %s"
                    .formatted(QuotedText.of(names.get(i)), header()));
      }
    }
    return names;
  }

  private static String header() {
    return "'" + String.join(",", START, END, NAME) + "[," + LEVEL + "]'";
  }

  private static long nanos(String cell) {
    byte[] bytes = cell.getBytes(StandardCharsets.UTF_8);
    return DecimalBytes.microsAsNanos(bytes, 0, bytes.length);
  }

  private static @Nullable Book level(String cell) {
    if (cell.isEmpty()) {
      return Book.SPAN;
    }
    for (Book book : Book.values()) {
      if (book.windowNanos() == 0 && book.label().equalsIgnoreCase(cell)) {
        return book;
      }
    }
    return null;
  }

  private void problem(String what) {
    problemCount++;
    if (problems.size() < LISTED_PROBLEMS) {
      problems.add("line " + line.number() + " " + what);
    }
  }
}
