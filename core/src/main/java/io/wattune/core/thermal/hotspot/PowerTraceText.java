package io.wattune.core.thermal.hotspot;

import io.wattune.core.thermal.floorplan.PowerTrace;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** HotSpot's {@code .ptrace}: a line of names, then a line of watts for each interval. */
public final class PowerTraceText {
  private PowerTraceText() {}

  /** Reads a trace. */
  public static PowerTrace read(String text) throws HotspotFormatException {
    List<HotspotLines.Line> lines = HotspotLines.of(text);
    if (lines.size() < 2) {
      throw new HotspotFormatException(
          "a power trace is a line of block names and lines of watts, here are "
              + lines.size()
              + " lines");
    }
    List<String> names = lines.get(0).words();
    Set<String> seen = new HashSet<>();
    for (String name : names) {
      if (!seen.add(name)) {
        throw new HotspotFormatException(
            lines.get(0).number(), "block '" + HotspotLines.brief(name) + "' is named twice");
      }
    }
    int rows = lines.size() - 1;
    if ((long) rows * names.size() > PowerTrace.MOST_VALUES) {
      throw new HotspotFormatException(
          "a power trace has at most " + PowerTrace.MOST_VALUES + " values");
    }
    double[][] watts = new double[rows][names.size()];
    for (int row = 0; row < rows; row++) {
      read(lines.get(row + 1), names, watts[row]);
    }
    return new PowerTrace(names, watts);
  }

  private static void read(HotspotLines.Line line, List<String> names, double[] watts)
      throws HotspotFormatException {
    if (line.words().size() != watts.length) {
      throw new HotspotFormatException(
          line.number(),
          "here are %s values, the first line has %s names"
              .formatted(line.words().size(), watts.length));
    }
    for (int i = 0; i < watts.length; i++) {
      watts[i] = HotspotLines.number(line, line.words().get(i), "power of '" + names.get(i) + "'");
      if (watts[i] < 0) {
        throw new HotspotFormatException(
            line.number(), "power of '" + names.get(i) + "' is below 0: " + watts[i]);
      }
      if (watts[i] > PowerTrace.MOST_WATTS) {
        throw new HotspotFormatException(
            line.number(),
            "power of '" + names.get(i) + "' is above " + PowerTrace.MOST_WATTS + " W");
      }
    }
  }
}
