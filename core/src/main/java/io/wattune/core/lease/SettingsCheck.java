package io.wattune.core.lease;

import io.wattune.core.decision.ActivityConfiguration;
import io.wattune.core.decision.ActuationReason;
import io.wattune.core.decision.ControlOutcome;
import io.wattune.core.decision.ControlStatus;
import io.wattune.core.decision.Decision;
import io.wattune.core.tunable.Configuration;
import io.wattune.core.tunable.Quantity;
import io.wattune.core.tunable.Setting;
import io.wattune.core.tunable.Tunable;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/** Holds every setting of every configuration of a decision against the rules of its control. */
final class SettingsCheck {
  private final LeaseRules rules;
  private final Map<Setting, ActuationReason> wrong = new LinkedHashMap<>();

  private SettingsCheck(LeaseRules rules) {
    this.rules = rules;
  }

  /** The refusal of the whole decision, with each setting that is the reason; null for none. */
  static Verdict.@Nullable Refuse check(LeaseRules rules, Decision.ForDevice decision) {
    var check = new SettingsCheck(rules);
    check.add(decision.defaultConfiguration());
    for (ActivityConfiguration each : decision.byActivityName()) {
      check.add(each.configuration());
    }
    return check.wrong.isEmpty() ? null : check.refusal();
  }

  private void add(Configuration configuration) {
    for (Setting setting : configuration.settings()) {
      Optional<ControlRule> rule = rules.control(setting.tunable());
      ActuationReason reason =
          rule.isEmpty() ? ActuationReason.UNKNOWN_CONTROL : rule.get().refusal(setting);
      if (reason != null) {
        wrong.putIfAbsent(setting, reason);
      }
    }
  }

  private Verdict.Refuse refusal() {
    Map.Entry<Setting, ActuationReason> first = wrong.entrySet().iterator().next();
    List<ControlOutcome> controls =
        wrong.entrySet().stream()
            .map(
                each ->
                    new ControlOutcome(
                        each.getKey().tunable(),
                        each.getKey().unit(),
                        OptionalLong.of(each.getKey().value()),
                        OptionalLong.empty(),
                        ControlStatus.REFUSED,
                        each.getValue().code()))
            .toList();
    return new Verdict.Refuse(first.getValue(), words(first.getKey(), first.getValue()), controls);
  }

  private String words(Setting setting, ActuationReason reason) {
    String what = setting.tunable() + " = " + Quantity.text(setting.value(), setting.unit());
    String why =
        rules
            .control(setting.tunable())
            .map(rule -> why(rule, reason))
            .orElse("the device has no such control");
    return what + ": " + why + "; nothing was written";
  }

  private static String why(ControlRule rule, ActuationReason reason) {
    Tunable tunable = rule.tunable();
    return switch (reason) {
      case NOT_LISTED -> "the node's file does not list the control";
      case WRONG_UNIT -> "its unit is " + tunable.unit();
      case OUT_OF_RANGE ->
          "the device takes " + span(tunable, tunable.grid().lowest(), tunable.grid().highest());
      case OFF_STEP -> "the device takes steps, and it lies between two of them";
      default -> "the node's file allows " + span(tunable, rule.lowest(), rule.highest());
    };
  }

  private static String span(Tunable tunable, long lowest, long highest) {
    return Quantity.text(lowest, tunable.unit()) + " to " + Quantity.text(highest, tunable.unit());
  }
}
