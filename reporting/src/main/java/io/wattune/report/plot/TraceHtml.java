package io.wattune.report.plot;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * Writes a {@link TracePlot} as one HTML page with everything in it: a chart to zoom and to hover
 * over, the table of activities, and the notes. The page asks no network for anything, and its
 * policy lets only its own two scripts and its own style sheet run.
 */
public final class TraceHtml {
  private static final DateTimeFormatter TIME =
      DateTimeFormatter.ofPattern("uuuu-MM-dd HH:mm:ss.SSS 'UTC'", Locale.ROOT)
          .withZone(ZoneOffset.UTC);

  private TraceHtml() {}

  /** Writes the page. */
  public static void write(TracePlot plot, Path file) throws IOException {
    Files.writeString(file, page(plot));
  }

  static String page(TracePlot plot) throws IOException {
    PageParts parts = PageParts.load();
    return Html.filled(
        parts.template(),
        Map.of(
            "policy", policy(parts),
            "title", Html.escaped(plot.title()),
            "subtitle", Html.escaped(subtitle(plot)),
            "style", parts.style(),
            "legend", Html.escaped(legend(plot)),
            "activities", ActivityTable.of(plot.activities()),
            "notes", notes(plot.notes()),
            "data", Html.scriptSafe(TraceJson.of(plot)),
            "library", parts.library(),
            "script", parts.script()));
  }

  private static String policy(PageParts parts) {
    return String.join(
        "; ",
        "default-src 'none'",
        "script-src " + Html.policyHash(parts.library()) + " " + Html.policyHash(parts.script()),
        "style-src " + Html.policyHash(parts.style()),
        "img-src data:",
        "base-uri 'none'",
        "form-action 'none'");
  }

  private static String subtitle(TracePlot plot) {
    var parts = new ArrayList<String>();
    if (!plot.subtitle().isEmpty()) {
      parts.add(plot.subtitle());
    }
    parts.add("starts " + TIME.format(TracePlot.instant(plot.startNanos())));
    parts.add(String.format(Locale.ROOT, "%.3f s", plot.seconds(plot.endNanos())));
    return String.join(" · ", parts);
  }

  /** One sentence for each kind of thing that is drawn. */
  private static String legend(TracePlot plot) {
    var sentences = new ArrayList<String>();
    for (SeriesRole role : SeriesRole.values()) {
      List<Series> ofRole = plot.series().stream().filter(s -> s.role() == role).toList();
      if (!ofRole.isEmpty()) {
        sentences.add(
            switch (role) {
              case RAW -> "Grey is what the sensor said.";
              case TRUE ->
                  "Blue is true power, with the sensor's response undone"
                      + (ofRole.stream().anyMatch(Series::hasErrors)
                          ? "; the band around it is one standard error to each side."
                          : ".");
              case SMOOTHED ->
                  "The thin dark line (light on a dark page) is smoothed power, for which readings before and after each time count"
                      + (ofRole.stream().anyMatch(Series::hasErrors)
                          ? ", with its own band of one standard error."
                          : ".");
              case METER -> "Orange is what an external meter said.";
            });
      }
    }
    if (!plot.activities().isEmpty()) {
      sentences.add("Shaded stretches are the activities of the table below.");
    }
    long points = plot.series().stream().mapToLong(s -> s.watts().length).max().orElse(0);
    if (points > TraceJson.MAX_POINTS) {
      sentences.add(
          String.format(
              Locale.ROOT,
              "Of up to %,d points a line, those that carry its outline are drawn: the lowest and"
                  + " the highest of each short stretch.",
              points));
    }
    return String.join(" ", sentences);
  }

  private static String notes(List<String> notes) {
    if (notes.isEmpty()) {
      return "";
    }
    var html = new StringBuilder("<section>\n<h2>Notes</h2>\n<ul class=\"notes\">\n");
    for (String note : notes) {
      html.append("<li>").append(Html.escaped(note)).append("</li>\n");
    }
    return html.append("</ul>\n</section>").toString();
  }
}
