package io.wattune.testbed.krisp;

import io.wattune.core.mask.CuMask;
import io.wattune.testbed.server.Colocation;
import io.wattune.testbed.server.Colocation.Running;
import io.wattune.testbed.server.EmulationCost;
import io.wattune.testbed.server.Gating;
import io.wattune.testbed.server.Mi50;
import io.wattune.testbed.server.ServerKernel;
import io.wattune.testbed.server.ServerModel;
import io.wattune.testbed.server.ServerPower;
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
  private double now;
  private double joules;
  private double ioctlFreeAt;

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
  private static final class Worker {
    private final ServerModel model;
    private final double offset;
    private int kernel = -1;
    private CuMask mask;
    private Running running;
    private double launchLeft;
    private double bodyLeft;
    private double stretch = 1;
    private double beganAt;
    private int done;
    private double counted;
    private boolean isWaiting;

    Worker(ServerModel model, double offset, CuMask mask) {
      this.model = model;
      this.offset = offset;
      this.mask = mask;
      this.running = Running.of(model.kernels().get(0), mask);
    }

    ServerKernel current() {
      return model.kernels().get(kernel);
    }

    boolean isInBody() {
      return !isWaiting && launchLeft <= 0;
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
      Worker worker = workers.get(advance(slowdowns()));
      if (worker.bodyLeft > 0) {
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
          latencies.add(now - worker.beganAt);
        }
        if (Double.isNaN(countedFrom) && workers.stream().allMatch(each -> each.done >= WARM_UP)) {
          countedFrom = now;
          joulesFrom = joules;
        }
      }
      // Who waited longer comes first.
      letWaitingBegin();
      begin(workers.indexOf(worker), 0);
    }
    double seconds = now - countedFrom;
    List<Double> rates = workers.stream().map(worker -> worker.counted / seconds).toList();
    double rate = rates.stream().mapToDouble(Double::doubleValue).sum();
    return new Outcome(latencies, rate, (joules - joulesFrom) / (rate * seconds), rates);
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
      worker.beganAt = now + delay;
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
    worker.running = Running.of(kernel, worker.mask);
    double launch = kernel.time().fixedSeconds();
    worker.bodyLeft =
        worker.stretch * (kernel.seconds(Mi50.unitsOf(worker.running.bits())) - launch);
    worker.launchLeft = delay + worker.stretch * launch + emulation(delay);
  }

  /** Barriers, and an ioctl after those of others. */
  private double emulation(double delay) {
    if (cost.secondsOfKernel() == 0) {
      return 0;
    }
    double wish = now + delay + cost.barrierSeconds();
    double start = Math.max(wish, ioctlFreeAt);
    ioctlFreeAt = start + cost.ioctlSeconds();
    return cost.secondsOfKernel() + start - wish;
  }

  private double[] slowdowns() {
    List<Running> running = new ArrayList<>();
    for (Worker worker : workers) {
      if (worker.isInBody()) {
        running.add(worker.running);
      }
    }
    double[] ofRunning = Colocation.slowdowns(running);
    double[] all = new double[workers.size()];
    int next = 0;
    for (int i = 0; i < all.length; i++) {
      all[i] = workers.get(i).isInBody() ? ofRunning[next++] : 1;
    }
    return all;
  }

  /** Goes to the next end of a launch or a kernel, and says whose it is. */
  private int advance(double[] slowdowns) {
    int first = 0;
    double step = Double.MAX_VALUE;
    double busy = 0;
    long used = 0;
    for (int i = 0; i < workers.size(); i++) {
      Worker worker = workers.get(i);
      if (worker.isWaiting) {
        continue;
      }
      double left = worker.isInBody() ? worker.bodyLeft * slowdowns[i] : worker.launchLeft;
      used |= worker.running.bits();
      busy += worker.isInBody() ? worker.running.busyUnits() / slowdowns[i] : 0;
      if (left < step) {
        step = left;
        first = i;
      }
    }
    for (int i = 0; i < workers.size(); i++) {
      Worker worker = workers.get(i);
      if (worker.isWaiting) {
        continue;
      }
      if (worker.isInBody()) {
        worker.bodyLeft = i == first ? 0 : Math.max(0, worker.bodyLeft - step / slowdowns[i]);
      } else {
        worker.launchLeft = i == first ? 0 : worker.launchLeft - step;
      }
    }
    joules +=
        step * ServerPower.watts(Mi50.unitsOf(used), Mi50.highestMegaHertz(), busy, Gating.NONE);
    now += step;
    return first;
  }
}
