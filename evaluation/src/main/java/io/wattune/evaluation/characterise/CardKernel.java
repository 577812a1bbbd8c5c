package io.wattune.evaluation.characterise;

import io.wattune.testbed.gpu.Application;
import io.wattune.testbed.gpu.Kernel;
import io.wattune.testbed.gpu.KnobValues;
import io.wattune.testbed.gpu.OperatingPoint;
import io.wattune.testbed.sweep.Testbed;
import java.util.Comparator;
import java.util.List;
import java.util.function.ToDoubleFunction;

/** One kernel of the characterisation, over the configurations of its card. */
final class CardKernel {
  private final Testbed testbed;
  private final Kernel kernel;
  private final KnobValues top;

  private CardKernel(Testbed testbed, Kernel kernel) {
    this.testbed = testbed;
    this.kernel = kernel;
    this.top = testbed.gpu().own();
  }

  static CardKernel of(Testbed testbed, String application, String kernel) {
    Application found =
        testbed.applications().stream()
            .filter(each -> each.name().equals(application))
            .findFirst()
            .orElseThrow(() -> new IllegalArgumentException("there is no " + application));
    return new CardKernel(
        testbed,
        found.workload().kernels().stream()
            .filter(each -> each.name().equals(kernel))
            .findFirst()
            .orElseThrow(
                () -> new IllegalArgumentException(application + " has no kernel " + kernel)));
  }

  Kernel kernel() {
    return kernel;
  }

  OperatingPoint at(int units, int core, int memory) {
    return testbed.at(kernel, Kernel.Phase.PLAIN, new KnobValues(units, core, memory));
  }

  /** At the highest value of each knob. */
  OperatingPoint top() {
    return at(top.cuCount(), top.coreMegaHertz(), top.memoryMegaHertz());
  }

  /** Performance lost against the fastest configuration, where a score is least. */
  double lossWhereLeast(ToDoubleFunction<OperatingPoint> score) {
    List<OperatingPoint> all =
        testbed.gpu().configurations().stream()
            .map(knobs -> testbed.at(kernel, Kernel.Phase.PLAIN, knobs))
            .toList();
    double best = all.stream().mapToDouble(OperatingPoint::seconds).min().orElseThrow();
    OperatingPoint least = all.stream().min(Comparator.comparingDouble(score)).orElseThrow();
    return 1 - best / least.seconds();
  }

  /** Sensitivity to the core clock between one clock and the highest. */
  double coreSensitivity(int core) {
    OperatingPoint low = at(top.cuCount(), core, top.memoryMegaHertz());
    return (1 - top().seconds() / low.seconds()) / (1 - (double) core / top.coreMegaHertz());
  }

  /** Sensitivity to the memory clock over its whole range. */
  double bandwidthSensitivity() {
    int lowest = Math.toIntExact(testbed.gpu().memoryClockMegaHertz().lowest());
    OperatingPoint low = at(top.cuCount(), top.coreMegaHertz(), lowest);
    return (1 - top().seconds() / low.seconds()) / (1 - (double) lowest / top.memoryMegaHertz());
  }

  /** Mean sensitivity to the core clock over the levels below the highest. */
  double meanCoreSensitivity() {
    return testbed.gpu().configurations().stream()
        .mapToInt(KnobValues::coreMegaHertz)
        .distinct()
        .filter(core -> core < top.coreMegaHertz())
        .mapToDouble(this::coreSensitivity)
        .average()
        .orElseThrow();
  }
}
