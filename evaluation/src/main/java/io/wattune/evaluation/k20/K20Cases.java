package io.wattune.evaluation.k20;

import io.wattune.core.ledger.Activity;
import io.wattune.core.ledger.Book;
import io.wattune.testbed.IrregularPoller;
import io.wattune.testbed.KernelRun;
import io.wattune.testbed.LagSensor;
import io.wattune.testbed.Poller;
import io.wattune.testbed.SimulatedCard;
import io.wattune.testbed.SimulatedTrace;
import io.wattune.testbed.TruePowerCurve;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * The runs of Burtscher et al. 2014 on a simulated K20c and K20x, polled as fast as the driver
 * answers: about 38 polls 0.283 ms apart, then 4.7 ms without, and stalls of up to 130 ms.
 *
 * <p>A kernel of 3 s runs before each, as it does on a card in use: the sensor's time constant is
 * learned from it. What the paper does not give is assumed here: the power of the spike.
 */
final class K20Cases {
  static final String WARM_UP = "warm-up";
  static final String FIRST = "first";
  static final String SECOND = "second";
  static final String SPIKE = "spike";
  static final String SLOT = "slot";
  static final String PLATEAU = "plateau";

  /** Asymptotic power of the n-body and of the tree code on a K20c (section 6.2). */
  static final double NBODY_WATTS = 158;

  static final double TREE_WATTS = 128;

  /** Assumed: the paper's figure shows a spike, and no number. */
  static final double SPIKE_WATTS = TREE_WATTS + 40;

  /** When the run under test starts: the tail of the first kernel is over, the sensor settled. */
  static final long RUN_NANOS = 16_000_000_000L;

  private static final long MILLI = 1_000_000L;
  private static final long EPOCH_NANOS = 1_800_000_000_000_000_000L;
  private static final long NBODY_NANOS = 5_346 * MILLI;
  private static final long HALF_NBODY_NANOS = 1_336_500_000L;
  private static final long SHORT_NANOS = 107 * MILLI;

  private final long seed;

  K20Cases(long seed) {
    this.seed = seed;
  }

  /** 700,000 bodies, for 5.346 s, and the whole tail behind it. */
  K20Case nbody() {
    return run("nbody", SimulatedCard.k20c(), seed, 12_000, NBODY_NANOS);
  }

  /** The same for twice as long. */
  K20Case twice() {
    return run("twice", SimulatedCard.k20c(), seed + 1, 2_000, 2 * NBODY_NANOS);
  }

  /** Two runs of 350,000 bodies, 1 s apart. */
  K20Case pair() {
    return run("pair", SimulatedCard.k20c(), seed + 2, 2_000, HALF_NBODY_NANOS, HALF_NBODY_NANOS);
  }

  /** 95,000 bodies, for 0.107 s. */
  K20Case brief(int number) {
    return run("brief-" + number, SimulatedCard.k20c(), seed + 100 + number, 2_000, SHORT_NANOS);
  }

  /**
   * A K20x, whose sensor shows power as it is. A lag that is undone all the same makes a spike of
   * each jump, which the paper cuts off; the span lies between the spikes.
   */
  K20Case k20x() {
    SimulatedCard card = SimulatedCard.k20x();
    K20Case whole = run("k20x", card, seed + 3, 2_000, NBODY_NANOS);
    long start = whole.activity(FIRST).startNanos() + card.sensor().updatePeriodNanos();
    long end = whole.activity(FIRST).endNanos() - card.sensor().updatePeriodNanos();
    var activities = new ArrayList<>(whole.activities());
    activities.add(span(whole.device(), PLATEAU, start, end));
    return new K20Case(whole.device(), whole.trace(), activities);
  }

  /** 8 ms of higher power between two phases of 150 ms, within one update of the sensor. */
  K20Case spike() {
    SimulatedCard card = SimulatedCard.k20c();
    long spikeSeed = seed + 4;
    long middle = EPOCH_NANOS + RUN_NANOS + 150 * MILLI;
    // The comb depends on seed and period alone: any curve finds it.
    long update =
        new LagSensor(card.curve(EPOCH_NANOS, List.of()), card.sensor(), spikeSeed)
            .lastUpdateNanos(middle);
    long spike = update + 3 * MILLI;
    List<KernelRun> runs =
        List.of(
            warmUp(),
            new KernelRun(FIRST, spike - 150 * MILLI, 150 * MILLI, TREE_WATTS),
            new KernelRun(SPIKE, spike, 8 * MILLI, SPIKE_WATTS),
            new KernelRun(SECOND, spike + 8 * MILLI, 150 * MILLI, TREE_WATTS));
    K20Case phases = of("spike", card, spikeSeed, 2_000, runs);
    var activities = new ArrayList<>(phases.activities());
    activities.add(span(phases.device(), SLOT, update, update + card.sensor().updatePeriodNanos()));
    return new K20Case(phases.device(), phases.trace(), activities);
  }

  private static KernelRun warmUp() {
    return new KernelRun(WARM_UP, EPOCH_NANOS + 2_000 * MILLI, 3_000 * MILLI, NBODY_WATTS);
  }

  /** One or two runs of the n-body code, 1 s apart. */
  private static K20Case run(
      String name, SimulatedCard card, long seed, long afterMillis, long... lengthsNanos) {
    var runs = new ArrayList<KernelRun>();
    runs.add(warmUp());
    long startNanos = EPOCH_NANOS + RUN_NANOS;
    for (int i = 0; i < lengthsNanos.length; i++) {
      runs.add(new KernelRun(i == 0 ? FIRST : SECOND, startNanos, lengthsNanos[i], NBODY_WATTS));
      startNanos += lengthsNanos[i] + 1_000 * MILLI;
    }
    return of(name, card, seed, afterMillis, runs);
  }

  private static K20Case of(
      String name, SimulatedCard card, long seed, long afterMillis, List<KernelRun> runs) {
    TruePowerCurve curve = card.curve(EPOCH_NANOS, runs);
    var sensor = new LagSensor(curve, card.sensor(), seed);
    Poller poller = new IrregularPoller(sensor, card.board().stalls(runs, seed), seed);
    long endNanos = runs.get(runs.size() - 1).endNanos() + afterMillis * MILLI;
    SimulatedTrace trace = SimulatedTrace.of(curve, sensor, poller, runs, EPOCH_NANOS, endNanos);
    String device = "k20-" + name + "/0";
    List<Activity> activities = runs.stream().map(kernel -> kernel.activity(device)).toList();
    return new K20Case(device, trace, activities);
  }

  private static Activity span(String device, String name, long startNanos, long endNanos) {
    return new Activity(device, name, Book.SPAN, name, startNanos, endNanos, null, Map.of());
  }
}
