package io.wattune.dashboard.state;

import io.wattune.core.decision.ActuationOutcome;
import java.util.Locale;

/** What became of a decision, as far as it is known. */
public enum DecisionOutcome {
  /** No answer yet. */
  PENDING,
  /** Every control is as wished. */
  APPLIED,
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

  static DecisionOutcome of(ActuationOutcome outcome) {
    return switch (outcome) {
      case APPLIED, SWITCHED, CLAIMED -> APPLIED;
      case RENEWED -> RENEWED;
      case PARTLY_APPLIED -> PARTLY;
      case REFUSED -> REFUSED;
      case RESTORED -> RESTORED;
    };
  }
}
