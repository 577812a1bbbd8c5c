package io.wattune.report.plot;

import io.wattune.core.thermal.floorplan.Block;
import java.awt.BasicStroke;
import java.awt.Color;
import java.awt.Font;
import java.awt.FontMetrics;
import java.awt.Graphics2D;
import java.awt.geom.Rectangle2D;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Values of a rectangle, as colours: from dark blue to pale yellow, the lightness rising evenly, so
 * that it reads in grey as well.
 *
 * @param title above the picture
 * @param unit of the values
 * @param rows rows of cells, the first at the top
 * @param columns columns of cells
 * @param width of the rectangle
 * @param height of the rectangle, in the same unit
 * @param values row by row
 * @param blocks what is drawn over it, with its name where there is room
 */
@SuppressWarnings("ArrayRecordComponent") // Drawn once, never compared.
public record HeatMap(
    String title,
    String unit,
    int rows,
    int columns,
    double width,
    double height,
    double[] values,
    List<Block> blocks) {
  private static final Logger LOG = LoggerFactory.getLogger(HeatMap.class);
  private static final int LONGER_SIDE = 900;
  private static final int SHORTEST_SIDE = 120;
  private static final int MARGIN = 24;
  private static final int HEAD = 56;
  private static final int SCALE = 170;
  private static final int SCALE_WIDTH = 26;
  private static final int TICKS = 6;

  private static final List<Color> COLOURS =
      List.of(
          new Color(0x101c45),
          new Color(0x4b2a7b),
          new Color(0x94347f),
          new Color(0xd6506a),
          new Color(0xf58a52),
          new Color(0xfcc767),
          new Color(0xfdf6b8));

  public HeatMap {
    if (rows < 1 || columns < 1 || values.length != rows * columns || !(width / height > 0)) {
      throw new IllegalArgumentException(
          "a map of " + rows + " x " + columns + " cells has not " + values.length + " values");
    }
    blocks = List.copyOf(blocks);
  }

  /**
   * Draws it as a PNG: the map with its blocks, and a scale of its colours. Needs no display; where
   * there is no font, the map is drawn without text.
   */
  public void write(Path file) throws IOException {
    double aspect = width / height;
    int wide = aspect >= 1 ? LONGER_SIDE : side(LONGER_SIDE * aspect);
    int high = aspect >= 1 ? side(LONGER_SIDE / aspect) : LONGER_SIDE;
    Picture.write(
        Picture.image(wide + 2 * MARGIN + SCALE, high + HEAD + MARGIN, g -> paint(g, wide, high)),
        file);
  }

  private void paint(Graphics2D g, int wide, int high) {
    g.setColor(Palette.PAPER);
    g.fillRect(0, 0, wide + 2 * MARGIN + SCALE, high + HEAD + MARGIN);
    double least = Arrays.stream(values).min().orElse(0);
    double most = Arrays.stream(values).max().orElse(1);
    cells(g, wide, high, least, most);
    for (int y = 0; y < high; y++) {
      g.setColor(colour(1 - y / (double) Math.max(1, high - 1)));
      g.fillRect(MARGIN + wide + MARGIN, HEAD + y, SCALE_WIDTH, 1);
    }
    g.setColor(Palette.PAPER);
    g.setStroke(new BasicStroke(1f));
    for (Block block : blocks) {
      g.draw(place(block, wide, high));
    }
    try {
      words(g, wide, high, least, most);
    } catch (RuntimeException | LinkageError | InternalError e) {
      LOG.warn(
          "the map has no text ({}). Is a font installed? For example: apt install fontconfig"
              + " fonts-dejavu-core",
          e.toString());
    }
  }

  private static int side(double points) {
    return (int) Math.max(SHORTEST_SIDE, Math.round(points));
  }

  private void cells(Graphics2D g, int wide, int high, double least, double most) {
    double span = most > least ? most - least : 1;
    for (int y = 0; y < high; y++) {
      int row = (int) ((long) y * rows / high);
      for (int x = 0; x < wide; x++) {
        int column = (int) ((long) x * columns / wide);
        g.setColor(colour((values[row * columns + column] - least) / span));
        g.fillRect(MARGIN + x, HEAD + y, 1, 1);
      }
    }
  }

  /** Where a block lies in a picture of the map; its own places are from the lower left corner. */
  private Rectangle2D place(Block block, int wide, int high) {
    return new Rectangle2D.Double(
        MARGIN + block.left() / width * wide,
        HEAD + (1 - block.top() / height) * high,
        block.width() / width * wide,
        block.height() / height * high);
  }

  private void words(Graphics2D g, int wide, int high, double least, double most) {
    g.setColor(Palette.INK);
    g.setFont(Picture.font(Font.BOLD, 22));
    g.drawString(title, MARGIN, HEAD - 20);
    g.setFont(Picture.font(Font.PLAIN, 15));
    int digits = most - least < 2 ? 3 : 1;
    for (int k = 0; k < TICKS; k++) {
      double share = k / (double) (TICKS - 1);
      String text =
          String.format(Locale.ROOT, "%." + digits + "f %s", least + share * (most - least), unit);
      g.drawString(
          text,
          2 * MARGIN + wide + SCALE_WIDTH + 8,
          HEAD + (float) ((1 - share) * (high - 14) + 13));
    }
    g.setFont(Picture.font(Font.PLAIN, 13));
    FontMetrics metrics = g.getFontMetrics();
    for (Block block : blocks) {
      Rectangle2D place = place(block, wide, high);
      int length = metrics.stringWidth(block.name());
      if (length + 6 <= place.getWidth() && metrics.getHeight() <= place.getHeight()) {
        float x = (float) (place.getCenterX() - length / 2.0);
        float y = (float) (place.getCenterY() + metrics.getAscent() / 2.5);
        g.setColor(new Color(0, 0, 0, 150));
        g.drawString(block.name(), x + 1, y + 1);
        g.setColor(Palette.PAPER);
        g.drawString(block.name(), x, y);
      }
    }
  }

  /** The colour of a share from 0 to 1. */
  static Color colour(double share) {
    double at = Math.max(0, Math.min(1, share)) * (COLOURS.size() - 1);
    int low = (int) Math.min(COLOURS.size() - 2, Math.floor(at));
    double part = at - low;
    Color from = COLOURS.get(low);
    Color to = COLOURS.get(low + 1);
    return new Color(
        mixed(from.getRed(), to.getRed(), part),
        mixed(from.getGreen(), to.getGreen(), part),
        mixed(from.getBlue(), to.getBlue(), part));
  }

  private static int mixed(int from, int to, double part) {
    return (int) Math.round(from + part * (to - from));
  }
}
