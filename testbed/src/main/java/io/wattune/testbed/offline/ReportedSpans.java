package io.wattune.testbed.offline;

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

/** What a simulated node reports to have been in force: whatever was, at once and without error. */
final class ReportedSpans {
  private final List<Tunable> tunables;
  private final List<InForceSpan> finished = new ArrayList<>();
  private @Nullable String activityName = "";
  private Configuration configuration = Configuration.EMPTY;
  private long fromNanos = Long.MIN_VALUE;

  ReportedSpans(List<Tunable> tunables) {
    this.tunables = List.copyOf(tunables);
  }

  /** From now on these settings are in force for the activity that runs. */
  void put(@Nullable String newName, Configuration newConfiguration, long nowNanos) {
    if (Objects.equals(newName, activityName) && newConfiguration.equals(configuration)) {
      return;
    }
    finish(nowNanos);
    activityName = newName;
    configuration = newConfiguration;
    fromNanos = nowNanos;
  }

  /** What has not been reported yet, up to now. */
  List<InForceSpan> until(long nowNanos) {
    finish(nowNanos);
    fromNanos = nowNanos;
    List<InForceSpan> reported = List.copyOf(finished);
    finished.clear();
    return reported;
  }

  private void finish(long nowNanos) {
    if (fromNanos != Long.MIN_VALUE && nowNanos > fromNanos) {
      finished.add(new InForceSpan(activityName, fromNanos, nowNanos, values()));
    }
  }

  private List<InForceValue> values() {
    List<InForceValue> values = new ArrayList<>(tunables.size());
    for (Tunable tunable : tunables) {
      long own = tunable.ownValue().orElse(0);
      long value = configuration.setting(tunable.name()).map(Setting::value).orElse(own);
      values.add(
          new InForceValue(tunable.name(), tunable.unit(), OptionalLong.of(value), value == own));
    }
    return values;
  }
}
