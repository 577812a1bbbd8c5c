package io.wattune.testbed.gpu;

import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * A workload that ends: its sequence comes a number of times.
 *
 * @param rounds how often the sequence is run
 * @param isStressTest whether it loads one part of a GPU and nothing else; averages are reported
 *     with and without such ones
 * @param origins where the values of its kernels come from, one for each kernel
 * @param workload kernels and sequence
 */
public record Application(
    int rounds, boolean isStressTest, List<LatentOrigins> origins, Workload workload) {

  public Application {
    Require.positive("rounds", rounds);
    origins = List.copyOf(origins);
    Set<String> missing = new HashSet<>();
    workload.kernels().forEach(kernel -> missing.add(kernel.name()));
    for (LatentOrigins each : origins) {
      if (!missing.remove(each.kernel())) {
        throw new IllegalArgumentException(
            "origins must name each kernel once, '" + each.kernel() + "' is none or twice there");
      }
    }
    if (!missing.isEmpty()) {
      throw new IllegalArgumentException("origins must name each kernel; missing are " + missing);
    }
  }

  /** Its name. */
  public String name() {
    return workload.name();
  }

  /** Whether a value of a kernel was chosen with the published results of policies in view. */
  public boolean isCalibrated() {
    return origins.stream().anyMatch(LatentOrigins::isCalibrated);
  }

  /** How often a kernel runs in all. */
  public long invocations(Kernel kernel) {
    return rounds
        * workload.sequence().stream()
            .filter(step -> step.kernel().equals(kernel.name()))
            .mapToLong(Workload.Step::invocations)
            .sum();
  }

  /** The same with other kernels of the same names. */
  public Application withKernels(List<Kernel> kernels) {
    return new Application(
        rounds,
        isStressTest,
        origins,
        new Workload(workload.name(), workload.startWithinNanos(), kernels, workload.sequence()));
  }
}
