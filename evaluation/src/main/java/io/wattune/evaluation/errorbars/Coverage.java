package io.wattune.evaluation.errorbars;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/**
 * How large the errors of some entries are beside what is stated.
 *
 * @param name what they have in common
 * @param errors each over its stated error
 */
public record Coverage(String name, List<Double> errors) {
  public Coverage {
    errors = List.copyOf(errors);
  }

  /** One for each value of what they may have in common, in the order of their first entry. */
  public static List<Coverage> by(List<ErrorBar> bars, Function<ErrorBar, String> key) {
    Map<String, List<Double>> groups = new LinkedHashMap<>();
    for (ErrorBar bar : bars) {
      groups.computeIfAbsent(key.apply(bar), absent -> new ArrayList<>()).add(bar.z());
    }
    List<Coverage> all = new ArrayList<>();
    groups.forEach((name, errors) -> all.add(new Coverage(name, errors)));
    return all;
  }

  /** All together. */
  static Coverage of(List<ErrorBar> bars) {
    return by(bars, bar -> "all").get(0);
  }

  /** The share that lies within so many stated errors. */
  public double within(double most) {
    return (double) errors.stream().filter(z -> Math.abs(z) <= most).count() / errors.size();
  }

  /** Root mean square. */
  double rms() {
    return Math.sqrt(errors.stream().mapToDouble(z -> z * z).average().orElse(0));
  }

  double largest() {
    return errors.stream().mapToDouble(Math::abs).max().orElse(0);
  }
}
