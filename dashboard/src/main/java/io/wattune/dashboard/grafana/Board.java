package io.wattune.dashboard.grafana;

import java.util.List;

/**
 * A page of Grafana.
 *
 * @param uid stays the same for ever: links hold it
 * @param title for people
 * @param description one sentence
 * @param datasource what all its panels ask
 * @param variables what can be chosen
 * @param panels in reading order
 */
public record Board(
    String uid,
    String title,
    String description,
    Datasource datasource,
    List<Variable> variables,
    List<Panel> panels) {
  public Board {
    variables = List.copyOf(variables);
    panels = List.copyOf(panels);
  }

  /** Name of its file. */
  public String fileName() {
    return uid + ".json";
  }
}
