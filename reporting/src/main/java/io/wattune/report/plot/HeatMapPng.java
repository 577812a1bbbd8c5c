package io.wattune.report.plot;

import java.awt.BasicStroke;
import java.awt.Color;
import java.awt.Font;
import java.awt.FontMetrics;
import java.awt.Graphics2D;
import java.awt.geom.Rectangle2D;
import java.awt.image.BufferedImage;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Draws a {@link HeatMap} as a PNG: the map with its outlines, and a scale of its colours. From
 * dark blue to pale yellow, the lightness rising evenly, so that it reads in grey as well. Needs no
 * display; where there is no font, the map is drawn without text.
 */
public final class HeatMapPng {
  private static final Logger LOG = LoggerFactory.getLogger(HeatMapPng.class);
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

  private HeatMapPng() {}

  /** Writes the picture. */
  public static void write(HeatMap map, Path file) throws IOException {
    Picture.write(image(map), file);
  }

  static BufferedImage image(HeatMap map) {
    int width = map.aspect() >= 1 ? LONGER_SIDE : side(LONGER_SIDE * map.aspect());
    int height = map.aspect() >= 1 ? side(LONGER_SIDE / map.aspect()) : LONGER_SIDE;
    var image =
        new BufferedImage(
            width + 2 * MARGIN + SCALE, height + HEAD + MARGIN, BufferedImage.TYPE_INT_RGB);
    Graphics2D g = Picture.graphics(image);
    g.setColor(Palette.PAPER);
    g.fillRect(0, 0, image.getWidth(), image.getHeight());
    double least = Arrays.stream(map.values()).min().orElse(0);
    double most = Arrays.stream(map.values()).max().orElse(1);
    cells(image, map, width, height, least, most);
    for (int y = 0; y < height; y++) {
      g.setColor(colour(1 - y / (double) Math.max(1, height - 1)));
      g.fillRect(MARGIN + width + MARGIN, HEAD + y, SCALE_WIDTH, 1);
    }
    g.setColor(Palette.PAPER);
    g.setStroke(new BasicStroke(1f));
    for (HeatMap.Outline outline : map.outlines()) {
      g.draw(place(outline, width, height));
    }
    try {
      words(g, map, width, height, least, most);
    } catch (RuntimeException | LinkageError | InternalError e) {
      LOG.warn(
          "the map has no text ({}). Is a font installed? For example: apt install fontconfig"
              + " fonts-dejavu-core",
          e.toString());
    }
    g.dispose();
    return image;
  }

  private static int side(double points) {
    return (int) Math.max(SHORTEST_SIDE, Math.round(points));
  }

  private static void cells(
      BufferedImage image, HeatMap map, int width, int height, double least, double most) {
    double span = most > least ? most - least : 1;
    for (int y = 0; y < height; y++) {
      int row = (int) ((long) y * map.rows() / height);
      for (int x = 0; x < width; x++) {
        int column = (int) ((long) x * map.columns() / width);
        double share = (map.values()[row * map.columns() + column] - least) / span;
        image.setRGB(MARGIN + x, HEAD + y, colour(share).getRGB());
      }
    }
  }

  private static Rectangle2D place(HeatMap.Outline outline, int width, int height) {
    return new Rectangle2D.Double(
        MARGIN + outline.left() * width,
        HEAD + outline.top() * height,
        outline.width() * width,
        outline.height() * height);
  }

  private static void words(
      Graphics2D g, HeatMap map, int width, int height, double least, double most) {
    g.setColor(Palette.INK);
    g.setFont(Picture.font(Font.BOLD, 22));
    g.drawString(map.title(), MARGIN, HEAD - 20);
    g.setFont(Picture.font(Font.PLAIN, 15));
    int digits = most - least < 2 ? 3 : 1;
    for (int k = 0; k < TICKS; k++) {
      double share = k / (double) (TICKS - 1);
      String text =
          String.format(
              Locale.ROOT, "%." + digits + "f %s", least + share * (most - least), map.unit());
      g.drawString(
          text,
          2 * MARGIN + width + SCALE_WIDTH + 8,
          HEAD + (float) ((1 - share) * (height - 14) + 13));
    }
    g.setFont(Picture.font(Font.PLAIN, 13));
    FontMetrics metrics = g.getFontMetrics();
    for (HeatMap.Outline outline : map.outlines()) {
      Rectangle2D place = place(outline, width, height);
      int wide = metrics.stringWidth(outline.name());
      if (wide + 6 <= place.getWidth() && metrics.getHeight() <= place.getHeight()) {
        float x = (float) (place.getCenterX() - wide / 2.0);
        float y = (float) (place.getCenterY() + metrics.getAscent() / 2.5);
        g.setColor(new Color(0, 0, 0, 150));
        g.drawString(outline.name(), x + 1, y + 1);
        g.setColor(Palette.PAPER);
        g.drawString(outline.name(), x, y);
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
