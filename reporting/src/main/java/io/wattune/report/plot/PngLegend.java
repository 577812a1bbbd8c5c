package io.wattune.report.plot;

import java.awt.Font;
import java.awt.Graphics2D;
import java.awt.geom.Line2D;
import java.awt.geom.Rectangle2D;

/** One line that says what the colours of the PNG mean. */
final class PngLegend {
  private static final int SAMPLE = 34;
  private static final int GAP = 10;
  private static final int BETWEEN = 30;

  private PngLegend() {}

  static void draw(Graphics2D g, TracePlot plot, int left, int baseline) {
    g.setFont(Picture.font(Font.PLAIN, 17));
    int x = left;
    for (Series series : plot.series()) {
      if (series.hasErrors()) {
        g.setColor(Palette.band(series.role()));
        g.fill(new Rectangle2D.Double(x, baseline - 13, SAMPLE, 14));
      }
      g.setColor(Palette.of(series.role()));
      g.setStroke(Palette.stroke(series.role(), plot));
      g.draw(new Line2D.Double(x, baseline - 6, x + SAMPLE, baseline - 6));
      x = text(g, series.name() + (series.hasErrors() ? " ± standard error" : ""), x, baseline);
    }
    if (!plot.activities().isEmpty()) {
      g.setColor(Palette.SHADE);
      g.fill(new Rectangle2D.Double(x, baseline - 15, SAMPLE, 18));
      text(g, "Activity, with its energy", x, baseline);
    }
  }

  private static int text(Graphics2D g, String text, int left, int baseline) {
    g.setColor(Palette.INK);
    g.drawString(text, left + SAMPLE + GAP, baseline);
    return left + SAMPLE + GAP + g.getFontMetrics().stringWidth(text) + BETWEEN;
  }
}
