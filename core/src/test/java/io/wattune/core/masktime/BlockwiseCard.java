package io.wattune.core.masktime;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Random;

/**
 * A card that runs a kernel block by block: it knows nothing of the rule's formula. Blocks are
 * dealt to engines in turn, each engine gives its next block to the emptiest unit that has room,
 * and all blocks that run share units, engines and memory.
 *
 * @param blocks of the kernel
 * @param atOnce blocks that a unit holds
 * @param filling blocks that a unit needs to be busy: fewer run no faster each
 * @param spread relative standard deviation of the blocks' work
 * @param deviceRate units' worth of work that memory keeps up with; infinite for no limit
 * @param engineRate the same of an engine
 * @param launchSeconds in seconds, of which a block alone on a unit takes {@code filling} / 1000
 */
record BlockwiseCard(
    int blocks,
    int atOnce,
    int filling,
    double spread,
    double deviceRate,
    double engineRate,
    double launchSeconds) {
  private static final double BLOCK_SECONDS = 1e-3;

  /** Runs the kernel. */
  double seconds(List<Integer> units, Random random) {
    List<Unit> all = new ArrayList<>();
    List<Engine> engines = new ArrayList<>();
    for (int count : units) {
      if (count > 0) {
        var engine = new Engine(new ArrayDeque<>(), new ArrayList<>());
        for (int i = 0; i < count; i++) {
          var unit = new Unit(new ArrayList<>());
          engine.units.add(unit);
          all.add(unit);
        }
        engines.add(engine);
      }
    }
    for (int block = 0; block < blocks; block++) {
      double work = BLOCK_SECONDS * Math.max(0.1, 1 + spread * random.nextGaussian());
      engines.get(block % engines.size()).waiting.add(work);
    }
    double now = launchSeconds;
    engines.forEach(engine -> engine.fill(atOnce));
    while (all.stream().anyMatch(unit -> !unit.left.isEmpty())) {
      now += step(engines);
      engines.forEach(engine -> engine.fill(atOnce));
    }
    return now;
  }

  /** To the end of the next block. */
  private double step(List<Engine> engines) {
    double wished = 0;
    for (Engine engine : engines) {
      engine.rate = Math.min(1, engineRate / Math.max(engine.wished(filling), 1e-9));
      wished += engine.rate * engine.wished(filling);
    }
    double device = Math.min(1, deviceRate / wished);
    double step = Double.MAX_VALUE;
    for (Engine engine : engines) {
      for (Unit unit : engine.units) {
        for (double left : unit.left) {
          step = Math.min(step, left / (device * engine.rate * unit.rateOfEach(filling)));
        }
      }
    }
    for (Engine engine : engines) {
      for (Unit unit : engine.units) {
        double done = step * device * engine.rate * unit.rateOfEach(filling);
        unit.left.replaceAll(left -> left - done);
        unit.left.removeIf(left -> left < 1e-12);
      }
    }
    return step;
  }

  /** Work that is left of each block that runs. */
  private record Unit(List<Double> left) {
    double rateOfEach(int filling) {
      return 1.0 / Math.max(filling, left.size());
    }

    double wished(int filling) {
      return left.size() * rateOfEach(filling);
    }
  }

  private static final class Engine {
    private final Deque<Double> waiting;
    private final List<Unit> units;
    private double rate = 1;

    Engine(Deque<Double> waiting, List<Unit> units) {
      this.waiting = waiting;
      this.units = units;
    }

    double wished(int filling) {
      return units.stream().mapToDouble(unit -> unit.wished(filling)).sum();
    }

    void fill(int atOnce) {
      while (!waiting.isEmpty()) {
        Unit emptiest = units.get(0);
        for (Unit unit : units) {
          emptiest = unit.left.size() < emptiest.left.size() ? unit : emptiest;
        }
        if (emptiest.left.size() >= atOnce) {
          return;
        }
        emptiest.left.add(waiting.removeFirst());
      }
    }
  }
}
