package io.wattune.report.plot;

import java.util.List;

/**
 * Values of several kinds for each of several things, side by side.
 *
 * @param title what it shows
 * @param axis what the values are, with their unit
 * @param categories the things
 * @param series the kinds
 */
public record BarPlot(String title, String axis, List<String> categories, List<Bars> series) {

  /**
   * Values of one kind.
   *
   * @param name the kind
   * @param values one for each thing
   */
  public record Bars(String name, List<Double> values) {
    public Bars {
      values = List.copyOf(values);
    }
  }

  public BarPlot {
    categories = List.copyOf(categories);
    series = List.copyOf(series);
    for (Bars bars : series) {
      if (bars.values().size() != categories.size()) {
        throw new IllegalArgumentException(
            "'%s' must have one value for each of %s categories, had %s"
                .formatted(bars.name(), categories.size(), bars.values().size()));
      }
    }
  }
}
