package io.wattune.testbed.heat;

import io.wattune.core.energymodel.PublishedComponent;
import io.wattune.core.thermal.floorplan.Block;
import io.wattune.core.thermal.management.BlockPowerScaling;
import io.wattune.core.thermal.management.ClockLevels;
import java.util.Arrays;
import java.util.Map;

/**
 * Watts of a card's blocks: accesses by the energies of [C] Table 5.1, given to blocks as Table 5.5
 * says; the table's ambiguous lines as the text has them: L1 and L2 in the memory parts, half of L2
 * in its own block. Energy of an access goes with the voltage's square, which the table leaves out:
 * without it a lower clock could only cost energy. Idle power lies evenly over the chip; [C] has a
 * measured map of it, which is not printed. Test: {@code HeatEvaluationTest}.
 */
public final class HeatCardPower {
  /** Watts that every block could take at most: a fifth above the highest of all workloads. */
  private static final double SPARE = 1.2;

  private final HeatCard card;
  private final ClockLevels levels;
  private final Map<String, Integer> index;
  private final BlockPowerScaling scaling;

  /** Power of a card. */
  public HeatCardPower(HeatCard card) {
    this.card = card;
    levels = card.levels();
    index = card.plan().index();
    int n = card.plan().size();
    double area = card.plan().blocks().stream().mapToDouble(Block::area).sum();
    double[] constant = new double[n];
    double[] clocked = new double[n];
    for (int b = 0; b < n; b++) {
      double watts = card.data().idleWatts() * card.plan().blocks().get(b).area() / area;
      constant[b] = watts * card.data().idleConstantShare();
      clocked[b] = watts - constant[b];
    }
    scaling = new BlockPowerScaling(levels, constant, clocked);
  }

  /** How the card's watts go with its clock. */
  public BlockPowerScaling scaling() {
    return scaling;
  }

  /** Watts of blocks of an idle card at the fastest clock. */
  double[] idle() {
    double[] watts = new double[card.plan().size()];
    Arrays.setAll(watts, b -> scaling.idle(b, 0));
    return watts;
  }

  /** Watts of blocks while a phase runs at a level. */
  public double[] watts(HeatWorkload workload, HeatPhase phase, int level) {
    double[] watts = active(workload, phase);
    double factor = levels.rate(level, phase.computeShare()) * levels.voltageSquared(level);
    for (int b = 0; b < watts.length; b++) {
      watts[b] = scaling.idle(b, level) + factor * watts[b];
    }
    return watts;
  }

  /** Watts above idle at the fastest clock. */
  private double[] active(HeatWorkload workload, HeatPhase phase) {
    double[] watts = new double[card.plan().size()];
    double perSecond =
        phase.instructionsPerLaneCycle()
            * card.data().lanes()
            * 1e6
            * levels.megaHertz().get(0)
            * workload.activeMultiprocessors()
            / card.data().multiprocessors();
    give(watts, workload, PublishedComponent.DECODE, perSecond);
    give(
        watts,
        workload,
        PublishedComponent.RF,
        perSecond * card.data().registerAccessesPerInstruction());
    phase
        .accessesPerInstruction()
        .forEach((component, each) -> give(watts, workload, component, perSecond * each));
    return watts;
  }

  private void give(
      double[] watts, HeatWorkload workload, PublishedComponent component, double perSecond) {
    double all = component.joulesPerAccess() * perSecond;
    switch (component) {
      case DECODE -> toUnits(watts, workload, all, "I_CACHE");
      case INT, FP, DP, INT_MUL32, SFU -> toUnits(watts, workload, all, "EXE_T", "EXE_B");
      case RF -> toUnits(watts, workload, all, "REG_FILE");
      case L1 -> toUnits(watts, workload, all, "MEM_T", "MEM_B");
      case SHRD_MEM -> toUnits(watts, workload, all, "SHD_MEM");
      case L2 -> {
        toUnits(watts, workload, all / 2, "MEM_T", "MEM_B");
        watts[at("L2")] += all / 2;
      }
      case DRAM -> {
        for (String pads : new String[] {"IO_W", "IO_E", "IO_S"}) {
          watts[at(pads)] += all / 3;
        }
      }
    }
  }

  private void toUnits(double[] watts, HeatWorkload workload, double all, String... parts) {
    int units = workload.activeMultiprocessors();
    for (int unit = 0; unit < units; unit++) {
      for (String part : parts) {
        watts[at("SM" + unit + "_" + part)] += all / units / parts.length;
      }
    }
  }

  private int at(String block) {
    Integer place = index.get(block);
    if (place == null) {
      throw new IllegalArgumentException("the card's floor plan has no block '" + block + "'");
    }
    return place;
  }

  /** Watts above idle, at the fastest clock, above which no block of this card goes. */
  public double[] mostActive() {
    double[] most = new double[card.plan().size()];
    for (HeatWorkload workload : card.data().workloads()) {
      for (HeatPhase phase : workload.phases()) {
        double[] watts = active(workload, phase);
        for (int b = 0; b < most.length; b++) {
          most[b] = Math.max(most[b], SPARE * watts[b]);
        }
      }
    }
    return most;
  }
}
