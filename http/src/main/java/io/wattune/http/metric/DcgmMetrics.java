package io.wattune.http.metric;

import java.util.List;

/**
 * Names under which others' boards look for the same quantities: those of NVIDIA's dcgm-exporter
 * (its default counters, by its fields' units) and of Kepler up to 0.9. Only where they are asked
 * for: they keep neither Prometheus' units nor our own names.
 */
public final class DcgmMetrics {
  /** The part, as the catalogue lists it; an agent has these. */
  public static final String PART = Metric.FOREIGN;

  public static final Metric POWER =
      dcgm("DCGM_FI_DEV_POWER_USAGE", MetricKind.GAUGE, "Newest true power, in watts.");
  public static final Metric ENERGY =
      dcgm(
          "DCGM_FI_DEV_TOTAL_ENERGY_CONSUMPTION",
          MetricKind.UNTYPED,
          "Energy since the agent began, in millijoules; a count, without a type since its name does"
              + " not end in _total.");
  public static final Metric TEMPERATURE =
      dcgm("DCGM_FI_DEV_GPU_TEMP", MetricKind.GAUGE, "Temperature of the GPU, in degrees Celsius.");
  public static final Metric CORE_CLOCK =
      dcgm("DCGM_FI_DEV_SM_CLOCK", MetricKind.GAUGE, "Clock of the compute units, in megahertz.");
  public static final Metric MEMORY_CLOCK =
      dcgm("DCGM_FI_DEV_MEM_CLOCK", MetricKind.GAUGE, "Clock of the memory, in megahertz.");
  public static final Metric KEPLER =
      new Metric(
          PART,
          "kepler_node_gpu_joules_total",
          MetricKind.COUNTER,
          "joules",
          List.of("node", "source"),
          "Energy of the node's devices since the agent began, its own meter left out.");

  static final List<Metric> ALL =
      List.of(POWER, ENERGY, TEMPERATURE, CORE_CLOCK, MEMORY_CLOCK, KEPLER);

  private DcgmMetrics() {}

  private static Metric dcgm(String name, MetricKind kind, String sentence) {
    return new Metric(
        PART, name, kind, "", List.of("gpu", "UUID", "device", "modelName", "Hostname"), sentence);
  }
}
