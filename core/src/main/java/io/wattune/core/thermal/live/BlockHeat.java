package io.wattune.core.thermal.live;

import static io.wattune.core.algebra.Products.square;

import io.wattune.core.component.ComponentPower;
import io.wattune.core.component.ComponentWatts;
import io.wattune.core.noisefloor.NormalTail;
import io.wattune.core.thermal.floorplan.Block;
import io.wattune.core.thermal.live.HeatReading.BlockTemperature;
import io.wattune.core.thermal.sensor.HeatWatch;
import io.wattune.core.thermal.sensor.Prediction;
import io.wattune.core.thermal.sensor.SensorDoubt;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Optional;

/**
 * How hot each block of one device is, as power and its sensor come.
 *
 * <pre>
 *   T_b = T_s + (x_b - x_s)
 * </pre>
 *
 * <p>{@code T_s} is the temperature where the sensor is, from {@link HeatWatch}: a Kalman filter
 * with the sensor's delay and steps, which learns what room, fan and cooler make of power. {@code
 * x} is the block model under the components' power; of it only differences within the chip are
 * used, in which room, fan and most of the cooler cancel. Kelvin.
 *
 * <p>Its error, as variances that add up: the sensor's filter; {@link #packageError} of the
 * difference; each component's stated error through the model; {@link #mappingError} of each
 * block's share of each component, independent of each other; and where nobody knows in which block
 * the sensor is, how much the blocks differ; the same again where the plan is a generic one, since
 * what lies somewhere may be any block. Where power moves, the highest of the last second counts.
 * Not known, and not in it: a kernel that runs on few of a chip's units, since no counter says on
 * which. Not for two threads at once. Test: {@code BlockHeatTest} (95 % of drawn devices' blocks
 * within two errors).
 */
public final class BlockHeat {
  /**
   * Of a difference within a chip: a fifth in the thickness and in the conductivity of what glues
   * it to its spreader, most of all, and of silicon.
   */
  private static final double GIVEN_PACKAGE = 0.3;

  private static final double GENERIC_PACKAGE = 0.5;

  /** Of a block's share of a component. */
  private static final double GIVEN_MAPPING = 0.3;

  private static final double GENERIC_MAPPING = 0.8;

  /** Longer than this without power, and nothing is known of what was meanwhile. */
  private static final long LONGEST_NANOS = 60_000_000_000L;

  private static final long STEP_NANOS = Math.round(PreparedPlan.STEP_SECONDS * 1e9);

  /** Errors of the last second count: by then a chip has followed. */
  private static final double FOLLOWS_SECONDS = 1;

  private static final int MOST_WAITING = 256;

  private final PreparedPlan map;
  private final Deque<Shown> waiting = new ArrayDeque<>();
  private final HeatWatch watch;

  /** The model's state; see {@link io.wattune.core.thermal.solver.Propagator#modes}. */
  private final double[] modes;

  /** Of each block against the sensor's: what its components' errors make, and its mapping's. */
  private double[] componentVariance;

  private double[] mappingVariance;
  private boolean hasPower;
  private boolean isSplitKnown;
  private long modelNanos;

  /** What the sensor has shown, for which power has not come yet. */
  private record Shown(long nanos, double celsius) {}

  /**
   * Nothing is known.
   *
   * @param scaleWatts the power of the device, to an order of magnitude
   */
  public BlockHeat(PreparedPlan map, double scaleWatts) {
    this(map, new HeatWatch(scaleWatts));
  }

  private BlockHeat(PreparedPlan map, HeatWatch watch) {
    this.map = map;
    this.watch = watch;
    this.modes = new double[map.modes()];
    this.componentVariance = new double[map.blocks()];
    this.mappingVariance = new double[map.blocks()];
  }

  /** The same device on another plan: what is known of its sensor stays. */
  public BlockHeat on(PreparedPlan other) {
    if (other == map) {
      return this;
    }
    var next = new BlockHeat(other, watch);
    next.waiting.addAll(waiting);
    return next;
  }

  /** On which plan. */
  public HeatPlan plan() {
    return map.plan();
  }

  /** The device's sensor has shown this. */
  public void temperature(long nanos, double celsius) {
    if (waiting.size() == MOST_WAITING) {
      waiting.removeFirst();
    }
    waiting.addLast(new Shown(nanos, celsius));
  }

  /** Power comes later than the temperatures that it has made. */
  private void takeTemperatures() {
    while (!waiting.isEmpty() && waiting.getFirst().nanos() <= modelNanos) {
      Shown shown = waiting.removeFirst();
      watch.temperature(shown.nanos(), shown.celsius());
    }
  }

  /**
   * It has taken this in an interval; times rise. While nothing is known of components the whole
   * lies evenly over the chip, with the error of a generic plan.
   */
  public void power(ComponentPower power) {
    long startNanos = power.startNanos();
    long endNanos = power.endNanos();
    if (hasPower && endNanos <= modelNanos) {
      return;
    }
    ComponentWatts idle = power.idle();
    List<ComponentWatts> components = new ArrayList<>(power.components());
    components.add(
        idle != null
            ? idle
            : new ComponentWatts(
                "all", power.totalWatts(), power.totalErrorWatts(), List.of(), List.of()));
    isSplitKnown = idle != null;
    int blocks = map.blocks();
    double[] goal = new double[modes.length];
    double[] variances = new double[blocks];
    double[] ofComponents = new double[blocks];
    double total = 0;
    for (ComponentWatts each : components) {
      PreparedPlan.Source source = map.source(each);
      total += each.watts();
      for (int k = 0; k < goal.length; k++) {
        goal[k] += source.goal()[k] * each.watts();
      }
      for (int b = 0; b < blocks; b++) {
        variances[b] += square(mappingError() * source.shares()[b] * each.watts());
        ofComponents[b] += square(source.beyond()[b] * each.errorWatts());
      }
    }
    boolean isNew = !hasPower || startNanos - modelNanos > LONGEST_NANOS;
    double left = isNew ? 0 : StrictMath.exp(-(endNanos - modelNanos) * 1e-9 / FOLLOWS_SECONDS);
    for (int b = 0; b < blocks; b++) {
      componentVariance[b] = Math.max(ofComponents[b], componentVariance[b] * left);
      mappingVariance[b] = Math.max(map.varianceOf(b, variances), mappingVariance[b] * left);
    }
    if (isNew) {
      System.arraycopy(goal, 0, modes, 0, goal.length);
      modelNanos = endNanos;
      hasPower = true;
      watch.power(endNanos, total);
      takeTemperatures();
    }
    while (endNanos - modelNanos >= STEP_NANOS) {
      modelNanos += STEP_NANOS;
      map.step(modes, goal);
      watch.power(modelNanos, total);
      takeTemperatures();
    }
  }

  private double packageError() {
    return map.plan().isGiven() ? GIVEN_PACKAGE : GENERIC_PACKAGE;
  }

  private double mappingError() {
    return map.plan().isGiven() && isSplitKnown ? GIVEN_MAPPING : GENERIC_MAPPING;
  }

  /** How hot it is now; empty before any power has come. */
  public Optional<HeatReading> reading() {
    if (!hasPower) {
      return Optional.empty();
    }
    double[] rise = map.rises(modes);
    double at = map.atSensor(rise);
    int hottest = 0;
    double[] common = new double[map.blocks()];
    double[] all = new double[map.blocks()];
    for (int b = 0; b < all.length; b++) {
      common[b] = square(packageError() * (rise[b] - at)) + componentVariance[b];
      all[b] = common[b] + mappingVariance[b];
      hottest = rise[b] > rise[hottest] ? b : hottest;
    }
    double place = map.placeVariance(rise, all);
    // Where a generic plan has one block a device may have any other.
    double elsewhere = map.plan().isGiven() ? 0 : place;
    Prediction[] beyond = new Prediction[all.length];
    for (int b = 0; b < all.length; b++) {
      beyond[b] = new Prediction(rise[b] - at, Math.sqrt(all[b] + place + elsewhere));
    }
    Prediction highest = highest(beyond);
    double hotError = Math.sqrt(common[hottest] + place + square(highest.standardError()));
    SensorDoubt doubt = watch.doubt();
    Optional<Prediction> sensor =
        doubt == SensorDoubt.NONE ? watch.predict(watch.watts(), 0) : Optional.empty();
    List<Block> blocks = map.plan().plan().blocks();
    List<BlockTemperature> temperatures = new ArrayList<>();
    sensor.ifPresent(
        known -> {
          for (int b = 0; b < beyond.length; b++) {
            temperatures.add(new BlockTemperature(blocks.get(b), sum(known, beyond[b])));
          }
        });
    return Optional.of(
        new HeatReading(
            modelNanos,
            doubt,
            sensor,
            temperatures,
            blocks.get(hottest).name(),
            new Prediction(highest.celsius(), hotError)));
  }

  /**
   * The highest of values with independent errors is higher than the highest value, since any may
   * be it: Clark (Operations Research 9(2), 1961), two at a time.
   */
  private Prediction highest(Prediction[] beyond) {
    double mean = beyond[0].celsius();
    double variance = mappingVariance[0];
    for (int b = 1; b < beyond.length; b++) {
      double other = beyond[b].celsius();
      double spread = Math.sqrt(variance + mappingVariance[b]);
      if (spread > 0) {
        double z = (mean - other) / spread;
        double above = below(z);
        double density = StrictMath.exp(-z * z / 2) / Math.sqrt(2 * Math.PI);
        double first = mean * above + other * (1 - above) + spread * density;
        double second =
            (mean * mean + variance) * above
                + (other * other + mappingVariance[b]) * (1 - above)
                + (mean + other) * spread * density;
        mean = first;
        variance = Math.max(0, second - first * first);
      } else {
        mean = Math.max(mean, other);
      }
    }
    return new Prediction(mean, Math.sqrt(variance));
  }

  private static double below(double z) {
    double beyond = NormalTail.beyond(Math.abs(z)) / 2;
    return z > 0 ? 1 - beyond : beyond;
  }

  private static Prediction sum(Prediction one, Prediction other) {
    return new Prediction(
        one.celsius() + other.celsius(),
        StrictMath.hypot(one.standardError(), other.standardError()));
  }
}
