package io.wattune.benchmarks.mask;

import io.wattune.core.mask.CuLayout;
import io.wattune.core.mask.CuMask;
import io.wattune.core.mask.CuPlacement;
import io.wattune.core.mask.LeastLoadedMasks;
import io.wattune.core.mask.UnitLoads;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/**
 * How long the mask of the next kernel takes, on an MI50 with other kernels on it: KRISP's
 * algorithm 1 from loads to the mask's bits. Each time another of some states of the GPU, and
 * another count, so that no branch is learned by heart.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.SampleTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 12, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(1)
public class MaskBenchmark {
  private static final int STATES = 256;
  private static final CuLayout MI50 = CuLayout.even(4, 1, 15, 1);

  /** How many of a kernel's units may be shared: none is KRISP-I, 60 is KRISP-O. */
  @Param({"0", "60"})
  int overlapLimit;

  private final LeastLoadedMasks[] masks = new LeastLoadedMasks[STATES];
  private final int[] counts = new int[STATES];
  private int next;

  public MaskBenchmark() {
    var random = new Random(1);
    for (int i = 0; i < STATES; i++) {
      var loads = new UnitLoads(MI50);
      masks[i] = new LeastLoadedMasks(MI50, loads, CuPlacement.BALANCED);
      for (int kernels = random.nextInt(4); kernels > 0; kernels--) {
        loads.begin(masks[i].allocate(1 + random.nextInt(60), random.nextInt(61)));
      }
      counts[i] = 1 + random.nextInt(60);
    }
  }

  /** What the machine and its clock add to every sample. */
  @Benchmark
  public int nothing() {
    next = (next + 1) % STATES;
    return counts[next];
  }

  @Benchmark
  public CuMask allocate() {
    int i = next;
    next = (i + 1) % STATES;
    return masks[i].allocate(counts[i], overlapLimit);
  }
}
