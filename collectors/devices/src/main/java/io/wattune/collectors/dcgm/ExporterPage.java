package io.wattune.collectors.dcgm;

import io.wattune.collectors.device.DeviceException;
import io.wattune.collectors.exposition.MetricLine;
import java.net.URI;
import java.util.EnumMap;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.TreeMap;

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

  /** Of the name of every field. */
  private static final String PREFIX = "DCGM_";

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
    if (!line.startsWith(PREFIX)) {
      return;
    }
    MetricLine metric = MetricLine.of(line);
    DcgmField field = metric == null ? null : DcgmField.of(metric.name()).orElse(null);
    if (metric == null || field == null) {
      return;
    }
    Map<String, String> labels = metric.labels();
    if (labels.containsKey("GPU_I_ID")) {
      slices++;
      return;
    }
    // In lower case where the exporter keeps its old names (its option -o).
    String uuid = labels.getOrDefault("UUID", labels.get("uuid"));
    double value = metric.value();
    if (uuid == null || Math.abs(value) >= BLANK) {
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
}
