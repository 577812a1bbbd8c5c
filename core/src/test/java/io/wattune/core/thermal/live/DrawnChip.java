package io.wattune.core.thermal.live;

import io.wattune.core.component.ComponentWatts;
import io.wattune.core.energymodel.PublishedComponent;
import io.wattune.core.thermal.config.Parameter;
import io.wattune.core.thermal.config.ThermalConfig;
import io.wattune.core.thermal.floorplan.Block;
import io.wattune.core.thermal.floorplan.FloorPlan;
import io.wattune.core.thermal.model.BlockModel;
import io.wattune.core.thermal.solver.Propagator;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.TreeMap;

/**
 * A chip that is drawn: its package, which block takes what of each component, what is said of its
 * power, and its sensor all differ from what is known of it. Loads take turns.
 */
final class DrawnChip {
  static final double STEP_SECONDS = 0.1;

  /** As dense as a GTX 1050: 0.57 W/mm2. */
  static final double HIGHEST_WATTS = 32;

  /** Relative standard errors of what is known. */
  private static final double PACKAGE = 0.2;

  private static final double MAPPING = 0.3;

  /** Hotter ones slow themselves down. */
  private static final double MOST_CELSIUS = 110;

  static final double POWER = 0.1;

  final FloorPlan plan;
  final int sensorBlock;
  private final Random random;
  private final Propagator truth;
  private final Map<String, double[]> shares = new TreeMap<>();
  private final Map<String, Double> off = new TreeMap<>();
  private final double ambient;
  private final double quantum;
  private final boolean roundsDown;
  private final double[] past;
  private final Map<String, Double> load = new TreeMap<>();
  private double[] rise;
  private double until;
  private double now;
  private int at;

  DrawnChip(Random random) {
    this.random = random;
    plan = plan(2);
    ThermalConfig config = known(plan);
    for (Parameter each :
        List.of(
            Parameter.T_CHIP,
            Parameter.K_CHIP,
            Parameter.T_INTERFACE,
            Parameter.K_INTERFACE,
            Parameter.K_SPREADER,
            Parameter.R_CONVEC,
            Parameter.C_CONVEC)) {
      config = config.with(each, config.get(each) * Math.exp(PACKAGE * random.nextGaussian()));
    }
    ambient = 15 + 25 * random.nextDouble();
    var network = new BlockModel(plan, config);
    List<double[]> sources = new ArrayList<>();
    for (int b = 0; b < plan.size(); b++) {
      double[] watt = new double[plan.size()];
      watt[b] = 1;
      sources.add(network.watts(watt));
    }
    truth = new Propagator(network.network(), STEP_SECONDS, sources);
    PowerMapping mapping = PowerMapping.of(plan, PowerMapping.TABLE_5_5);
    for (String component : components()) {
      double[] drawn = mapping.shares(component).clone();
      double all = 0;
      for (int b = 0; b < drawn.length; b++) {
        drawn[b] *= Math.exp(MAPPING * random.nextGaussian());
        all += drawn[b];
      }
      double sum = all;
      Arrays.setAll(drawn, b -> drawn[b] / sum);
      shares.put(component, drawn);
      off.put(component, 1 + POWER * random.nextGaussian());
    }
    sensorBlock = byArea();
    quantum = random.nextBoolean() ? 1 : 0.1;
    roundsDown = random.nextBoolean();
    past = new double[1 + random.nextInt(21)];
    begin();
    rise = truth.settled(watts());
    Arrays.fill(past, celsius(sensorBlock));
  }

  private int byArea() {
    double place = random.nextDouble() * plan.blocks().stream().mapToDouble(Block::area).sum();
    int block = 0;
    while (block < plan.size() - 1 && place > plan.blocks().get(block).area()) {
      place -= plan.blocks().get(block).area();
      block++;
    }
    return block;
  }

  static List<String> components() {
    List<String> all = new ArrayList<>();
    for (PublishedComponent each : PublishedComponent.values()) {
      all.add(each.name());
    }
    all.add("IDLE");
    return all;
  }

  /** Multiprocessors beside each other, cache above them, pads around, as on a small chip. */
  static FloorPlan plan(int units) {
    List<Block> blocks = new ArrayList<>();
    double side = 3.2e-3;
    double width = units * side;
    blocks.add(new Block("IO_W", 1e-3, 7.6e-3, -1e-3, 0));
    blocks.add(new Block("IO_E", 1e-3, 7.6e-3, width, 0));
    blocks.add(new Block("L2", width, 1.6e-3, 0, 6e-3));
    blocks.add(new Block("IO_S", width, 1e-3, 0, 0));
    for (int i = 0; i < units; i++) {
      String name = "SM" + i + "_";
      double left = i * side;
      blocks.add(new Block(name + "MEM_B", side, 0.7e-3, left, 1e-3));
      blocks.add(new Block(name + "EXE_B", side, 1.2e-3, left, 1.7e-3));
      blocks.add(new Block(name + "REG_FILE", 1.2e-3, 1.2e-3, left, 2.9e-3));
      blocks.add(new Block(name + "SHD_MEM", 1e-3, 1.2e-3, left + 1.2e-3, 2.9e-3));
      blocks.add(new Block(name + "I_CACHE", 1e-3, 1.2e-3, left + 2.2e-3, 2.9e-3));
      blocks.add(new Block(name + "EXE_T", side, 1.2e-3, left, 4.1e-3));
      blocks.add(new Block(name + "MEM_T", side, 0.7e-3, left, 5.3e-3));
    }
    return new FloorPlan(blocks);
  }

  static ThermalConfig known(FloorPlan plan) {
    return HeatPlan.packageOf(Math.max(plan.width(), plan.height())).with(Parameter.R_CONVEC, 0.5);
  }

  /** What is known of it. */
  HeatPlan known(boolean isSensorKnown) {
    return new HeatPlan(
        "drawn",
        true,
        plan,
        PowerMapping.of(plan, PowerMapping.TABLE_5_5),
        known(plan),
        isSensorKnown ? Optional.of(plan.blocks().get(sensorBlock).name()) : Optional.empty());
  }

  private void begin() {
    until = now + 2 - 20 * Math.log(1 - random.nextDouble());
    do {
      draw();
    } while (hottest(truth.settled(watts())) > MOST_CELSIUS);
  }

  private double hottest(double[] settled) {
    double hottest = 0;
    for (int b = 0; b < plan.size(); b++) {
      hottest = Math.max(hottest, ambient + settled[b]);
    }
    return hottest;
  }

  private void draw() {
    load.clear();
    double level = random.nextDouble();
    double sum = 0;
    for (String each : components()) {
      double part = each.equals("IDLE") ? 0 : random.nextDouble() * random.nextDouble();
      load.put(each, part);
      sum += part;
    }
    double all = sum;
    load.replaceAll((name, part) -> 0.8 * HIGHEST_WATTS * level * part / all);
    load.put("IDLE", 0.2 * HIGHEST_WATTS);
  }

  private double[] watts() {
    double[] watts = new double[plan.size()];
    load.forEach(
        (name, each) -> {
          double[] share = shares.getOrDefault(name, new double[watts.length]);
          for (int b = 0; b < watts.length; b++) {
            watts[b] += share[b] * each;
          }
        });
    return watts;
  }

  /** Goes on by a tenth of a second. */
  void step() {
    if (now >= until) {
      begin();
    }
    rise = truth.next(rise, watts());
    now += STEP_SECONDS;
    past[at] = celsius(sensorBlock);
    at = (at + 1) % past.length;
  }

  double hottest() {
    return hottest(rise);
  }

  /** Mean temperature of what lies where a block of another plan of the same chip lies. */
  double celsius(Block block, FloorPlan other) {
    double wide = plan.width() / other.width();
    double high = plan.height() / other.height();
    double area = 0;
    double sum = 0;
    for (int b = 0; b < plan.size(); b++) {
      Block own = plan.blocks().get(b);
      double across =
          Math.min(own.right(), block.right() * wide) - Math.max(own.left(), block.left() * wide);
      double along =
          Math.min(own.top(), block.top() * high) - Math.max(own.bottom(), block.bottom() * high);
      double common = Math.max(0, across) * Math.max(0, along);
      area += common;
      sum += common * celsius(b);
    }
    return sum / area;
  }

  double celsius(int block) {
    return ambient + rise[block];
  }

  /** What is said of its power: the sum is right, the components are not. */
  List<ComponentWatts> said() {
    double all = load.values().stream().mapToDouble(each -> each).sum();
    double said = 0;
    for (Map.Entry<String, Double> each : load.entrySet()) {
      said += each.getValue() * off.getOrDefault(each.getKey(), 1.0);
    }
    double right = all / said;
    return load.entrySet().stream()
        .map(
            each -> {
              double watts = each.getValue() * off.getOrDefault(each.getKey(), 1.0) * right;
              return new ComponentWatts(each.getKey(), watts, POWER * watts, List.of(), List.of());
            })
        .toList();
  }

  /** What the sensor shows: up to two seconds late, in steps. */
  double shown() {
    double value = past[at] / quantum;
    return quantum * (roundsDown ? Math.floor(value) : Math.rint(value));
  }
}
