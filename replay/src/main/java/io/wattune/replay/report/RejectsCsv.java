package io.wattune.replay.report;

import io.wattune.report.ReportTable;
import io.wattune.schemas.reject.RejectedDatum;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Locale;

/** {@code rejects.csv}: what could not be used, with its original bytes. */
final class RejectsCsv {
  static final ReportTable<RejectedDatum> COLUMNS =
      new ReportTable<RejectedDatum>()
          .field("reason", RejectedDatum::reason)
          .field("detail", RejectedDatum::detail)
          .field("origin", RejectedDatum::origin)
          .field("partition", RejectedDatum::partition)
          .field("offset", RejectedDatum::offset)
          .field("data", RejectedDatum::data)
          .field("rejectedBy", RejectedDatum::rejectedBy)
          .field("originalLength", RejectedDatum::originalLength)
          .field("original", reject -> printable(reject.original()));

  private RejectsCsv() {}

  static void write(ReplayResult result, Appendable out) throws IOException {
    out.append(COLUMNS.csvHead());
    for (RejectedDatum reject : result.rejects()) {
      out.append(COLUMNS.csv(reject));
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
