package io.wattune.collectors.writer;

import io.wattune.collectors.setup.OutsideConfig;
import io.wattune.core.decision.ActuationReason;
import io.wattune.core.decision.ControlOutcome;
import io.wattune.core.tunable.Setting;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.LongSupplier;

/**
 * Puts settings on one device, and looks whether they are still there. What failed gets its own
 * value at once and is left alone until the next decision; what somebody else has set is left alone
 * until the device is restored, or set again, as the node's file says.
 *
 * <p>A control that this writer has not set since it was last restored is not its to defend: what
 * somebody else sets there becomes the own setting, and a decision that names it then goes on. Used
 * by the device's thread.
 */
final class SettingsApplier {
  private static final int TRIES = 3;
  private static final long NANOS_PER_MILLI = 1_000_000L;

  private final DeviceLanes lanes;
  private final OwnSettings own;
  private final OutsideConfig outside;
  private final Set<String> failed = new HashSet<>();
  private final Set<String> yielded = new HashSet<>();
  private final Map<String, Integer> reasserts = new HashMap<>();
  private long lookedNanos;

  /** What the newest look has read, and whether that was every control as it was set. */
  private List<ControlOutcome> looked = List.of();

  private boolean hasSeenAll;

  SettingsApplier(DeviceLanes lanes, OwnSettings own, OutsideConfig outside) {
    this.lanes = lanes;
    this.own = own;
    this.outside = outside;
  }

  /** A new decision: what failed under the last one is tried again. */
  void begin(long monotonicNanos) {
    failed.clear();
    lookedNanos = monotonicNanos;
  }

  /** Whether the newest {@link #look} has read every control back as it was set. */
  boolean hasSeenAll() {
    return hasSeenAll;
  }

  /** What the newest {@link #look} has read. */
  List<ControlOutcome> looked() {
    return looked;
  }

  boolean isComplete() {
    return failed.isEmpty() && yielded.isEmpty();
  }

  /**
   * Sets values, but for what failed before; what somebody else keeps is answered with
   * outside-change. Failed ones get their own value back.
   *
   * @param again the settings once more, after an own setting has changed
   * @param limitNanos for how long is waited, each time
   */
  List<ControlOutcome> put(Settings again, LongSupplier limitNanos) throws InterruptedException {
    List<Setting> settings = again.now();
    List<ControlOutcome> outcomes =
        lanes.putCarefully(possible(settings), own.byTunable(), 1, limitNanos.getAsLong());
    if (adoptNotOurs(outcomes)) {
      settings = again.now();
      outcomes = lanes.putCarefully(possible(settings), own.byTunable(), 1, limitNanos.getAsLong());
    }
    outcomes = defend(settings, outcomes, limitNanos);
    settle(outcomes, limitNanos);
    return outcomes;
  }

  /** Asks for the settings again, since own settings are part of them. */
  interface Settings {
    List<Setting> now();
  }

  /** Controls that are left to somebody else, as outcomes: for an answer that says all. */
  List<ControlOutcome> yielded(List<Setting> settings, LongSupplier limitNanos)
      throws InterruptedException {
    return lanes.look(
        settings.stream().filter(each -> yielded.contains(each.tunable())).toList(),
        limitNanos.getAsLong());
  }

  private List<Setting> possible(List<Setting> settings) {
    return settings.stream()
        .filter(each -> !failed.contains(each.tunable()) && !yielded.contains(each.tunable()))
        .toList();
  }

  /** Whether it is time to look; also notes that it was done. */
  boolean isLookDue(long monotonicNanos) {
    boolean isDue =
        outside.lookMillis() > 0
            && monotonicNanos - lookedNanos >= outside.lookMillis() * NANOS_PER_MILLI;
    if (isDue) {
      lookedNanos = monotonicNanos;
    }
    return isDue;
  }

  /**
   * Looks whether what was set still stands; what does not is set again or left alone.
   *
   * @return what has become of controls that this writer had set and somebody else has changed
   */
  List<ControlOutcome> look(Settings standing, LongSupplier limitNanos)
      throws InterruptedException {
    List<ControlOutcome> changed = changed(standing.now(), limitNanos);
    if (adoptNotOurs(changed)) {
      changed = changed(standing.now(), limitNanos);
    }
    changed = defend(standing.now(), changed, limitNanos);
    settle(changed, limitNanos);
    return changed;
  }

  private List<ControlOutcome> changed(List<Setting> standing, LongSupplier limitNanos)
      throws InterruptedException {
    looked = lanes.look(possible(standing), limitNanos.getAsLong());
    hasSeenAll = isComplete() && looked.stream().allMatch(ControlLane::isDone);
    return looked.stream().filter(each -> Outcomes.isForeign(each) || isNotInForce(each)).toList();
  }

  /** What this writer has set shows no effect, on a control that cannot be asked what it is. */
  private boolean isNotInForce(ControlOutcome looked) {
    return looked.reason().equals(ActuationReason.READ_BACK_DIFFERS.code())
        && lanes.hasWritten(looked.tunable());
  }

  /** Takes over what stands on controls that this writer has not set; whether there was one. */
  private boolean adoptNotOurs(List<ControlOutcome> outcomes) {
    boolean isAnyAdopted = false;
    for (ControlOutcome each : outcomes) {
      if (Outcomes.isForeign(each) && !lanes.hasWritten(each.tunable())) {
        isAnyAdopted |= adopt(each);
      }
    }
    return isAnyAdopted;
  }

  private boolean adopt(ControlOutcome outcome) {
    long value = outcome.readBack().orElseThrow();
    Setting before = own.byTunable().get(outcome.tunable());
    if (before == null || !lanes.isForeign(outcome.tunable(), value, before.value())) {
      return false;
    }
    own.adopt(outcome.tunable(), value);
    return true;
  }

  /** Sets what somebody else has changed again, as often as is allowed, or leaves it alone. */
  private List<ControlOutcome> defend(
      List<Setting> settings, List<ControlOutcome> outcomes, LongSupplier limitNanos)
      throws InterruptedException {
    List<Setting> again = new ArrayList<>();
    for (ControlOutcome each : outcomes) {
      if (!Outcomes.isForeign(each)) {
        continue;
      }
      String tunable = each.tunable();
      if (reasserts.getOrDefault(tunable, 0) < outside.reasserts()) {
        reasserts.merge(tunable, 1, Integer::sum);
        settings.stream().filter(s -> s.tunable().equals(tunable)).forEach(again::add);
      } else {
        yielded.add(tunable);
        boolean unused = adopt(each);
      }
    }
    return again.isEmpty()
        ? outcomes
        : Outcomes.replaced(outcomes, lanes.put(again, 1, limitNanos.getAsLong()));
  }

  /** Puts failed controls back to their own value. */
  private void settle(List<ControlOutcome> outcomes, LongSupplier limitNanos)
      throws InterruptedException {
    List<Setting> back = new ArrayList<>();
    for (ControlOutcome outcome : outcomes) {
      boolean isFailed = !ControlLane.isDone(outcome) && !Outcomes.isForeign(outcome);
      Setting ownSetting = own.byTunable().get(outcome.tunable());
      if (isFailed && failed.add(outcome.tunable()) && ownSetting != null) {
        back.add(ownSetting);
      }
    }
    if (!back.isEmpty()) {
      lanes.put(back, 1, limitNanos.getAsLong());
    }
  }

  /**
   * Puts every own setting back. A control that somebody else has set counts as restored as it is,
   * unless this writer had set it and the node's file makes it defend what it sets.
   */
  List<ControlOutcome> restore(LongSupplier limitNanos) throws InterruptedException {
    List<ControlOutcome> outcomes =
        lanes.putCarefully(own.all(), own.byTunable(), TRIES, limitNanos.getAsLong());
    List<Setting> back = new ArrayList<>();
    List<ControlOutcome> left = new ArrayList<>();
    for (ControlOutcome each : outcomes) {
      Setting ownSetting = own.byTunable().get(each.tunable());
      if (!Outcomes.isForeign(each) || ownSetting == null) {
        continue;
      }
      if (outside.reasserts() > 0 && lanes.hasWritten(each.tunable())) {
        back.add(ownSetting);
      } else if (adopt(each)) {
        left.add(each);
      }
    }
    outcomes = Outcomes.replaced(outcomes, left.stream().map(Outcomes::leftAlone).toList());
    return back.isEmpty()
        ? outcomes
        : Outcomes.replaced(outcomes, lanes.put(back, TRIES, limitNanos.getAsLong()));
  }

  /** Every control is restored, verified. */
  void markRestored() {
    lanes.markRestored();
    failed.clear();
    yielded.clear();
    reasserts.clear();
  }
}
