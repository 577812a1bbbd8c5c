package io.wattune.core.loop;

import io.wattune.core.decision.InForceSpan;
import io.wattune.core.decision.InForceValue;
import io.wattune.core.tunable.Configuration;
import io.wattune.core.tunable.Setting;
import io.wattune.core.tunable.Tunable;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/** What a node's writer keeps of what was in force, for its answers. */
final class SpanStandIn {
  private final List<Tunable> tunables;
  private final List<InForceSpan> finished = new ArrayList<>();
  private boolean isOpen;
  private @Nullable String name;
  private Configuration configuration = Configuration.EMPTY;
  private long fromNanos;
  private long elapsedFromNanos;

  SpanStandIn(List<Tunable> tunables) {
    this.tunables = tunables;
  }

  /** These settings are in force from now on. */
  void stands(@Nullable String newName, Configuration newOne, long nowNanos, long elapsedNanos) {
    if (isOpen && Objects.equals(newName, name) && newOne.equals(configuration)) {
      return;
    }
    end(elapsedNanos);
    isOpen = true;
    name = newName;
    configuration = newOne;
    fromNanos = nowNanos;
    elapsedFromNanos = elapsedNanos;
  }

  /** Nothing is known of what is in force from now on. */
  void end(long elapsedNanos) {
    if (isOpen) {
      finished.add(span(elapsedNanos));
    }
    isOpen = false;
  }

  /** The writer is gone, and what it had not reported. */
  void lose() {
    finished.clear();
    isOpen = false;
  }

  /** What was not reported yet, and what goes on. */
  List<InForceSpan> report(long elapsedNanos) {
    List<InForceSpan> report = new ArrayList<>(finished);
    if (isOpen) {
      report.add(span(elapsedNanos));
    }
    finished.clear();
    return report.subList(Math.max(0, report.size() - InForceSpan.MOST), report.size());
  }

  private InForceSpan span(long elapsedNanos) {
    return new InForceSpan(
        name,
        fromNanos,
        fromNanos + Math.max(0, elapsedNanos - elapsedFromNanos),
        values(tunables, configuration));
  }

  /** What is read back with a configuration in force. */
  static List<InForceValue> values(List<Tunable> tunables, Configuration configuration) {
    List<InForceValue> values = new ArrayList<>();
    for (Tunable tunable : tunables) {
      long own = tunable.ownValue().orElseThrow();
      long value = configuration.setting(tunable.name()).map(Setting::value).orElse(own);
      values.add(
          new InForceValue(tunable.name(), tunable.unit(), OptionalLong.of(value), value == own));
    }
    return values;
  }
}
