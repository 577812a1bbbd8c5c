package io.wattune.core.sensitivity;

import java.io.Serializable;
import org.jspecify.annotations.Nullable;

/**
 * Sorts sensitivities into three bins (Harmonia, section 5.2: LOW below 30 %, HIGH above 70 %).
 *
 * <p>Differs from the source: a value that has a bin leaves it only when it is beyond the edge by
 * the hysteresis. The paper's one large loss of performance (Streamcluster) came from a value that
 * narrowly missed a bin. {@code BinsTest} shows both.
 *
 * @param lowBelow values below are LOW
 * @param highAbove values above are HIGH
 * @param hysteresis how far beyond an edge a value must be to cross it
 */
public record Bins(double lowBelow, double highAbove, double hysteresis) implements Serializable {
  /** 30 and 70 %, crossed with three points to spare. */
  public static final Bins DEFAULT = new Bins(0.3, 0.7, 0.03);

  public Bins {
    if (!(lowBelow > 0 && highAbove < 1 && hysteresis >= 0)
        || !(lowBelow - hysteresis > 0
            && lowBelow + hysteresis < highAbove - hysteresis
            && highAbove + hysteresis < 1)) {
      throw new IllegalArgumentException(
          ("the edges of bins must be within 0..1, in order and further apart than the "
                  + "hysteresis, were %s and %s with %s")
              .formatted(lowBelow, highAbove, hysteresis));
    }
  }

  /**
   * The bin of a value.
   *
   * @param before the bin that the value before had; null for the first, which meets the bare edges
   */
  public SensitivityBin next(@Nullable SensitivityBin before, double value) {
    double spare = before == null ? 0 : hysteresis;
    double low = before == SensitivityBin.LOW ? lowBelow + spare : lowBelow - spare;
    double high = before == SensitivityBin.HIGH ? highAbove - spare : highAbove + spare;
    if (value < low) {
      return SensitivityBin.LOW;
    }
    return value > high ? SensitivityBin.HIGH : SensitivityBin.MEDIUM;
  }
}
