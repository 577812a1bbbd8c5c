package io.wattune.testbed.server;

import io.wattune.testbed.server.DocumentFigure.Kind;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Gathers the figures of a publication beside ours, in the order in which they are added. */
public abstract class DocumentFigures {
  private final List<DocumentFigure> figures = new ArrayList<>();

  /** What was added. */
  protected final List<DocumentFigure> figures() {
    return List.copyOf(figures);
  }

  protected final void add(String figure, String what, String paper, String ours, Kind kind) {
    figures.add(new DocumentFigure(figure, what, paper, ours, kind));
  }

  /** A prediction. */
  protected final void add(String figure, String what, String paper, String ours) {
    add(figure, what, paper, ours, Kind.PREDICTION);
  }

  /** A prediction of a number. */
  protected final void add(String figure, String what, String paper, double ours) {
    add(figure, what, paper, number(ours));
  }

  /** A prediction of a number that the publication states. */
  protected final void add(String figure, String what, double paper, double ours) {
    add(figure, what, number(paper), number(ours));
  }

  /** A number as figures show it. */
  protected static String number(double value) {
    return String.format(Locale.ROOT, "%.3f", value);
  }

  /** A truth value as figures show it. */
  protected static String yes(boolean is) {
    return is ? "yes" : "no";
  }
}
