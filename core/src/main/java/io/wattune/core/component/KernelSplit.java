package io.wattune.core.component;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Splits what components took in an interval among the activities in it. A kernel's part of a
 * component is {@code s = e w / E}: its events {@code w} by the model's energies {@code e}, of
 * those of the interval, so that kernels add up to the components, and with idle power to the
 * total. Where {@code K = s P T} is taken of a component's {@code P} watts in {@code T} seconds:
 *
 * <p>{@code var K = s^2 T^2 var P + (m K)^2 ((1 - s)^2 + sum of s_j^2 of the others)}
 *
 * <p>with {@code m} by how much energies of events differ from kernel to kernel: each has a
 * difference of its own, and what one has more the others have less. Joules, seconds and watts.
 * Test: {@code ComponentEstimatorTest}, true watts of drawn devices' kernels.
 */
record KernelSplit(ModelState model, CounterInterval interval) {
  /**
   * The kernels, with watts of some components.
   *
   * @param firsts of each component the first counter that stands for it
   */
  List<KernelWatts> of(ComponentSplit split, List<Integer> firsts) {
    List<KernelSum> ran = interval.kernels.stream().filter(each -> each.seconds > 0).toList();
    double[][] watts = new double[ran.size()][firsts.size()];
    double[][] errors = new double[ran.size()][firsts.size()];
    double seconds = (interval.endNanos - interval.startNanos) * 1e-9;
    for (int c = 0; c < firsts.size(); c++) {
      int first = firsts.get(c);
      double all = joules(first, interval.work);
      double squares = 0;
      double[] shares = new double[ran.size()];
      for (int k = 0; k < shares.length; k++) {
        shares[k] = all > 0 ? joules(first, ran.get(k).work) / all : ran.get(k).seconds / seconds;
        squares += shares[k] * shares[k];
      }
      double component = split.watts[first + 1];
      double variance = split.variances[first + 1];
      for (int k = 0; k < shares.length; k++) {
        double share = shares[k];
        double inIts = seconds / ran.get(k).seconds;
        double own = ComponentSplit.missedWatts(model, share * component * inIts);
        double others = squares - share * share + (1 - share) * (1 - share);
        watts[k][c] = share * component * inIts;
        errors[k][c] =
            Math.sqrt(share * share * inIts * inIts * variance + own * own * Math.max(0, others));
      }
    }
    List<KernelWatts> kernels = new ArrayList<>();
    for (int k = 0; k < watts.length; k++) {
      KernelSum each = ran.get(k);
      kernels.add(
          new KernelWatts(
              each.name,
              each.activities,
              each.seconds,
              Arrays.stream(watts[k]).boxed().toList(),
              Arrays.stream(errors[k]).boxed().toList()));
    }
    return kernels;
  }

  private double joules(int first, double[] work) {
    double sum = 0;
    for (int i = first; i < work.length; i++) {
      if (model.groups[i] == first) {
        sum += model.joules[i + 1] * work[i];
      }
    }
    return sum;
  }
}
