package io.wattune.collectors.writer;

import io.wattune.collectors.device.Control;
import io.wattune.collectors.device.DeviceControls;
import io.wattune.collectors.device.DeviceException;
import io.wattune.collectors.journal.JournalKeeper;
import io.wattune.collectors.journal.OwnValue;
import io.wattune.collectors.setup.ControlBounds;
import io.wattune.collectors.setup.DeviceConfig;
import io.wattune.core.decision.ActuationReason;
import io.wattune.core.decision.ControlOutcome;
import io.wattune.core.lease.ControlRule;
import io.wattune.core.lease.LeaseRules;
import io.wattune.core.lease.LeaseStateMachine;
import io.wattune.core.lease.Obstacle;
import io.wattune.core.tunable.Tunable;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * From a device's configuration to a session, in the one order that is safe: open; put back what an
 * earlier life left, and check; read the own settings of the other listed controls; write them to
 * the journal; only then a lease that lets anything through. Each step may fail and is tried again
 * from the start. Used by the device's thread.
 */
final class DeviceOpening {
  private static final Logger LOG = LoggerFactory.getLogger(DeviceOpening.class);
  private static final long NANOS_PER_SECOND = 1_000_000_000L;
  private static final int TRIES = 3;

  private final WriterNode node;
  private final JournalKeeper journal;
  private final DeviceConfig config;
  private final String device;
  private final Runnable onLateAnswer;
  private final Runnable beat;
  private @Nullable DeviceControls controls;
  private @Nullable DeviceLanes lanes;
  private String lastResult = "";

  DeviceOpening(
      WriterNode node,
      JournalKeeper journal,
      DeviceConfig config,
      Runnable onLateAnswer,
      Runnable beat) {
    this.node = node;
    this.journal = journal;
    this.config = config;
    this.device = node.config().deviceId(config);
    this.onLateAnswer = onLateAnswer;
    this.beat = beat;
  }

  /**
   * The session.
   *
   * @throws DeviceException where a step failed: what, and that it is tried again
   */
  DeviceSession open() throws DeviceException, InterruptedException {
    DeviceControls opened = controls;
    if (opened == null) {
      opened = WriterNode.open(node.config(), node.kinds(), config);
      controls = opened;
      boolean isReadOnly = node.config().tuning().isShadow();
      lanes = new DeviceLanes(opened, isReadOnly, node.threads(), onLateAnswer);
    }
    DeviceLanes ways = lanes;
    if (ways == null) {
      throw new IllegalStateException("a device that is open has ways to its controls");
    }
    boolean isVerified = restoreEarlier(ways);
    requireJournalled(opened);
    List<ControlRule> rules = rules(opened, ways);
    var lease =
        new LeaseStateMachine(
            new LeaseRules(
                device,
                rules,
                node.config().tuning().longestLeaseSeconds() * NANOS_PER_SECOND,
                Writer.RESTORE_LEAD_NANOS),
            node.clock().now(),
            isVerified);
    return new DeviceSession(
        node, opened, ways, lease, new OwnSettings(device, journal, lease), beat);
  }

  /**
   * A control that an earlier life had and that is not there now may only have been overlooked by a
   * driver in trouble: the device is opened anew until it is there, since nobody else restores it.
   */
  private void requireJournalled(DeviceControls opened) throws DeviceException {
    Set<String> there =
        opened.controls().stream()
            .map(control -> control.tunable().name())
            .collect(Collectors.toSet());
    for (OwnValue own : journal.journal().of(device)) {
      if (!there.contains(own.tunable())) {
        close();
        controls = null;
        lanes = null;
        throw new DeviceException(
            "%s of %s".formatted(own.tunable(), device)
                + " has an own value in the journal, and the device does not show this control now");
      }
    }
  }

  private boolean restoreEarlier(DeviceLanes ways) throws InterruptedException {
    List<OwnValue> earlier = journal.journal().of(device);
    if (earlier.isEmpty()) {
      return true;
    }
    List<ControlOutcome> outcomes =
        ways.put(earlier.stream().map(OwnValue::setting).toList(), TRIES, node.hangNanos());
    Obstacle trouble = Outcomes.trouble(device, outcomes);
    String now = trouble == null ? "done" : trouble.detail();
    if (!now.equals(lastResult)) {
      lastResult = now;
      new DecisionAnswers(node, device, List::of)
          .restored(
              null,
              new Obstacle(
                  ActuationReason.EARLIER_LIFE,
                  "the journal of an earlier life was there: its own settings are back"),
              trouble,
              outcomes);
    }
    return trouble == null;
  }

  /** A rule for each control; own values from the journal, where they stand, or read now. */
  private List<ControlRule> rules(DeviceControls opened, DeviceLanes ways)
      throws DeviceException, InterruptedException {
    List<String> toRead = new ArrayList<>();
    for (Control control : opened.controls()) {
      String name = control.tunable().name();
      if (bounds(name).isPresent() && journal.journal().value(device, name).isEmpty()) {
        String obstacle = control.whyNotTuned();
        if (obstacle == null) {
          toRead.add(name);
        } else {
          LOG.warn("{} of {} is left alone: {}", name, device, obstacle);
        }
      }
    }
    writeToJournal(ways.read(toRead, node.hangNanos()));
    List<ControlRule> rules = new ArrayList<>();
    for (Control control : opened.controls()) {
      Tunable tunable = control.tunable();
      Optional<ControlBounds> bounds = bounds(tunable.name());
      String mismatch = bounds.map(each -> each.mismatch(tunable)).orElse(null);
      if (mismatch != null) {
        throw new DeviceException(
            mismatch + "; correct the node's file, nothing is set until then");
      }
      OptionalLong own = journal.journal().value(device, tunable.name());
      rules.add(
          bounds.isPresent() && own.isPresent()
              ? ControlRule.listed(
                  tunable, bounds.get().lowest(), bounds.get().highest(), own.getAsLong())
              : ControlRule.notListed(tunable));
    }
    return rules;
  }

  private void writeToJournal(List<ControlOutcome> read) throws DeviceException {
    List<OwnValue> own = new ArrayList<>();
    for (ControlOutcome outcome : read) {
      if (outcome.readBack().isEmpty()) {
        throw new DeviceException(
            outcome.tunable() + " of " + device + " cannot be read: " + outcome.reason());
      }
      own.add(
          new OwnValue(device, outcome.tunable(), outcome.unit(), outcome.readBack().getAsLong()));
    }
    if (own.isEmpty()) {
      return;
    }
    try {
      journal.add(own);
    } catch (IOException e) {
      throw new DeviceException(
          "own settings of %s cannot be written to the journal, so nothing is set: %s"
              .formatted(device, e),
          e);
    }
  }

  private Optional<ControlBounds> bounds(String tunable) {
    return node.config().tuning().bounds(config.uuid(), tunable);
  }

  /** Whether the journal has nothing of this device that must be put back. */
  boolean isNothingLeft() {
    return journal.journal().of(device).isEmpty();
  }

  void close() {
    if (controls != null) {
      controls.close();
    }
  }
}
