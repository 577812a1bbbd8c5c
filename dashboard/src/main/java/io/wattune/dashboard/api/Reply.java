package io.wattune.dashboard.api;

import io.javalin.http.Context;
import io.wattune.http.Problem;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Sends an answer as JSON, or as the table that it also is. */
final class Reply {
  private Reply() {}

  static void send(Context request, Object answer, Supplier<Table> table) {
    if (isCsv(request)) {
      Table rows = table.get();
      request
          .header("Content-Disposition", "attachment; filename=\"" + rows.name() + ".csv\"")
          .contentType("text/csv; charset=utf-8; header=present")
          .result(Csv.of(rows));
    } else {
      request.json(answer);
    }
  }

  /** An answer that is no table. */
  static void send(Context request, Object answer) {
    if (isCsv(request)) {
      throw Problem.badRequest(
          "this answer is no table", "format", "leave format out; the tables below it have CSV");
    }
    request.json(answer);
  }

  private static boolean isCsv(Context request) {
    @Nullable String format = request.queryParam("format");
    if (format == null || format.equals("json")) {
      return false;
    }
    if (format.equals("csv")) {
      return true;
    }
    throw Problem.badRequest(
        "format must be json or csv, was '" + format + "'", "format", "leave it out for JSON");
  }
}
