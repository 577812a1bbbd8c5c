package io.wattune.collectors.node;

/** The text of docs/reference/node-file.md, from the keys. */
final class NodeFilePage {
  private static final String EXAMPLE =
      """
      {
        "node": "n17",
        "rack": "r2",
        "stateFolder": "n17.state",
        "bootstrapServers": "kafka1:9092,kafka2:9092",
        "devices": [
          {"uuid": "GPU-1", "kind": "files", "settings": {"folder": "gpu1"}}
        ],
        "reading": {"blockMaxAgeMillis": 50},
        "tuning": {
          "isOn": true,
          "longestLeaseSeconds": 10,
          "keys": [
            {"id": "06e3fd8fda29bb60", "publicKey": "MCowBQYDK2VwAyEA11qYAYKxCrfVS/7TyWQHOg7hcvPapiMlrwIaaPcHURo="}
          ],
          "controls": [
            {"device": "*", "tunable": "core.clock", "lowest": "500MHz", "highest": "1GHz"}
          ]
        }
      }
      """;

  private final StringBuilder page = new StringBuilder();

  private NodeFilePage() {}

  static String example() {
    return EXAMPLE;
  }

  static String of() {
    var page = new NodeFilePage();
    page.line("# The node's file");
    page.line("");
    page.line("Generated from the keys. To refresh:");
    page.line("`" + NodeFilePageTest.REFRESH + "`");
    page.line("");
    page.line(
        "What the agent, the writer and the guardian of a node are told: one JSON object. A key");
    page.line("that is not listed here is an error, and all problems of a file are told at once.");
    page.line("");
    page.line("```json");
    page.page.append(EXAMPLE);
    page.line("```");
    String section = null;
    for (NodeKey key : NodeKey.values()) {
      if (!key.section().equals(section)) {
        section = key.section();
        page.line("");
        page.line("## " + (section.isEmpty() ? "The file" : "`" + section + "`"));
        page.line("");
        page.line("| key | value | range | default | meaning |");
        page.line("|---|---|---|---|---|");
      }
      page.line(
          "| `"
              + key.label()
              + "` | "
              + key.rule().kind().words()
              + " | "
              + key.rule().range()
              + " | "
              + key.rule().initial()
              + " | "
              + key.meaning()
              + " |");
    }
    return page.page.toString();
  }

  private void line(String text) {
    page.append(text).append('\n');
  }
}
