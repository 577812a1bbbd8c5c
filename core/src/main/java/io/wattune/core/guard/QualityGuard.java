package io.wattune.core.guard;

import io.wattune.core.Quality;
import io.wattune.core.tunable.Configuration;
import java.util.Map;

/** With worse power than allowed nothing goes farther from own settings than it is. */
public final class QualityGuard implements Guard {
  private final Quality worst;

  /** With this worst quality that is allowed. */
  public QualityGuard(Quality worst) {
    this.worst = worst;
  }

  @Override
  public String name() {
    return "quality";
  }

  @Override
  public GuardVerdict check(Map<String, Configuration> wished, GuardContext context) {
    if (context.quality().compareTo(worst) <= 0) {
      return GuardVerdict.pass(wished);
    }
    return RungLimit.narrow(
        wished,
        context.ladders(),
        (kernel, tunable) -> context.sentRung(kernel, tunable),
        "power is " + context.quality() + ", worse than " + worst + ": nothing goes lower");
  }
}
