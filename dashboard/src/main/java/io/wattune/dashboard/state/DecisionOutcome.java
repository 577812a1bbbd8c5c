package io.wattune.dashboard.state;

import io.wattune.core.decision.Actuation;
import io.wattune.core.decision.ActuationOutcome;
import io.wattune.core.decision.Decision;
import io.wattune.core.decision.InForceSpan;
import io.wattune.core.inforce.Difference;
import java.util.List;
import java.util.Locale;

/** What became of a decision, as far as it is known. */
public enum DecisionOutcome {
  /** No answer yet. */
  PENDING,
  /** Accepted; no activity that it has a configuration for has run yet. */
  WAITING,
  /** Every control is as wished. */
  APPLIED,
  /** The node says that it is applied, and has read back something else than was wished. */
  DIFFERS,
  /** Some controls were refused or failed. */
  PARTLY,
  /** The settings were in force already; the lease is longer. */
  RENEWED,
  /** Nothing was written. */
  REFUSED,
  /** It was in force, and the own settings are back. */
  RESTORED;

  /** The name in JSON. */
  public String label() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** What became of a decision by an answer: what was read back counts, not what is said. */
  static DecisionOutcome of(Decision.ForDevice decision, Actuation answer) {
    DecisionOutcome said = of(answer.outcome());
    if (said != APPLIED && said != RENEWED && said != WAITING) {
      return said;
    }
    List<InForceSpan> spans = answer.inForce();
    if (!spans.isEmpty() && !Difference.of(decision, spans.get(spans.size() - 1)).isEmpty()) {
      return DIFFERS;
    }
    return decision.isPendingWith(answer.pending()) ? WAITING : said;
  }

  private static DecisionOutcome of(ActuationOutcome outcome) {
    return switch (outcome) {
      case APPLIED, SWITCHED, CLAIMED -> APPLIED;
      case PENDING -> WAITING;
      case RENEWED -> RENEWED;
      case PARTLY_APPLIED -> PARTLY;
      case REFUSED -> REFUSED;
      case RESTORED -> RESTORED;
    };
  }
}
