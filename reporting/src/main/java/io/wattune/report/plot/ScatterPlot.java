package io.wattune.report.plot;

import java.util.List;

/**
 * What should be against what is: shares from 0 to 1, which lie on the diagonal where both agree.
 *
 * @param title what it shows
 * @param xAxis what is
 * @param yAxis what should be the same
 * @param clouds the points, by kind
 */
public record ScatterPlot(String title, String xAxis, String yAxis, List<Cloud> clouds) {

  /**
   * Points of one kind.
   *
   * @param name the kind
   * @param x one for each point
   * @param y one for each point
   */
  public record Cloud(String name, List<Double> x, List<Double> y) {
    public Cloud {
      x = List.copyOf(x);
      y = List.copyOf(y);
      if (x.size() != y.size() || x.isEmpty()) {
        throw new IllegalArgumentException(
            "'%s' must have as many x as y and one at least, had %s and %s"
                .formatted(name, x.size(), y.size()));
      }
    }
  }

  public ScatterPlot {
    clouds = List.copyOf(clouds);
  }
}
