package io.wattune.core.guard;

import io.wattune.core.tunable.Configuration;
import java.util.HashMap;
import java.util.Map;

/** A kernel's configuration stays as it was sent for a least time. */
public final class DwellGuard implements Guard {
  private final long dwellNanos;

  /** With this least time. */
  public DwellGuard(long dwellNanos) {
    if (dwellNanos < 0) {
      throw new IllegalArgumentException("dwellNanos must not be negative, was " + dwellNanos);
    }
    this.dwellNanos = dwellNanos;
  }

  @Override
  public String name() {
    return "dwell";
  }

  @Override
  public GuardVerdict check(Map<String, Configuration> wished, GuardContext context) {
    Map<String, Configuration> kept = new HashMap<>(wished);
    context
        .changedNanos()
        .forEach(
            (kernel, changedNanos) -> {
              if (context.nowNanos() - changedNanos < dwellNanos) {
                Configuration sent = context.sent().get(kernel);
                if (sent == null) {
                  kept.remove(kernel);
                } else {
                  kept.put(kernel, sent);
                }
              }
            });
    return GuardVerdict.narrowed(
        wished, kept, "no second change within " + dwellNanos * 1e-9 + " s");
  }
}
