package io.wattune.dashboard.grafana;

import java.util.List;

/** What programs tell the agents of their activities, and what became of it. */
final class AgentsBoard {
  private static final Variable NODES =
      new Variable("node", "node", "label_values(wattune_agent_activities_open, node)", true);

  private AgentsBoard() {}

  static Board of() {
    return new Board(
        "wattune-agents",
        "Wattune: programs at the agents",
        "Activities that programs tell the agents by socket and drop folder, and what is refused.",
        Datasource.METRICS,
        List.of(NODES),
        List.of(open(), ledgers(), started(), energies(), lines(), refused(), lost()));
  }

  private static PromQl each(String metric, String what) {
    return PromQl.of(metric, what, NODES);
  }

  private static Panel open() {
    return Panel.of(
            "Activities that are open",
            PanelKind.STEPS,
            Unit.COUNT,
            12,
            8,
            each("wattune_agent_activities_open", "open"))
        .saying("Started by programs, wattune run among them, and not ended yet.");
  }

  private static Panel ledgers() {
    return Panel.of(
            "Devices whose energy the agent follows",
            PanelKind.STEPS,
            Unit.COUNT,
            12,
            8,
            each("wattune_agent_activity_ledgers", "devices"))
        .saying("While activities are open, and for an hour after: 0 where none told of any.");
  }

  private static Panel started() {
    return Panel.of(
            "Activities that start, and that are cut",
            PanelKind.LINES,
            Unit.PER_SECOND,
            12,
            8,
            each("wattune_agent_activities_started_total", "started"),
            each("wattune_agent_activities_cut_total", "cut"))
        .saying("Cut ones ended with their connection: their program died, or forgot them.");
  }

  private static Panel energies() {
    return Panel.of(
            "Energies that are answered, and that are missing",
            PanelKind.LINES,
            Unit.PER_SECOND,
            12,
            8,
            each("wattune_agent_activity_energies_total", "answered"),
            each("wattune_agent_activity_energies_missing_total", "missing"))
        .saying("Missing: readings of one device at least did not come while the program waited.");
  }

  private static Panel lines() {
    return Panel.of(
            "Lines of programs, and refused ones",
            PanelKind.LINES,
            Unit.PER_SECOND,
            12,
            8,
            each("wattune_agent_activity_lines_total", "lines"),
            each("wattune_agent_activity_lines_refused_total", "refused"))
        .saying("A refused line is answered with what is wrong with it.");
  }

  private static Panel refused() {
    return Panel.of(
            "Connections and files that are refused",
            PanelKind.LINES,
            Unit.PER_SECOND,
            12,
            8,
            each("wattune_agent_activity_connections_refused_total", "connections"),
            each("wattune_agent_activity_files_refused_total", "files"))
        .saying(
            "Connections: too many were open, or nobody read the answers. Files of the drop folder:"
                + " too long, or no files.");
  }

  private static Panel lost() {
    return Panel.of(
            "Readings that the agent's own ledgers lost",
            PanelKind.LINES,
            Unit.PER_SECOND,
            24,
            7,
            each("wattune_agent_activity_readings_dropped_total", "readings"))
        .saying(
            "They came faster than the ledgers took them: the energies of these activities have"
                + " gaps. What the agent publishes has none.");
  }
}
