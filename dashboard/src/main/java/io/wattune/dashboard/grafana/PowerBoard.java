package io.wattune.dashboard.grafana;

import java.util.List;

/**
 * Power and energy as the agents meter them: needs Prometheus and agents, no broker and no store.
 */
final class PowerBoard {
  private static final Variable NODES =
      new Variable("node", "node", "label_values(wattune_agent_device_info, node)", true);

  private PowerBoard() {}

  static Board of() {
    return new Board(
        "wattune-power",
        "Wattune: power by the agents",
        "True power, its error and energy of each device, as the agents meter them themselves.",
        Datasource.METRICS,
        List.of(NODES),
        List.of(nodes(), devices(), errors(), energy(), quality(), age(), unmetered()));
  }

  private static PromQl each(String metric, String what) {
    return PromQl.by("device", metric, what, NODES);
  }

  private static Panel nodes() {
    return Panel.of(
            "Power of nodes",
            PanelKind.LINES,
            Unit.WATTS,
            24,
            8,
            PromQl.of("wattune_agent_device_power_watts", "true", NODES),
            PromQl.of("wattune_agent_device_energy_joules_total", "by energy", NODES))
        .saying(
            "Sum of the devices' newest true power, and how fast their energy grows: both agree but"
                + " for what a scrape every few seconds does not see.");
  }

  private static Panel devices() {
    return Panel.of(
            "Power of devices",
            PanelKind.LINES,
            Unit.WATTS,
            12,
            8,
            each("wattune_agent_device_power_watts", "true"),
            each("wattune_agent_device_sensor_watts", "sensor"))
        .saying("What the sensor says, and that with its lag, gain and offset undone.");
  }

  private static Panel errors() {
    return Panel.of(
            "Standard error of power",
            PanelKind.LINES,
            Unit.WATTS,
            12,
            8,
            each("wattune_agent_device_power_error_watts", "error"))
        .saying("Of a board that was never compared with a meter most of it is its unknown gain.");
  }

  private static Panel energy() {
    return Panel.of(
            "Mean power by energy",
            PanelKind.LINES,
            Unit.WATTS,
            12,
            8,
            each("wattune_agent_device_energy_joules_total", "mean"))
        .saying("How fast the energy counter grows.");
  }

  private static Panel quality() {
    return Panel.of(
            "Quality of power",
            PanelKind.STEPS,
            Unit.QUALITY,
            12,
            8,
            each("wattune_agent_device_power_quality", "quality"))
        .saying("0 measured, 1 corrected, 2 estimated, 3 gap, 4 invalid.");
  }

  private static Panel age() {
    return Panel.of(
            "Age of the newest power",
            PanelKind.LINES,
            Unit.SECONDS,
            12,
            7,
            each("wattune_agent_device_power_age_seconds", "age"))
        .saying("Above ten seconds its power is not shown any more.");
  }

  private static Panel unmetered() {
    return Panel.of(
            "Readings that are left out",
            PanelKind.LINES,
            Unit.PER_SECOND,
            12,
            7,
            PromQl.of("wattune_agent_unmetered_readings_total", "readings", NODES))
        .saying("They came faster than the agent could meter them. It must stay 0.");
  }
}
