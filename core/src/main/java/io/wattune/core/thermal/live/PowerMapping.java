package io.wattune.core.thermal.live;

import io.wattune.core.thermal.floorplan.Block;
import io.wattune.core.thermal.floorplan.FloorPlan;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Pattern;

/**
 * Which share of a component's power goes to which block. A rule gives a component to groups of
 * blocks, by weights; a group is a name in which {@code *} stands for anything, and shares what it
 * gets by area. What has no rule lies evenly over the chip. Test: {@code PowerMappingTest}.
 */
public final class PowerMapping {
  private static final Map<String, Double> MEMORY_PARTS =
      Map.of("L2", 0.5, "*MEM_T", 0.25, "*MEM_B", 0.25);

  /**
   * [C] Table 5.5, and below it the coarser components of drivers' counters. The printed table is
   * ambiguous on L1 and L2; the text has both in the parts MEM, and half of L2 in its own block.
   */
  public static final Map<String, Map<String, Double>> TABLE_5_5 =
      Map.ofEntries(
          Map.entry("DECODE", Map.of("*I_CACHE", 1.0)),
          Map.entry("INT", Map.of("*EXE_*", 1.0)),
          Map.entry("FP", Map.of("*EXE_*", 1.0)),
          Map.entry("DP", Map.of("*EXE_*", 1.0)),
          Map.entry("INT_MUL32", Map.of("*EXE_*", 1.0)),
          Map.entry("SFU", Map.of("*EXE_*", 1.0)),
          Map.entry("RF", Map.of("*REG_FILE", 1.0)),
          Map.entry("L1", Map.of("*MEM_T", 0.5, "*MEM_B", 0.5)),
          Map.entry("SHRD_MEM", Map.of("*SHD_MEM", 1.0)),
          Map.entry("L2", MEMORY_PARTS),
          Map.entry("DRAM", Map.of("IO_*", 1.0)),
          // What drivers' counters show of a device, coarser.
          Map.entry("vector units", Map.of("*EXE_*", 0.7, "*REG_FILE", 0.2, "*I_CACHE", 0.1)),
          Map.entry("memory unit", MEMORY_PARTS),
          Map.entry("memory", Map.of("IO_*", 1.0)),
          Map.entry("memory reads", Map.of("IO_*", 1.0)),
          Map.entry("memory writes", Map.of("IO_*", 1.0)),
          Map.entry("processor", Map.of("SM*", 1.0)),
          Map.entry("multiprocessors", Map.of("SM*", 1.0)));

  private final double[] even;
  private final Map<String, double[]> shares = new TreeMap<>();

  private PowerMapping(FloorPlan plan) {
    even = new double[plan.size()];
    byArea(plan, plan.blocks(), 1, even);
  }

  /**
   * A mapping by rules.
   *
   * @param rules weights of groups of blocks, by component
   * @throws IllegalArgumentException a group has no block in the plan, or weights are below 0
   */
  public static PowerMapping of(FloorPlan plan, Map<String, Map<String, Double>> rules) {
    var mapping = new PowerMapping(plan);
    rules.forEach(
        (component, groups) -> mapping.shares.put(component, shares(plan, component, groups)));
    return mapping;
  }

  private static double[] shares(FloorPlan plan, String component, Map<String, Double> groups) {
    double[] shares = new double[plan.size()];
    double all = groups.values().stream().mapToDouble(each -> each).sum();
    if (!(all > 0) || groups.values().stream().anyMatch(each -> !(each >= 0))) {
      throw new IllegalArgumentException(
          "component '" + component + "' needs weights of 0 or more, and one above 0: " + groups);
    }
    new TreeMap<>(groups)
        .forEach(
            (name, weight) -> {
              List<Block> group = group(plan, name);
              if (group.isEmpty()) {
                throw new IllegalArgumentException(
                    "component '"
                        + component
                        + "' goes to '"
                        + name
                        + "', but no block of the floor plan is named so: "
                        + plan.blocks().stream().map(Block::name).toList());
              }
              byArea(plan, group, weight / all, shares);
            });
    return shares;
  }

  /** Whether a plan has blocks of each of these groups. */
  static boolean fits(FloorPlan plan, Set<String> groups) {
    return groups.stream().noneMatch(each -> group(plan, each).isEmpty());
  }

  private static List<Block> group(FloorPlan plan, String name) {
    String[] parts = name.split("\\*", -1);
    var text = new StringBuilder(Pattern.quote(parts[0]));
    for (int i = 1; i < parts.length; i++) {
      text.append(".*").append(Pattern.quote(parts[i]));
    }
    Pattern pattern = Pattern.compile(text.toString());
    return plan.blocks().stream().filter(each -> pattern.matcher(each.name()).matches()).toList();
  }

  private static void byArea(FloorPlan plan, List<Block> group, double all, double[] shares) {
    Map<String, Integer> index = plan.index();
    double area = group.stream().mapToDouble(Block::area).sum();
    for (Block block : group) {
      shares[index.getOrDefault(block.name(), 0)] += all * block.area() / area;
    }
  }

  /** The components that have a rule. */
  Set<String> components() {
    return shares.keySet();
  }

  /** Each block's share of what has no rule. */
  double[] even() {
    return even;
  }

  /** Each block's share of a component. */
  double[] shares(String component) {
    return shares.getOrDefault(component, even);
  }
}
