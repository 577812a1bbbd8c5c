package io.wattune.report.plot;

import io.wattune.report.Decimals;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.Locale;

/** The activities of a page as an HTML table. */
final class ActivityTable {
  private static final DateTimeFormatter TIME =
      DateTimeFormatter.ofPattern("uuuu-MM-dd HH:mm:ss.SSS", Locale.ROOT).withZone(ZoneOffset.UTC);
  private static final String NONE = "<td>–</td>";

  private ActivityTable() {}

  /** The table with its heading; nothing when there are no activities. */
  static String of(List<Shade> activities) {
    if (activities.isEmpty()) {
      return "";
    }
    var html = new StringBuilder();
    html.append("<section>\n<h2>Energy of the activities</h2>\n<div class=\"scroll\"><table>\n")
        .append("<thead><tr><th>#</th><th class=\"text\">Activity</th>")
        .append("<th class=\"text\">Level</th><th>Start (UTC)</th><th>Duration<br>(s)</th>")
        .append("<th>Energy ± standard<br>error (J)</th><th>Mean<br>power (W)</th>")
        .append("<th>Plain integral of<br>the readings (J)</th><th>Its error<br>(%)</th>")
        .append("<th>Coverage<br>(%)</th><th class=\"text\">Quality</th></tr></thead>\n<tbody>\n");
    for (int i = 0; i < activities.size(); i++) {
      appendRow(html, i + 1, activities.get(i));
    }
    return html.append("</tbody>\n</table></div>\n</section>").toString();
  }

  private static void appendRow(StringBuilder html, int number, Shade shade) {
    html.append("<tr><td>").append(number).append("</td>");
    html.append("<td class=\"text name\">").append(Html.escaped(shade.name())).append("</td>");
    html.append("<td class=\"text\">").append(Html.escaped(shade.level())).append("</td>");
    cell(html, TIME.format(TracePlot.instant(shade.startNanos())));
    cell(html, Decimals.fixed(shade.durationSeconds(), 3));
    EnergyFigures energy = shade.energy();
    if (energy == null) {
      html.append(NONE.repeat(5)).append("<td class=\"text\">no energy known</td></tr>\n");
      return;
    }
    int decimals = energy.decimals();
    html.append("<td class=\"energy\">").append(Decimals.fixed(energy.energyJoules(), decimals));
    html.append(" ± ")
        .append(Decimals.fixed(energy.standardErrorJoules(), decimals))
        .append("</td>");
    cell(html, Decimals.fixed(energy.energyJoules() / shade.durationSeconds(), 1));
    cell(html, Decimals.fixed(energy.rawEnergyJoules(), decimals));
    double deviation = 100 * energy.rawDeviation();
    cell(html, Double.isFinite(deviation) ? String.format(Locale.ROOT, "%+.1f", deviation) : "–");
    cell(html, Decimals.fixed(100 * energy.coverage(), 1));
    html.append("<td class=\"text\">").append(energy.quality()).append("</td></tr>\n");
  }

  private static void cell(StringBuilder html, String text) {
    html.append("<td>").append(text).append("</td>");
  }
}
