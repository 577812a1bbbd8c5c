package io.wattune.testbed.gpu;

import io.wattune.testbed.SeededNoise;
import java.util.ArrayList;
import java.util.List;

/** Where in its workload a GPU is: in an invocation or between two, without any notion of time. */
final class Schedule {
  private final List<Kernel> kernels;
  private final List<Workload.Step> steps;

  /** Index of the kernel of each step. */
  private final int[] stepKernel;

  /** Invocations so far of each kernel. */
  private final long[] invocations;

  private int step;
  private int done;
  private boolean isIdle = true;
  private long idleNanos;

  /** Before the first invocation, for a while that the seed says. */
  Schedule(Workload workload, long seed) {
    kernels = workload.kernels();
    steps = new ArrayList<>(workload.sequence());
    stepKernel = steps.stream().mapToInt(workload::kernelOf).toArray();
    invocations = new long[kernels.size()];
    idleNanos = 1 + new SeededNoise(seed).between(0, 0, workload.startWithinNanos() + 1);
  }

  /** Goes on to the next stretch. */
  void next() {
    if (isIdle) {
      isIdle = false;
      return;
    }
    invocations[kernelIndex()]++;
    done++;
    Workload.Step now = steps.get(step);
    boolean isLast = done == now.invocations();
    idleNanos = isLast ? now.idleNanos() : now.gapNanos();
    if (isLast) {
      done = 0;
      step = (step + 1) % steps.size();
    }
    isIdle = idleNanos > 0;
  }

  /** Whether nothing runs. */
  boolean isIdle() {
    return isIdle;
  }

  /** How long the idleness lasts. */
  long idleNanos() {
    return idleNanos;
  }

  /** Index of the kernel that runs or is to run next. */
  int kernelIndex() {
    return stepKernel[step];
  }

  /** The kernel that runs or is to run next. */
  Kernel kernel() {
    return kernels.get(kernelIndex());
  }

  /** Its phase. */
  Kernel.Phase phase() {
    return kernel().phase(invocations[kernelIndex()]);
  }
}
