package io.wattune.report.plot;

import java.awt.BasicStroke;
import java.awt.Font;
import java.awt.FontMetrics;
import java.awt.Graphics2D;
import java.awt.geom.Line2D;
import java.awt.geom.Rectangle2D;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * Name and energy of an activity, above the plot of the PNG.
 *
 * @param text what is written
 * @param left where it starts
 * @param anchor the middle of the activity
 * @param row 0 is next to the plot
 */
record PlacedLabel(String text, double left, double anchor, int row) {
  private static final Font FONT = Picture.font(Font.PLAIN, 16);

  /** The labels that find room, those of the longest activities first. */
  static List<PlacedLabel> of(TraceGround ground, Graphics2D g, int rowCount) {
    FontMetrics metrics = g.getFontMetrics(FONT);
    Rectangle2D area = ground.area();
    var rows = new LabelRows(rowCount);
    var labels = new ArrayList<PlacedLabel>();
    List<Shade> longestFirst =
        ground.inSight().stream()
            .sorted(Comparator.comparingDouble(Shade::durationSeconds).reversed())
            .toList();
    for (Shade shade : longestFirst) {
      double anchor = (ground.clamped(shade.startNanos()) + ground.clamped(shade.endNanos())) / 2;
      double width = metrics.stringWidth(shade.label());
      double left = Math.max(area.getMinX(), Math.min(anchor - width / 2, area.getMaxX() - width));
      int row = rows.place(left, left + width, anchor);
      if (row != LabelRows.NO_ROW) {
        labels.add(new PlacedLabel(shade.label(), left, anchor, row));
      }
    }
    return labels;
  }

  /** Draws the label over a plot whose upper edge is at {@code plotTop}. */
  void draw(Graphics2D g, double plotTop, int rowHeight) {
    double baseline = plotTop - 13 - row * (double) rowHeight;
    g.setStroke(new BasicStroke(1f));
    g.setColor(Palette.SHADE_EDGE);
    g.draw(new Line2D.Double(anchor, baseline + 5, anchor, plotTop));
    g.setFont(FONT);
    g.setColor(Palette.INK);
    g.drawString(text, (float) left, (float) baseline);
  }
}
