package io.wattune.testbed.characterise;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Collects figures, in the order in which they are added. */
final class FigureList {
  private final List<CardFigure> figures = new ArrayList<>();

  List<CardFigure> all() {
    return List.copyOf(figures);
  }

  /** One that must come out as it is printed, but for rounding. */
  void exact(String key, String place, String quantity, double paper, double model, String remark) {
    double rounding = 1e-6 * Math.abs(paper);
    figures.add(
        new CardFigure(
            key, place, quantity, paper, model, paper - rounding, paper + rounding, false, remark));
  }

  /** One that reading the paper gives bounds to. */
  void near(
      String key,
      String place,
      String quantity,
      @Nullable Double paper,
      double model,
      double low,
      double high,
      String remark) {
    figures.add(new CardFigure(key, place, quantity, paper, model, low, high, false, remark));
  }

  /** One that the constants were fitted to, with the bounds of reading it. */
  void fitted(
      String key,
      String place,
      String quantity,
      @Nullable Double paper,
      double model,
      double low,
      double high,
      String remark) {
    figures.add(new CardFigure(key, place, quantity, paper, model, low, high, true, remark));
  }
}
