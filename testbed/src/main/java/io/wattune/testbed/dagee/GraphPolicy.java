package io.wattune.testbed.dagee;

import io.wattune.core.mask.CuMask;
import io.wattune.core.mask.CuPlacement;
import io.wattune.testbed.server.EmulationCost;
import io.wattune.testbed.server.Mi50;
import java.math.BigInteger;
import java.util.List;
import java.util.Locale;
import java.util.stream.IntStream;

/** Which units the kernels of a graph have, and how many run at once. */
enum GraphPolicy {
  /** One after another on all units. */
  SEQUENTIAL(false),
  /** Each on all units as soon as it may. */
  DAG(false),
  /** Four groups of units in turn, each an engine (Chow 2023, section 2.4.1). */
  PACKED(true),
  /** Four groups in turn, each with 4, 4, 4 and 3 units of the engines. */
  DISTRIBUTED(true),
  /**
   * Not in the document: all units for the kernel with the longest way to the end by the last run,
   * and beside it one that the last run shows to need few units.
   */
  HISTORY(false);

  private static final int GROUPS = 4;

  private final boolean isMasked;

  GraphPolicy(boolean isMasked) {
    this.isMasked = isMasked;
  }

  String word() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** Of a kernel's mask, where one is set before each. */
  EmulationCost maskCost() {
    return isMasked ? EmulationCost.MI50 : EmulationCost.NATIVE;
  }

  /** Groups of units, in the order in which kernels get them. */
  List<CuMask> groups() {
    int units = Mi50.LAYOUT.units();
    return switch (this) {
      case SEQUENTIAL, DAG, HISTORY -> List.of(CuMask.of(Mi50.LAYOUT, CuPlacement.PACKED, units));
      case PACKED -> IntStream.range(0, GROUPS).mapToObj(GraphPolicy::engine).toList();
      case DISTRIBUTED -> IntStream.range(0, GROUPS).mapToObj(GraphPolicy::slice).toList();
    };
  }

  /** Bits go across the engines: each fourth one is of the same engine. */
  private static CuMask engine(int group) {
    return mask(IntStream.range(0, Mi50.LAYOUT.units()).filter(bit -> bit % GROUPS == group));
  }

  /** 15 bits that follow each other: 4 of three engines and 3 of one. */
  private static CuMask slice(int group) {
    int size = Mi50.LAYOUT.units() / GROUPS;
    return mask(IntStream.range(group * size, (group + 1) * size));
  }

  private static CuMask mask(IntStream bits) {
    BigInteger all = BigInteger.ZERO;
    for (int bit : bits.toArray()) {
      all = all.setBit(bit);
    }
    return new CuMask(all, Mi50.LAYOUT.units());
  }
}
