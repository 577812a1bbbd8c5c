package io.wattune.collectors.dcgm;

import io.wattune.collectors.device.DeviceException;
import java.net.URI;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * What an exporter showed: the known fields of each whole GPU, by uuid. Values of MIG slices are
 * left out: their fields say shares of a slice, and power of the whole GPU. Fields are kept as the
 * exporter shows them. One that is no number, or so large that it is one of the numbers by which
 * DCGM says that a field is blank (from 2^47 on), is absent.
 */
final class ExporterPage {

  /**
   * One GPU.
   *
   * @param uuid the vendor's uuid
   * @param model the vendor's name; empty where the page does not say
   * @param driver version of the driver; empty where the page does not say
   * @param values what it showed
   */
  record Gpu(String uuid, String model, String driver, Map<DcgmField, Double> values) {

    OptionalDouble value(DcgmField field) {
      Double value = values.get(field);
      return value == null ? OptionalDouble.empty() : OptionalDouble.of(value);
    }
  }

  /** DCGM's blank of a floating-point field; those of 64-bit integers are larger. */
  private static final double BLANK = 0x1p47;

  private final Map<String, Gpu> gpus = new TreeMap<>();
  private int slices;

  private ExporterPage() {}

  /** Reads a page in Prometheus's text format; lines of other fields are passed over. */
  static ExporterPage of(String text) {
    var page = new ExporterPage();
    text.lines().forEach(page::line);
    return page;
  }

  Map<String, Gpu> gpus() {
    return gpus;
  }

  /** The GPU of a uuid, on the page of an address. */
  Gpu gpu(String uuid, URI uri) throws DeviceException {
    Gpu gpu = gpus.get(uuid);
    if (gpu == null) {
      throw new DeviceException(
          "the dcgm-exporter at " + uri + " does not show a GPU '" + uuid + "'");
    }
    return gpu;
  }

  /** How many lines were of slices of a GPU. */
  int slices() {
    return slices;
  }

  private void line(String line) {
    int open = line.indexOf('{');
    int close = line.lastIndexOf('}');
    if (line.startsWith("#") || open < 0 || close < open) {
      return;
    }
    DcgmField field = DcgmField.of(line.substring(0, open).strip()).orElse(null);
    if (field == null) {
      return;
    }
    Map<String, String> labels = labels(line.substring(open + 1, close));
    if (labels.containsKey("GPU_I_ID")) {
      slices++;
      return;
    }
    // In small letters where the exporter was told to keep its old names (its option -o).
    String uuid = labels.getOrDefault("UUID", labels.get("uuid"));
    Double value = number(line.substring(close + 1).strip());
    if (uuid == null || value == null) {
      return;
    }
    Gpu gpu =
        gpus.computeIfAbsent(
            uuid,
            id ->
                new Gpu(
                    id,
                    labels.getOrDefault("modelName", ""),
                    labels.getOrDefault("DCGM_FI_DRIVER_VERSION", ""),
                    new EnumMap<>(DcgmField.class)));
    gpu.values().put(field, value);
  }

  /** The value, which a time stamp may follow. */
  private static @Nullable Double number(String text) {
    int space = text.indexOf(' ');
    try {
      double value = Double.parseDouble(space < 0 ? text : text.substring(0, space));
      return Math.abs(value) < BLANK ? (Double) value : null; // Neither is what is not finite.
    } catch (NumberFormatException e) {
      return null;
    }
  }

  /** {@code a="x",b="y"}, with backslash before quote, backslash and n. */
  private static Map<String, String> labels(String text) {
    Map<String, String> labels = new HashMap<>();
    int at = 0;
    while (at < text.length()) {
      int equals = text.indexOf("=\"", at);
      if (equals < 0) {
        return labels;
      }
      String name = text.substring(at, equals).replace(",", "").strip();
      var value = new StringBuilder();
      int i = equals + 2;
      while (i < text.length() && text.charAt(i) != '"') {
        char c = text.charAt(i);
        if (c == '\\' && i + 1 < text.length()) {
          i++;
          c = text.charAt(i) == 'n' ? '\n' : text.charAt(i);
        }
        value.append(c);
        i++;
      }
      labels.put(name, value.toString());
      at = i + 1;
    }
    return labels;
  }
}
