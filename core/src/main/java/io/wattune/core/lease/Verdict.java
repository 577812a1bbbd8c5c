package io.wattune.core.lease;

import io.wattune.core.decision.ActuationReason;
import io.wattune.core.decision.ControlOutcome;
import java.util.List;

/** What becomes of a decision under the lease's rules. */
public sealed interface Verdict {

  /** Write its settings and read them back. */
  record Apply() implements Verdict {}

  /** Its settings are in force: write nothing, the lease is longer. */
  record Renew() implements Verdict {}

  /**
   * Write nothing.
   *
   * @param reason stable code
   * @param detail in one sentence, with what to do
   * @param controls the controls that are the reason, each by itself; empty for other reasons
   */
  record Refuse(ActuationReason reason, String detail, List<ControlOutcome> controls)
      implements Verdict {

    public Refuse {
      controls = List.copyOf(controls);
    }
  }
}
