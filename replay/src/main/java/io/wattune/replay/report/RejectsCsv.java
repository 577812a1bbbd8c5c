package io.wattune.replay.report;

import io.wattune.report.CsvLine;
import io.wattune.schemas.reject.RejectedDatum;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;

/** {@code rejects.csv}: what could not be used, with its original bytes. */
final class RejectsCsv {
  static final List<String> COLUMNS =
      List.of(
          "reason",
          "detail",
          "origin",
          "partition",
          "offset",
          "data",
          "rejectedBy",
          "originalLength",
          "original");

  private RejectsCsv() {}

  static void write(ReplayResult result, Appendable out) throws IOException {
    CsvLine line = new CsvLine();
    COLUMNS.forEach(line::add);
    out.append(line.end());
    for (RejectedDatum reject : result.rejects()) {
      out.append(
          line.add(reject.reason())
              .add(reject.detail())
              .add(reject.origin())
              .add(reject.partition())
              .add(reject.offset())
              .add(reject.data())
              .add(reject.rejectedBy())
              .add(reject.originalLength())
              .add(printable(reject.original()))
              .end());
    }
  }

  /** Printable ASCII as it is, every other byte and the backslash as {@code \xNN}. */
  static String printable(byte[] bytes) {
    StringBuilder text = new StringBuilder(bytes.length);
    for (char c : new String(bytes, StandardCharsets.ISO_8859_1).toCharArray()) {
      if (c >= ' ' && c <= '~' && c != '\\') {
        text.append(c);
      } else {
        text.append(String.format(Locale.ROOT, "\\x%02x", (int) c));
      }
    }
    return text.toString();
  }
}
