package io.wattune.testbed.krisp;

import io.wattune.core.mask.CuMask;
import io.wattune.testbed.server.Colocation.RunningKernel;
import io.wattune.testbed.server.EmulationCost;
import io.wattune.testbed.server.KernelClock;
import io.wattune.testbed.server.Mi50;
import io.wattune.testbed.server.ServerKernel;
import io.wattune.testbed.server.ServerModel;
import java.math.BigInteger;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Random;

/**
 * Workers at full load on the simulated MI50: each runs one inference after the other, kernel by
 * kernel, from event to event on a virtual clock. The same answer each time.
 */
final class SharedRun {
  /** Beginnings are apart, and the first inference of each worker is not counted. */
  private static final int WARM_UP = 1;

  private final List<Worker> workers = new ArrayList<>();
  private final Sharing sharing;
  private final EmulationCost cost;
  private final Random random;
  private final KernelClock clock = new KernelClock();

  /** Workers whose next kernel has no units yet, the first to come first. */
  private final Deque<Integer> waiting = new ArrayDeque<>();

  /**
   * What came out.
   *
   * @param latencies of all counted inferences, in seconds
   * @param perSecond inferences a second of all workers, while all of them ran
   * @param joulesEach energy of the GPU by inferences
   * @param ofWorkers inferences a second of each
   */
  record Outcome(
      List<Double> latencies, double perSecond, double joulesEach, List<Double> ofWorkers) {
    /** 95th percentile: the value that 95 % do not exceed. */
    double tail() {
      List<Double> sorted = latencies.stream().sorted().toList();
      return sorted.get((int) Math.ceil(0.95 * sorted.size()) - 1);
    }

    double mean() {
      return latencies.stream().mapToDouble(Double::doubleValue).average().orElse(Double.NaN);
    }
  }

  /** What one worker is at. */
  private static final class Worker extends KernelClock.Launched {
    private final ServerModel model;
    private final double offset;
    private int kernel = -1;
    private CuMask mask;
    private double stretch = 1;
    private double beganAt;
    private int done;
    private double counted;
    private boolean isWaiting;

    Worker(ServerModel model, double offset, CuMask mask) {
      super(RunningKernel.of(model.kernels().get(0), mask), 0, 0);
      this.model = model;
      this.offset = offset;
      this.mask = mask;
    }

    ServerKernel current() {
      return model.kernels().get(kernel);
    }
  }

  private SharedRun(List<ServerModel> models, Sharing sharing, EmulationCost cost, long seed) {
    this.sharing = sharing;
    this.cost = cost;
    this.random = new Random(seed);
    for (ServerModel model : models) {
      double offset = workers.isEmpty() ? 0 : random.nextDouble() * model.seconds(Mi50.all());
      workers.add(new Worker(model, offset, new CuMask(BigInteger.ONE, Mi50.LAYOUT.units())));
    }
  }

  /**
   * Runs until each worker has done some inferences; those who have more time do more.
   *
   * @param sizes right-sizes of each model
   * @param inferences counted ones of each worker, at least 1
   */
  static Outcome of(
      List<ServerModel> models,
      List<ModelSizes> sizes,
      PartitionPolicy policy,
      int overlapLimit,
      EmulationCost cost,
      int inferences,
      long seed) {
    var run = new SharedRun(models, new Sharing(policy, sizes, overlapLimit), cost, seed);
    return run.run(inferences);
  }

  private Outcome run(int inferences) {
    List<Double> latencies = new ArrayList<>();
    for (int i = 0; i < workers.size(); i++) {
      begin(i, workers.get(i).offset);
    }
    double countedFrom = Double.NaN;
    double joulesFrom = 0;
    while (workers.stream().anyMatch(worker -> worker.done < WARM_UP + inferences)) {
      Worker worker = clock.advance(workers.stream().filter(each -> !each.isWaiting).toList());
      if (!worker.hasEnded()) {
        // Its launch is over.
        continue;
      }
      sharing.end(worker.mask);
      int kernels = worker.model.kernels().size();
      worker.counted += Double.isNaN(countedFrom) ? 0 : 1.0 / kernels;
      if (worker.kernel + 1 == kernels) {
        worker.kernel = -1;
        worker.done++;
        if (worker.done > WARM_UP) {
          latencies.add(clock.now() - worker.beganAt);
        }
        if (Double.isNaN(countedFrom) && workers.stream().allMatch(each -> each.done >= WARM_UP)) {
          countedFrom = clock.now();
          joulesFrom = clock.joules();
        }
      }
      // Who waited longer comes first.
      letWaitingBegin();
      begin(workers.indexOf(worker), 0);
    }
    double seconds = clock.now() - countedFrom;
    List<Double> rates = workers.stream().map(worker -> worker.counted / seconds).toList();
    double rate = rates.stream().mapToDouble(Double::doubleValue).sum();
    return new Outcome(latencies, rate, (clock.joules() - joulesFrom) / (rate * seconds), rates);
  }

  private void letWaitingBegin() {
    for (int i = waiting.size(); i > 0; i--) {
      int index = waiting.removeFirst();
      Worker worker = workers.get(index);
      if (sharing.mayBegin(index, worker.kernel)) {
        worker.isWaiting = false;
        launch(index, 0);
      } else {
        waiting.addLast(index);
      }
    }
  }

  /** The next kernel of a worker; its first begins an inference. */
  private void begin(int index, double delay) {
    Worker worker = workers.get(index);
    worker.kernel++;
    if (worker.kernel == 0) {
      worker.beganAt = clock.now() + delay;
      worker.stretch = Math.max(0.5, 1 + Mi50.LATENCY_SPREAD * random.nextGaussian());
    }
    if (sharing.mayBegin(index, worker.kernel)) {
      launch(index, delay);
    } else {
      worker.isWaiting = true;
      waiting.addLast(index);
    }
  }

  private void launch(int index, double delay) {
    Worker worker = workers.get(index);
    worker.mask = sharing.begin(index, worker.kernel);
    ServerKernel kernel = worker.current();
    RunningKernel running = RunningKernel.of(kernel, worker.mask);
    double launch = kernel.time().fixedSeconds();
    worker.launch(
        running,
        delay + worker.stretch * launch + clock.maskSeconds(cost, delay),
        worker.stretch * (kernel.seconds(Mi50.unitsOf(running.bits())) - launch));
  }
}
