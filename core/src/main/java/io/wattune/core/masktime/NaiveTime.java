package io.wattune.core.masktime;

import java.util.List;

/**
 * What is believed of masks where their engines are not looked at: time is as one over the number
 * of units. The mark that {@link MaskTimeFit} is held against.
 */
public final class NaiveTime {
  private NaiveTime() {}

  /**
   * Seconds on one unit, by the same relative least squares: {@code sum r / sum r^2} with {@code r
   * = 1 / (units seconds)}. Test: {@code MaskTimeFitTest}.
   */
  public static double scale(List<MeasuredMask> table) {
    double sum = 0;
    double squares = 0;
    for (MeasuredMask row : table) {
      double ratio = 1 / (row.count() * row.seconds());
      sum += ratio;
      squares += ratio * ratio;
    }
    return sum / squares;
  }
}
