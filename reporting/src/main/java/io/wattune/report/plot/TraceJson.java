package io.wattune.report.plot;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;
import java.io.StringWriter;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.Locale;

/** The data of a page: thinned-out series in seconds and watts, and the activities. */
final class TraceJson {
  /** Points of a series that a page holds at most. */
  static final int MAX_POINTS = 4_000;

  private static final JsonFactory JSON = new JsonFactory();

  private TraceJson() {}

  static String of(TracePlot plot) throws IOException {
    var text = new StringWriter();
    try (JsonGenerator json = JSON.createGenerator(text)) {
      json.writeStartObject();
      json.writeNumberField("startMillis", Math.floorDiv(plot.startNanos(), 1_000_000L));
      number(json, "endSeconds", Math.max(plot.seconds(plot.endNanos()), 1e-3), 6);
      number(json, "lowestWatts", plot.lowestWatts(), 3);
      json.writeArrayFieldStart("series");
      for (Series series : plot.series()) {
        writeSeries(json, plot, series.decimated(MAX_POINTS));
      }
      json.writeEndArray();
      json.writeArrayFieldStart("activities");
      for (Shade shade : plot.activities()) {
        json.writeStartObject();
        json.writeStringField("name", shade.name());
        EnergyFigures energy = shade.energy();
        json.writeStringField("energy", energy == null ? "" : energy.label());
        number(json, "startSeconds", plot.seconds(shade.startNanos()), 6);
        number(json, "endSeconds", plot.seconds(shade.endNanos()), 6);
        json.writeEndObject();
      }
      json.writeEndArray();
      json.writeEndObject();
    }
    return text.toString();
  }

  private static void writeSeries(JsonGenerator json, TracePlot plot, Series series)
      throws IOException {
    json.writeStartObject();
    json.writeStringField("name", series.name());
    json.writeStringField("role", series.role().name().toLowerCase(Locale.ROOT));
    json.writeArrayFieldStart("seconds");
    for (long time : series.timesNanos()) {
      number(json, plot.seconds(time), 6);
    }
    json.writeEndArray();
    json.writeArrayFieldStart("watts");
    for (double watts : series.watts()) {
      number(json, watts, 3);
    }
    json.writeEndArray();
    json.writeArrayFieldStart("errors");
    for (double watts : series.errorWatts()) {
      number(json, watts, 3);
    }
    json.writeEndArray();
    json.writeEndObject();
  }

  private static void number(JsonGenerator json, String name, double value, int decimals)
      throws IOException {
    json.writeFieldName(name);
    number(json, value, decimals);
  }

  /** A number without useless digits; null where there is none. */
  private static void number(JsonGenerator json, double value, int decimals) throws IOException {
    if (!Double.isFinite(value)) {
      json.writeNull();
      return;
    }
    BigDecimal rounded = BigDecimal.valueOf(value).setScale(decimals, RoundingMode.HALF_EVEN);
    json.writeNumber(rounded.signum() == 0 ? "0" : rounded.stripTrailingZeros().toPlainString());
  }
}
