package io.wattune.core.mask;

import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;

/**
 * Which compute units a program may use, as bits in the driver's order. Never empty: a queue
 * without a unit hangs, and a runtime takes an empty mask for a full one.
 *
 * <p>A mask is a setting for a launch. No file of the driver holds it, and nothing changes that of
 * a program that runs but the program itself. Masked units still take their share of idle power.
 *
 * @param bits bit {@code i} is set where unit {@code i} may be used
 * @param units number of the GPU's units
 */
public record CuMask(BigInteger bits, int units) {
  /** Environment variable that the lowest layer obeys, also for queues that are profiled. */
  public static final String HSA_VARIABLE = "HSA_CU_MASK";

  /** Environment variable that the runtimes of HIP and OpenCL obey, for all GPUs alike. */
  public static final String ROC_VARIABLE = "ROC_GLOBAL_CU_MASK";

  public CuMask {
    if (bits.signum() <= 0 || bits.bitLength() > units) {
      throw new IllegalArgumentException(
          "a mask must have at least one of " + units + " units and no other, was 0x" + hex(bits));
    }
  }

  /**
   * The mask of a number of units.
   *
   * @param count how many; a multiple of what is masked together
   */
  public static CuMask of(CuLayout layout, CuPlacement placement, int count) {
    if (count < 1 || count > layout.units() || count % layout.together() != 0) {
      throw new IllegalArgumentException(
          "count must be in 1..%s and a multiple of %s, was %s"
              .formatted(layout.units(), layout.together(), count));
    }
    BigInteger bits = BigInteger.ZERO;
    for (int bit : order(layout, placement, count).subList(0, count)) {
      bits = bits.setBit(bit);
    }
    return new CuMask(bits, layout.units());
  }

  /**
   * Reads a mask as people and runtimes write it.
   *
   * @param text hexadecimal, with {@code 0x} before it or without, bit 0 last
   * @throws IllegalArgumentException where it is no mask of the GPU; the message says why
   */
  public static CuMask parse(String text, int units) {
    String digits = text.startsWith("0x") || text.startsWith("0X") ? text.substring(2) : text;
    if (digits.isEmpty() || digits.chars().anyMatch(each -> Character.digit(each, 16) < 0)) {
      throw new IllegalArgumentException("'" + text + "' is no hexadecimal mask, as 0x7FFF is");
    }
    return new CuMask(new BigInteger(digits, 16), units);
  }

  /** All bits that come into question, the first to be set first. */
  private static List<Integer> order(CuLayout layout, CuPlacement placement, int count) {
    return switch (placement) {
      case DISTRIBUTED -> bits(layout, 0, layout.engines());
      case PACKED -> {
        List<Integer> packed = new ArrayList<>();
        for (int engine = 0; engine < layout.engines(); engine++) {
          packed.addAll(bits(layout, engine, engine + 1));
        }
        yield packed;
      }
      case CONSERVED, BALANCED -> inFewEngines(layout, placement, count);
    };
  }

  /** Those with the most units first, so that few engines hold them where some are disabled. */
  private static List<Integer> inFewEngines(CuLayout layout, CuPlacement placement, int count) {
    int[] room = new int[layout.engines()];
    Integer[] sorted = new Integer[room.length];
    for (int engine = 0; engine < room.length; engine++) {
      room[engine] = layout.units(engine) / layout.together();
      sorted[engine] = engine;
    }
    Arrays.sort(sorted, Comparator.comparingInt(engine -> -room[engine]));
    int[] order = Arrays.stream(sorted).mapToInt(Integer::intValue).toArray();
    int[] quotas = new int[room.length];
    int steps = count / layout.together();
    int engines = EngineQuotas.enginesThatHold(room, order, steps);
    if (placement == CuPlacement.CONSERVED) {
      EngineQuotas.roundedUp(room, order, engines, steps, quotas);
    } else {
      EngineQuotas.balanced(room, order, engines, steps, quotas);
    }
    List<Integer> bits = new ArrayList<>();
    for (int i = 0; i < engines; i++) {
      bits.addAll(bits(layout, order[i], order[i] + 1).subList(0, quotas[i] * layout.together()));
    }
    return bits;
  }

  /** Bits of the engines from one to before another, in the driver's order. */
  private static List<Integer> bits(CuLayout layout, int from, int to) {
    List<CuLayout.Position> positions = layout.positions();
    List<Integer> bits = new ArrayList<>();
    for (int bit = 0; bit < positions.size(); bit++) {
      int engine = positions.get(bit).engine();
      if (engine >= from && engine < to) {
        bits.add(bit);
      }
    }
    return bits;
  }

  /** How many units may be used. */
  public int count() {
    return bits.bitCount();
  }

  /** How many units of each engine may be used. */
  public List<Integer> countsByEngine(CuLayout layout) {
    int[] counts = new int[layout.engines()];
    List<CuLayout.Position> positions = layout.positions();
    for (int bit = 0; bit < positions.size(); bit++) {
      if (bits.testBit(bit)) {
        counts[positions.get(bit).engine()]++;
      }
    }
    return Arrays.stream(counts).boxed().toList();
  }

  /**
   * Value of {@link #HSA_VARIABLE} for one GPU, for example {@code 0:0x7FFF}.
   *
   * @param gpu its index, as the launched program sees it
   */
  public String hsaText(int gpu) {
    if (gpu < 0) {
      throw new IllegalArgumentException("gpu must be at least 0, was " + gpu);
    }
    return gpu + ":0x" + hex(bits);
  }

  /** Value of {@link #ROC_VARIABLE}, for example {@code 0x7FFF}. */
  public String rocText() {
    return "0x" + hex(bits);
  }

  private static String hex(BigInteger bits) {
    return bits.toString(16).toUpperCase(Locale.ROOT);
  }
}
