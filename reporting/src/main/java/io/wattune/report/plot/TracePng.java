package io.wattune.report.plot;

import java.awt.BasicStroke;
import java.awt.Color;
import java.awt.Font;
import java.awt.Graphics2D;
import java.awt.image.BufferedImage;
import java.io.IOException;
import java.nio.file.Path;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.knowm.xchart.XYChart;
import org.knowm.xchart.XYSeries;
import org.knowm.xchart.style.markers.SeriesMarkers;

/**
 * Draws a {@link TracePlot} as a PNG of 1600 by 900 points: title, the activities' names and
 * energies, the lines over the shaded activities, and the notes. Needs no display.
 */
public final class TracePng {
  private static final int WIDTH = 1600;
  private static final int HEIGHT = 900;
  private static final int MARGIN = 28;
  private static final int HEAD = 128;
  private static final int LABEL_ROWS = 3;
  private static final int LABEL_HEIGHT = 28;
  private static final int NOTE_HEIGHT = 24;
  private static final int MAX_NOTES = 4;
  private static final int MAX_POINTS = 4_000;
  private static final DateTimeFormatter START =
      DateTimeFormatter.ofPattern("uuuu-MM-dd HH:mm:ss.SSS 'UTC'", Locale.ROOT)
          .withZone(ZoneOffset.UTC);

  private TracePng() {}

  /** Writes the picture. */
  public static void write(TracePlot plot, Path file) throws IOException {
    Picture.write(image(plot), file);
  }

  static BufferedImage image(TracePlot plot) {
    return Picture.image(WIDTH, HEIGHT, g -> paint(plot, g));
  }

  private static void paint(TracePlot plot, Graphics2D g) {
    List<String> notes = plot.notes().subList(0, Math.min(MAX_NOTES, plot.notes().size()));
    XYChart chart = chart(plot);
    // Where the plot lies is known only after it was painted once; what comes next covers this.
    chart.paint(g, WIDTH, HEIGHT - HEAD);
    List<PlacedLabel> labels = PlacedLabel.of(new TraceGround(plot, chart, 0), g, LABEL_ROWS);
    int unlabelled = plot.activities().size() - labels.size();
    int noteLines = notes.size() + (unlabelled > 0 ? 1 : 0);
    int rows = labels.stream().mapToInt(label -> label.row() + 1).max().orElse(0);
    int top = HEAD + rows * LABEL_HEIGHT;
    int height = HEIGHT - top - noteLines * NOTE_HEIGHT - MARGIN / 2;
    chart.paint(g, WIDTH, height);

    g.setColor(Palette.PAPER);
    g.fillRect(0, 0, WIDTH, HEIGHT);
    drawHead(g, plot);
    var ground = new TraceGround(plot, chart, top);
    ground.drawShades(g);
    labels.forEach(label -> label.draw(g, ground.area().getMinY(), LABEL_HEIGHT));
    ground.drawBands(g);
    g.translate(0, top);
    chart.paint(g, WIDTH, height);
    g.translate(0, -top);
    var lines = new ArrayList<>(notes);
    if (unlabelled > 0) {
      lines.add(unlabelled + " of " + plot.activities().size() + " activities have no label here.");
    }
    drawNotes(g, lines);
  }

  private static XYChart chart(TracePlot plot) {
    var chart = new XYChart(WIDTH, HEIGHT);
    chart.setXAxisTitle("Time since start (s)");
    chart.setYAxisTitle("Power (W)");
    var clear = new Color(0, 0, 0, 0);
    var style = chart.getStyler();
    Picture.look(style, 16);
    style
        .setChartBackgroundColor(clear)
        .setPlotBackgroundColor(clear)
        .setChartTitleVisible(false)
        .setLegendVisible(false)
        .setChartPadding(MARGIN / 2)
        .setPlotContentSize(1);
    style
        .setAxisTickMarksColor(Palette.QUIET)
        .setPlotGridLinesStroke(new BasicStroke(1f))
        .setPlotMargin(0)
        .setXAxisTickMarkSpacingHint(90)
        // A tick on the very edge would not be drawn.
        .setXAxisMin(-1e-9)
        .setXAxisMax(Math.max(plot.seconds(plot.endNanos()), 1e-3))
        .setYAxisMin(Math.min(plot.lowestWatts() * 1.06, -1e-9))
        .setYAxisMax(Math.max(plot.highestWatts(), 1) * 1.06);
    for (Series series : plot.series()) {
      if (series.timesNanos().length > 0) {
        addSeries(chart, plot, series.decimated(MAX_POINTS));
      }
    }
    return chart;
  }

  private static void addSeries(XYChart chart, TracePlot plot, Series series) {
    double[] seconds = new double[series.watts().length];
    for (int i = 0; i < seconds.length; i++) {
      seconds[i] = plot.seconds(series.timesNanos()[i]);
    }
    XYSeries line = chart.addSeries(series.name(), seconds, series.watts());
    line.setMarker(SeriesMarkers.NONE);
    line.setLineColor(Palette.of(series.role()));
    line.setLineStyle(Palette.stroke(series.role(), plot));
  }

  private static void drawHead(Graphics2D g, TracePlot plot) {
    g.setColor(Palette.INK);
    g.setFont(Picture.font(Font.BOLD, 28));
    g.drawString(fitted(g, plot.title()), MARGIN, 44);
    g.setColor(Palette.QUIET);
    g.setFont(Picture.font(Font.PLAIN, 17));
    String start = "starts " + START.format(TracePlot.instant(plot.startNanos()));
    String line = plot.subtitle().isEmpty() ? start : plot.subtitle() + "   ·   " + start;
    g.drawString(fitted(g, line), MARGIN, 72);
    PngLegend.draw(g, plot, MARGIN, 106);
  }

  private static void drawNotes(Graphics2D g, List<String> notes) {
    g.setColor(Palette.QUIET);
    g.setFont(Picture.font(Font.PLAIN, 16));
    int y = HEIGHT - MARGIN * 2 / 3 - (notes.size() - 1) * NOTE_HEIGHT;
    for (String note : notes) {
      g.drawString(fitted(g, note), MARGIN, y);
      y += NOTE_HEIGHT;
    }
  }

  /** The text, cut to the width of the picture. */
  private static String fitted(Graphics2D g, String text) {
    String shown = text;
    while (g.getFontMetrics().stringWidth(shown) > WIDTH - 2 * MARGIN) {
      shown = shown.substring(0, shown.length() - 2) + "…";
    }
    return shown;
  }
}
