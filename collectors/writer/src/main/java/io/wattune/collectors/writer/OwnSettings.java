package io.wattune.collectors.writer;

import io.wattune.collectors.journal.JournalKeeper;
import io.wattune.collectors.journal.OwnValue;
import io.wattune.core.decision.ControlOutcome;
import io.wattune.core.decision.InForceValue;
import io.wattune.core.lease.LeaseStateMachine;
import io.wattune.core.tunable.Setting;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The own settings of a device, in the journal and in its lease: those from before Wattune's first
 * write, or what somebody else has set since. Used by the device's thread, but for {@link
 * #adopted}.
 */
final class OwnSettings {
  private static final Logger LOG = LoggerFactory.getLogger(OwnSettings.class);

  private final String device;
  private final JournalKeeper journal;
  private final LeaseStateMachine lease;
  private final Map<String, Setting> byTunable = new LinkedHashMap<>();
  private volatile long adopted;

  OwnSettings(String device, JournalKeeper journal, LeaseStateMachine lease) {
    this.device = device;
    this.journal = journal;
    this.lease = lease;
    journal.journal().of(device).forEach(own -> byTunable.put(own.tunable(), own.setting()));
  }

  List<Setting> all() {
    return List.copyOf(byTunable.values());
  }

  Map<String, Setting> byTunable() {
    return byTunable;
  }

  /** How often somebody else's value has become the own one. For any thread. */
  long adopted() {
    return adopted;
  }

  /**
   * What is in force at each control that may be written, as read back; a control of which nothing
   * was read has no value.
   */
  List<InForceValue> inForce(List<ControlOutcome> outcomes) {
    List<InForceValue> values = new ArrayList<>(byTunable.size());
    for (Setting ownSetting : byTunable.values()) {
      OptionalLong readBack =
          outcomes.stream()
              .filter(
                  each -> each.tunable().equals(ownSetting.tunable()) && ControlLane.isDone(each))
              .findFirst()
              .map(ControlOutcome::readBack)
              .orElse(OptionalLong.empty());
      values.add(
          new InForceValue(
              ownSetting.tunable(),
              ownSetting.unit(),
              readBack,
              readBack.isPresent() && readBack.getAsLong() == ownSetting.value()));
    }
    return values;
  }

  /**
   * Somebody else has set a control: what they set is its own setting from now on, so that nobody
   * puts an older value over theirs, neither this writer nor its guardian.
   */
  void adopt(String tunable, long value) {
    Setting before = byTunable.get(tunable);
    if (before == null || before.value() == value) {
      return;
    }
    long count = adopted;
    adopted = count + 1;
    LOG.warn(
        "{}: somebody else has set {} to {}; that is its own setting from now on, in place of {}",
        device,
        tunable,
        value,
        before.value());
    byTunable.put(tunable, new Setting(tunable, before.unit(), value));
    lease.adopt(tunable, value);
    try {
      journal.replace(new OwnValue(device, tunable, before.unit(), value));
    } catch (IOException e) {
      LOG.error(
          "{}: the journal cannot be written, so that its guardian would set {} back to {}: {}",
          device,
          tunable,
          before.value(),
          e.toString());
    }
  }
}
