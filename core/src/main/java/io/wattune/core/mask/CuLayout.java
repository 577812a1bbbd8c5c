package io.wattune.core.mask;

import java.util.ArrayList;
import java.util.List;

/**
 * How a GPU's compute units lie: the number of active ones of each shader array of each shader
 * engine. Disabled ones are not in it: the hardware leaves them out by itself.
 *
 * <p>The driver numbers a mask's bits across the engines first (Linux,
 * mqd_symmetrically_map_cu_mask): bit 0 is the first unit of engine 0, bit 1 the first of engine 1,
 * and so on; after the engines the arrays, and last the next unit of each. With one array each and
 * {@code n} engines, {@code bit = n * unit + engine}. An array that has no more units is passed
 * over.
 *
 * @param unitsByArray for each engine, the units of each of its arrays; the same number of arrays
 *     each
 * @param together how many neighbours can only be masked together: 1, or 2 from RDNA on
 */
public record CuLayout(List<List<Integer>> unitsByArray, int together) {

  /** Where one bit's unit lies. */
  record Position(int engine, int array, int unit) {}

  public CuLayout {
    unitsByArray = unitsByArray.stream().map(List::copyOf).toList();
    if (together < 1) {
      throw new IllegalArgumentException("together must be at least 1, was " + together);
    }
    if (unitsByArray.isEmpty() || unitsByArray.get(0).isEmpty()) {
      throw new IllegalArgumentException("a layout needs an engine with an array");
    }
    int arrays = unitsByArray.get(0).size();
    int all = 0;
    for (List<Integer> engine : unitsByArray) {
      if (engine.size() != arrays) {
        throw new IllegalArgumentException(
            "engines must have the same number of arrays, were " + unitsByArray);
      }
      for (int units : engine) {
        if (units < 0 || units % together != 0) {
          throw new IllegalArgumentException(
              "units of an array must be at least 0 and a multiple of %s, were %s"
                  .formatted(together, unitsByArray));
        }
        all += units;
      }
    }
    if (all == 0) {
      throw new IllegalArgumentException("a layout needs a unit, has " + unitsByArray);
    }
  }

  /** Engines that are all alike. */
  public static CuLayout even(int engines, int arrays, int units, int together) {
    List<Integer> engine = new ArrayList<>();
    for (int i = 0; i < arrays; i++) {
      engine.add(units);
    }
    List<List<Integer>> all = new ArrayList<>();
    for (int i = 0; i < engines; i++) {
      all.add(engine);
    }
    return new CuLayout(all, together);
  }

  /** Number of engines. */
  public int engines() {
    return unitsByArray.size();
  }

  /** Number of active units of an engine. */
  public int units(int engine) {
    return unitsByArray.get(engine).stream().mapToInt(Integer::intValue).sum();
  }

  /** Number of active units, which is the number of a mask's bits. */
  public int units() {
    int all = 0;
    for (int engine = 0; engine < engines(); engine++) {
      all += units(engine);
    }
    return all;
  }

  /** Where the unit of each bit lies, from bit 0 on. */
  List<Position> positions() {
    List<Position> positions = new ArrayList<>();
    int most =
        unitsByArray.stream().flatMap(List::stream).mapToInt(Integer::intValue).max().orElse(0);
    int arrays = unitsByArray.get(0).size();
    for (int unit = 0; unit < most; unit += together) {
      for (int array = 0; array < arrays; array++) {
        for (int engine = 0; engine < engines(); engine++) {
          for (int i = 0; i < together && unitsByArray.get(engine).get(array) > unit; i++) {
            positions.add(new Position(engine, array, unit + i));
          }
        }
      }
    }
    return positions;
  }
}
