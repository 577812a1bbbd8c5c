package io.wattune.core.loop;

import io.wattune.core.policy.Goal;
import io.wattune.core.policy.Objective;
import io.wattune.core.policy.Policy;
import java.util.Locale;
import java.util.Map;
import java.util.function.Function;

/**
 * What is tuned for: the operator's goal, or what a program states by the labels of its activity,
 * within the operator's ceiling.
 *
 * @param operator for what states nothing
 * @param ceiling the largest slowdown that a label may allow, as a fraction
 * @param policies the policy with a goal
 */
public record Goals(Goal operator, double ceiling, Function<Goal, Policy> policies) {
  /** Label with the largest loss of delivered work rate, in per cent with its sign. */
  public static final String MAX_SLOWDOWN = "wattune.max-slowdown";

  /** Label with the name of an {@link Objective}. */
  public static final String OBJECTIVE = "wattune.objective";

  /** The same policy whatever is stated. */
  static Goals of(Policy policy) {
    return new Goals(Goal.DEFAULT, Goal.DEFAULT.maxSlowdown(), goal -> policy);
  }

  /**
   * A goal that was stated.
   *
   * @param goal what is tuned for
   * @param fault what of the labels is not used, and why; empty where all is
   */
  record Stated(Goal goal, String fault) {}

  /** Of a program's labels; what is not understood is left out. */
  Stated stated(Map<String, String> labels) {
    Goal goal = operator;
    String fault = "";
    String slowdown = labels.get(MAX_SLOWDOWN);
    if (slowdown != null) {
      double fraction = fraction(slowdown);
      if (!(fraction >= Goal.LEAST_SLOWDOWN && fraction <= Goal.MOST_SLOWDOWN)) {
        fault = fault(MAX_SLOWDOWN, slowdown, "is no share from 0.1% to 45%, as in 5%");
      } else if (fraction > ceiling) {
        fault =
            fault(
                MAX_SLOWDOWN,
                slowdown,
                String.format(Locale.ROOT, "is more than the %.1f%% allowed", ceiling * 100));
        goal = goal.withMaxSlowdown(Math.max(goal.maxSlowdown(), ceiling));
      } else {
        goal = goal.withMaxSlowdown(fraction);
      }
    }
    String objective = labels.get(OBJECTIVE);
    if (objective != null) {
      if (Objective.named(objective).isPresent()) {
        goal = goal.withObjective(Objective.named(objective).get());
      } else {
        fault += fault(OBJECTIVE, objective, "is none of " + String.join(", ", Objective.names()));
      }
    }
    return new Stated(goal, fault);
  }

  private static double fraction(String text) {
    try {
      return text.endsWith("%")
          ? Double.parseDouble(text.substring(0, text.length() - 1).strip()) / 100
          : Double.NaN;
    } catch (NumberFormatException e) {
      return Double.NaN;
    }
  }

  private static String fault(String label, String value, String why) {
    String shown = value.length() > 32 ? value.substring(0, 32) + "..." : value;
    return " Label " + label + ": '" + shown + "' " + why + ".";
  }
}
