package io.wattune.dashboard.grafana;

/**
 * A question in PromQL about one metric, one series for each node. Of a counter it asks how fast it
 * grows, of a gauge what it is. Grafana puts in the nodes that are chosen, and how far back a rate
 * has to look.
 */
final class PromQl {
  private static final String NODE = "node";

  private final String text;
  private final String legend;

  private PromQl(String text, String legend) {
    this.text = text;
    this.legend = legend;
  }

  /**
   * A metric of each chosen node.
   *
   * @param what what it counts or measures, for the legend
   * @param nodes the variable that the nodes are chosen by
   */
  static PromQl of(String metric, String what, Variable nodes) {
    return by(NODE, metric, what, nodes);
  }

  /** The same, one series for each value of another label. */
  static PromQl by(String label, String metric, String what, Variable nodes) {
    String series = metric + "{" + NODE + "=~\"${" + nodes.name() + "}\"}";
    String value = metric.endsWith("_total") ? "rate(" + series + "[$__rate_interval])" : series;
    return new PromQl("sum by (" + label + ") (" + value + ")", what + " {{" + label + "}}");
  }

  Question question() {
    return new Question(text, legend);
  }
}
