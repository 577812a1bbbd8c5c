package io.wattune.core.mask;

import java.math.BigInteger;
import java.util.ArrayList;
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
          "count must be in 1.."
              + layout.units()
              + " and a multiple of "
              + layout.together()
              + ", was "
              + count);
    }
    BigInteger bits = BigInteger.ZERO;
    for (int bit : order(layout, placement, count).subList(0, count)) {
      bits = bits.setBit(bit);
    }
    return new CuMask(bits, layout.units());
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
      case CONSERVED -> {
        int engines = 0;
        for (int room = 0; room < count; engines++) {
          room += layout.units(engines);
        }
        yield bits(layout, 0, engines);
      }
    };
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
    return java.util.Arrays.stream(counts).boxed().toList();
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
