package io.wattune.core.thermal.hotspot;

import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;

/** HotSpot's {@code .steady} and {@code .init}: a node a line, its name and kelvin. */
public final class TemperatureText {
  /** Nodes of the largest plan, with those of its package. */
  private static final int MOST_NODES = 100_000;

  private static final double MOST_KELVIN = 10_000;

  private TemperatureText() {}

  /** Reads temperatures in kelvin, in the order of the lines. */
  public static Map<String, Double> read(String text) throws HotspotFormatException {
    var kelvin = new LinkedHashMap<String, Double>();
    for (HotspotLines.Line line : HotspotLines.of(text)) {
      if (line.words().size() != 2) {
        throw new HotspotFormatException(
            line.number(), "a temperature is 'name kelvin', here are " + line.words().size());
      }
      String name = line.words().get(0);
      double value = HotspotLines.number(line, line.words().get(1), "the temperature");
      if (!(value > 0 && value < MOST_KELVIN)) {
        throw new HotspotFormatException(
            line.number(), "a temperature must be above 0 K and below 10,000 K, is " + value);
      }
      if (kelvin.put(name, value) != null) {
        throw new HotspotFormatException(
            line.number(), "'" + HotspotLines.brief(name) + "' is there twice");
      }
      if (kelvin.size() > MOST_NODES) {
        throw new HotspotFormatException(
            line.number(), "there are at most " + MOST_NODES + " temperatures");
      }
    }
    if (kelvin.isEmpty()) {
      throw new HotspotFormatException("there is no temperature");
    }
    return kelvin;
  }

  /** Writes temperatures in kelvin, to a tenth of a millikelvin. */
  public static String write(Map<String, Double> kelvin) {
    var out = new StringBuilder();
    kelvin.forEach(
        (name, value) -> out.append(String.format(Locale.ROOT, "%s\t%.4f%n", name, value)));
    return out.toString().replace("\r\n", "\n");
  }
}
