package io.wattune.report.plot;

import java.awt.BasicStroke;
import java.awt.Color;
import java.util.List;

/** Colours of the PNG: distinct also to eyes that do not distinguish red from green. */
final class Palette {
  static final Color PAPER = Color.WHITE;
  static final Color INK = new Color(0x1c2430);
  static final Color QUIET = new Color(0x5b6675);
  static final Color GRID = new Color(0xe3e7ec);
  static final Color SHADE = new Color(0xf3, 0xc8, 0x6a, 0x4d);
  static final Color SHADE_EDGE = new Color(0xc9, 0x97, 0x2b, 0x99);

  static final List<Color> BARS =
      List.of(
          new Color(0x6b7685),
          new Color(0x0b5fc4),
          new Color(0xf09f6f),
          new Color(0x5fb3e6),
          new Color(0xc9972b),
          new Color(0x1c2430));

  private Palette() {}

  static Color of(SeriesRole role) {
    return switch (role) {
      case RAW -> new Color(0x6b7685);
      case TRUE -> new Color(0x0b5fc4);
      case SMOOTHED -> new Color(0x08203f);
      case METER -> new Color(0xf09f6f);
    };
  }

  /**
   * Each line is thinner than the one below it, so that lines that coincide are all seen: those
   * below smoothed power are wider where there is some.
   */
  static BasicStroke stroke(SeriesRole role, TracePlot plot) {
    float wider = plot.has(SeriesRole.SMOOTHED) ? 2.6f : 0;
    float width =
        switch (role) {
          case RAW -> 4.6f + wider;
          case TRUE -> 2f + wider;
          case SMOOTHED -> 1.8f;
          case METER -> 8f + wider;
        };
    return new BasicStroke(width, BasicStroke.CAP_ROUND, BasicStroke.JOIN_ROUND);
  }

  static Color band(SeriesRole role) {
    Color line = of(role);
    return new Color(line.getRed(), line.getGreen(), line.getBlue(), 0x38);
  }
}
