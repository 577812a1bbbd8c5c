package io.wattune.core.rightsize;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.NavigableMap;
import java.util.OptionalDouble;
import java.util.TreeMap;

/**
 * Times of kernels on numbers of compute units, as measured, to right-sizes: the least units whose
 * time is within the tolerance of that on the whole device (Chow 2023, section 3.3.2), and a margin
 * of units above, as far as measured times there are within it, too. Not for two threads at once.
 * Test: {@code KernelSweepTest}.
 */
public final class KernelSweep {
  /** A time that is lower with fewer units by this many standard errors is no noise. */
  private static final double ERRORS = 3;

  /** The same by a part of the time, where no errors were given. */
  private static final double NOISE = 0.01;

  private final Map<Kernel, NavigableMap<Integer, Time>> times = new LinkedHashMap<>();
  private int mostUnits;

  private record Kernel(String name, long kernelSize, long inputSize) {
    String text() {
      return "kernel '" + name + "' of size " + kernelSize + ", input " + inputSize;
    }
  }

  private record Time(double seconds, OptionalDouble error) {}

  /**
   * What came of it.
   *
   * @param quicker kernels that are quicker with fewer units than with more, beyond noise, one line
   *     each: blocks are dealt to engines in equal shares, or something else ran
   */
  public record Sizes(List<RightSize> kernels, List<String> quicker) {
    public Sizes {
      kernels = List.copyOf(kernels);
      quicker = List.copyOf(quicker);
    }
  }

  /**
   * Adds a measurement.
   *
   * @param error standard error, seconds
   * @throws IllegalArgumentException where the same stands there already
   */
  public void add(
      String kernel,
      long kernelSize,
      long inputSize,
      int units,
      double seconds,
      OptionalDouble error) {
    var of = new Kernel(kernel, kernelSize, inputSize);
    NavigableMap<Integer, Time> known = times.computeIfAbsent(of, each -> new TreeMap<>());
    if (known.putIfAbsent(units, new Time(seconds, error)) != null) {
      throw new IllegalArgumentException(
          of.text() + " stands there twice with " + units + " units; give the mean of both");
    }
    mostUnits = Math.max(mostUnits, units);
  }

  /** The most units of any measurement: the whole device. */
  public int mostUnits() {
    return mostUnits;
  }

  /** How many measurements there are. */
  public int measurements() {
    return times.values().stream().mapToInt(Map::size).sum();
  }

  /** Kernels that were not measured on the whole device, one line each. */
  public List<String> withoutWhole() {
    List<String> missing = new ArrayList<>();
    times.forEach(
        (kernel, known) -> {
          if (!known.containsKey(mostUnits)) {
            missing.add(
                kernel.text()
                    + " was not measured with all "
                    + mostUnits
                    + " units; add that row, or take the kernel out");
          }
        });
    return missing;
  }

  /**
   * The right-sizes. Each kernel must have been measured on the whole device.
   *
   * @param tolerance part by which a kernel may take longer
   * @param margin units above the least
   */
  public Sizes sizes(double tolerance, int margin) {
    List<RightSize> sizes = new ArrayList<>();
    List<String> quicker = new ArrayList<>();
    times.forEach(
        (kernel, known) -> {
          Time full = known.get(mostUnits);
          if (full == null) {
            throw new IllegalStateException(kernel.text() + " has no time of the whole device");
          }
          int least = atLeast(known, 1, tolerance, full.seconds());
          int units =
              atLeast(known, Math.min(mostUnits, least + margin), tolerance, full.seconds());
          Time at = known.getOrDefault(units, full);
          sizes.add(
              new RightSize(
                  kernel.name(),
                  kernel.kernelSize(),
                  kernel.inputSize(),
                  least,
                  units,
                  full.seconds(),
                  full.error(),
                  at.seconds(),
                  at.error()));
          String line = quicker(kernel, known);
          if (!line.isEmpty()) {
            quicker.add(line);
          }
        });
    return new Sizes(sizes, quicker);
  }

  /** The least measured number of units from one on whose time is within the tolerance. */
  private int atLeast(
      NavigableMap<Integer, Time> known, int from, double tolerance, double fullSeconds) {
    for (Map.Entry<Integer, Time> each : known.tailMap(from, true).entrySet()) {
      if (each.getValue().seconds() <= (1 + tolerance) * fullSeconds) {
        return each.getKey();
      }
    }
    return mostUnits;
  }

  /** Where fewer units are quicker than more by most; empty where that is noise. */
  private static String quicker(Kernel kernel, NavigableMap<Integer, Time> known) {
    String worst = "";
    double most = 0;
    Map.Entry<Integer, Time> best = known.firstEntry();
    for (Map.Entry<Integer, Time> each : known.entrySet()) {
      double more = each.getValue().seconds() - best.getValue().seconds();
      double part = more / best.getValue().seconds();
      if (more > noise(best.getValue(), each.getValue()) && part > most) {
        most = part;
        worst =
            String.format(
                Locale.ROOT,
                "%s takes %.1f %% longer with %d units than with %d",
                kernel.text(),
                100 * part,
                each.getKey(),
                best.getKey());
      }
      best = more < 0 ? each : best;
    }
    return worst;
  }

  private static double noise(Time one, Time other) {
    return one.error().isPresent() && other.error().isPresent()
        ? ERRORS * Math.hypot(one.error().getAsDouble(), other.error().getAsDouble())
        : NOISE * one.seconds();
  }
}
