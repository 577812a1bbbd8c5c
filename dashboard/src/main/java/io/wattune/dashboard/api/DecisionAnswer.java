package io.wattune.dashboard.api;

import io.wattune.core.decision.ActivityConfiguration;
import io.wattune.core.decision.Decision;
import io.wattune.core.tunable.Configuration;
import io.wattune.core.tunable.Setting;
import io.wattune.dashboard.state.DecisionNow;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A decision and what became of it; {@code what} is its reason in words. */
public record DecisionAnswer(
    Number ms,
    String node,
    String device,
    String policy,
    String reason,
    String what,
    String detail,
    String quality,
    long epoch,
    long sequence,
    List<Wished> configurations,
    Number leaseMs,
    String outcome,
    @Nullable String outcomeReason,
    @Nullable Number latencyMs) {

  /** A configuration; {@code activity} is null for the default. */
  public record Wished(@Nullable String activity, Map<String, Value> settings) {
    static Wished of(@Nullable String activity, Configuration configuration) {
      Map<String, Value> settings = new LinkedHashMap<>();
      for (Setting each : configuration.settings()) {
        settings.put(each.tunable(), new Value(each.value(), Units.of(each.unit())));
      }
      return new Wished(activity, settings);
    }
  }

  /** A value with its unit. */
  public record Value(long value, String unit) {}

  /** A decision as the JSON has it. */
  public static DecisionAnswer of(DecisionNow now) {
    Decision.ForDevice decision = now.decision();
    List<Wished> wished = new ArrayList<>();
    wished.add(Wished.of(null, decision.defaultConfiguration()));
    for (ActivityConfiguration each : decision.byActivityName()) {
      wished.add(Wished.of(each.activityName(), each.configuration()));
    }
    Long answered = now.answeredNanos();
    return new DecisionAnswer(
        Units.ms(decision.decidedAtNanos()),
        decision.node(),
        decision.device(),
        decision.policy(),
        decision.reason(),
        ReasonText.of(decision.reason()),
        decision.detail(),
        Units.of(decision.quality()),
        decision.epoch(),
        decision.sequence(),
        wished,
        Units.ms(decision.leaseNanos()),
        now.outcome().label(),
        now.reason(),
        answered == null
            ? null
            : (Double) (Math.round((answered - decision.decidedAtNanos()) / 1e3) / 1e3));
  }
}
