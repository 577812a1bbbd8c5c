package io.wattune.dashboard.api;

import com.fasterxml.jackson.annotation.JsonProperty;
import io.wattune.core.inforce.WriterState;
import io.wattune.dashboard.state.ControlNow;
import io.wattune.dashboard.state.NodeNow;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** {@code GET /api/control}. */
record ControlAnswer(
    @Nullable String policy,
    List<Node> nodes,
    List<DecisionAnswer> decisions,
    List<Refusal> refusals,
    List<LeaseAnswer> leases,
    List<HoldAnswer> holds,
    SavedAnswer saved) {

  /** A node. */
  record Node(String node, long epoch, String writer, int devices) {
    static Node of(NodeNow node) {
      return new Node(node.node(), node.epoch(), word(node.writer()), node.devices());
    }

    /** None where it was not asked for anything, or has had no time to answer. */
    private static String word(WriterState writer) {
      return switch (writer) {
        case ANSWERS -> "live";
        case SILENT -> "silent";
        case NOT_ASKED, WAITING -> "none";
      };
    }
  }

  /** How often a reason was given, what it means and what to do. */
  record Refusal(String reason, long count, String what, @JsonProperty("do") String remedy) {}

  static ControlAnswer of(ControlNow control, SavedAnswer saved, long nowNanos) {
    List<Refusal> refusals = new ArrayList<>();
    control
        .refusals()
        .forEach(
            (reason, count) -> {
              RefusalText.Words words = RefusalText.of(reason);
              refusals.add(new Refusal(reason, count, words.what(), words.remedy()));
            });
    return new ControlAnswer(
        control.policy(),
        control.nodes().stream().map(Node::of).toList(),
        control.decisions().stream().map(DecisionAnswer::of).toList(),
        refusals,
        control.leases().stream().map(lease -> LeaseAnswer.of(lease, nowNanos)).toList(),
        control.holds().stream().map(HoldAnswer::of).toList(),
        saved);
  }

  Table table() {
    return Table.of(
        "decisions",
        decisions,
        new Table.Column<>("time (ms since 1970)", DecisionAnswer::ms),
        new Table.Column<>("node", DecisionAnswer::node),
        new Table.Column<>("device", DecisionAnswer::device),
        new Table.Column<>("policy", DecisionAnswer::policy),
        new Table.Column<>("reason", DecisionAnswer::reason),
        new Table.Column<>("detail", DecisionAnswer::detail),
        new Table.Column<>("quality", DecisionAnswer::quality),
        new Table.Column<>("epoch", DecisionAnswer::epoch),
        new Table.Column<>("sequence", DecisionAnswer::sequence),
        new Table.Column<>("settings", each -> words(each)),
        new Table.Column<>("lease (ms)", DecisionAnswer::leaseMs),
        new Table.Column<>("outcome", DecisionAnswer::outcome),
        new Table.Column<>("outcome's reason", DecisionAnswer::outcomeReason),
        new Table.Column<>("latency (ms)", DecisionAnswer::latencyMs));
  }

  private static String words(DecisionAnswer decision) {
    return decision.configurations().stream()
        .map(
            wished ->
                (wished.activity() == null ? "" : wished.activity() + ": ")
                    + wished.settings().entrySet().stream()
                        .map(
                            each ->
                                "%s %s ".formatted(each.getKey(), each.getValue().value())
                                    + each.getValue().unit())
                        .collect(Collectors.joining(", ")))
        .collect(Collectors.joining("; "));
  }
}
