package io.wattune.core.thermal.hotspot;

import io.wattune.core.thermal.config.MapMode;
import io.wattune.core.thermal.config.ModelKind;
import io.wattune.core.thermal.config.Parameter;
import io.wattune.core.thermal.config.ThermalConfig;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * HotSpot's {@code .config}: {@code -name value} a line. Names of its floor planner and of files
 * that it writes are passed over. What would change the answer and is not here (stacked layers, a
 * fan, channels) is refused.
 */
public final class ThermalConfigText {
  /** What HotSpot writes where there is no file. */
  private static final String NO_FILE = "(null)";

  /** Of HotSpot's floor planner, and files that HotSpot writes. */
  private static final Set<String> PASSED_OVER =
      Set.of(
          "f",
          "p",
          "o",
          "c",
          "d",
          "wrap_l2",
          "l2_label",
          "model_rim",
          "rim_thickness",
          "compact_ratio",
          "n_orients",
          "p0",
          "davg",
          "kmoves",
          "rcool",
          "rreject",
          "nmax",
          "lambdaa",
          "lambdat",
          "lambdaw",
          "steady_file",
          "grid_steady_file",
          "grid_transient_file",
          "package_config_file");

  private static final int MOST_LINES = 1000;

  private ThermalConfigText() {}

  /**
   * A configuration as it was read.
   *
   * @param config what is used
   * @param unknown names that are not known, with their lines: perhaps misspelt
   */
  public record Reading(ThermalConfig config, List<String> unknown) {}

  /** Reads a configuration. */
  public static Reading read(String text) throws HotspotFormatException {
    Map<String, Parameter> known = new HashMap<>();
    for (Parameter parameter : Parameter.values()) {
      known.put(parameter.label(), parameter);
    }
    Map<String, Integer> seen = new HashMap<>();
    var numbers = new EnumMap<Parameter, Double>(Parameter.class);
    Map<String, String> words = new HashMap<>();
    List<String> unknown = new ArrayList<>();
    List<HotspotLines.Line> lines = HotspotLines.of(text);
    if (lines.size() > MOST_LINES) {
      throw new HotspotFormatException("a configuration has at most " + MOST_LINES + " lines");
    }
    for (HotspotLines.Line line : lines) {
      String name = name(line, seen);
      String value = line.words().get(1);
      Parameter parameter = known.get(name);
      if (parameter != null) {
        number(line, parameter, value, numbers);
      } else if (Words.KNOWN.contains(name)) {
        Words.check(line, name, value);
        words.put(name, value);
      } else if (!PASSED_OVER.contains(name)) {
        unknown.add("line " + line.number() + ": -" + HotspotLines.brief(name));
      }
    }
    return new Reading(config(numbers, words), List.copyOf(unknown));
  }

  private static String name(HotspotLines.Line line, Map<String, Integer> seen)
      throws HotspotFormatException {
    String first = line.words().get(0);
    if (first.length() < 2 || first.charAt(0) != '-' || line.words().size() != 2) {
      throw new HotspotFormatException(
          line.number(),
          "a parameter is '-name value', here is '" + HotspotLines.brief(first) + "'");
    }
    String name = first.substring(1).toLowerCase(Locale.ROOT);
    Integer before = seen.put(name, line.number());
    if (before != null) {
      throw new HotspotFormatException(
          line.number(), "-" + HotspotLines.brief(name) + " is in line " + before + " already");
    }
    return name;
  }

  private static void number(
      HotspotLines.Line line, Parameter parameter, String word, Map<Parameter, Double> numbers)
      throws HotspotFormatException {
    double value = HotspotLines.number(line, word, "-" + parameter.label());
    try {
      parameter.check(value);
    } catch (IllegalArgumentException e) {
      throw new HotspotFormatException(line.number(), "-" + e.getMessage());
    }
    if (parameter == Parameter.PACKAGE_MODEL_USED && value != 0) {
      throw new HotspotFormatException(
          line.number(), "-package_model_used 1 is not there: say -r_convec instead");
    }
    if (parameter == Parameter.LEAKAGE_MODE && value != 0) {
      throw new HotspotFormatException(line.number(), "-leakage_mode must be 0");
    }
    numbers.put(parameter, value);
  }

  private static ThermalConfig config(Map<Parameter, Double> numbers, Map<String, String> words)
      throws HotspotFormatException {
    ModelKind kind =
        ModelKind.valueOf(words.getOrDefault("model_type", "block").toUpperCase(Locale.ROOT));
    MapMode map =
        MapMode.valueOf(words.getOrDefault("grid_map_mode", "center").toUpperCase(Locale.ROOT));
    Optional<String> start =
        Optional.ofNullable(words.get("init_file")).filter(file -> !file.equals(NO_FILE));
    try {
      return new ThermalConfig(numbers, kind, map, start);
    } catch (IllegalArgumentException e) {
      throw new HotspotFormatException(e.getMessage());
    }
  }

  /** Writes a configuration: reading it gives the same one. */
  public static String write(ThermalConfig config) {
    var out = new StringBuilder();
    config
        .numbers()
        .forEach(
            (parameter, value) ->
                out.append('-')
                    .append(parameter.label())
                    .append('\t')
                    .append(parameter.isWhole() ? Long.toString(value.longValue()) : value)
                    .append('\n'));
    return out.append("-model_type\t")
        .append(config.kind().label())
        .append("\n-grid_map_mode\t")
        .append(config.map().label())
        .append("\n-init_file\t")
        .append(config.startFile().orElse(NO_FILE))
        .append('\n')
        .toString();
  }

  /** Parameters whose values are words. */
  private static final class Words {
    static final Set<String> KNOWN =
        Set.of(
            "model_type",
            "grid_map_mode",
            "init_file",
            "grid_layer_file",
            "materials_file",
            "detailed_3d",
            "use_microchannels");

    private static final Map<String, Set<String>> VALUES =
        Map.of(
            "model_type", Set.of("block", "grid"),
            "grid_map_mode", Set.of("avg", "min", "max", "center"),
            "grid_layer_file", Set.of(NO_FILE),
            "materials_file", Set.of(NO_FILE),
            "detailed_3d", Set.of("off", "0"),
            "use_microchannels", Set.of("0"));

    private Words() {}

    static void check(HotspotLines.Line line, String name, String value)
        throws HotspotFormatException {
      Set<String> values = VALUES.get(name);
      if (values != null && !values.contains(value.toLowerCase(Locale.ROOT))) {
        throw new HotspotFormatException(
            line.number(),
            "-%s must be %s, is '%s'"
                .formatted(
                    name,
                    String.join(" or ", values.stream().sorted().toList()),
                    HotspotLines.brief(value)));
      }
    }
  }
}
