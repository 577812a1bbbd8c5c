package io.wattune.launcher.control;

import static org.assertj.core.api.Assertions.assertThat;

import io.wattune.core.decision.ActuationOutcome;
import io.wattune.core.decision.Hold;
import io.wattune.core.decision.HoldScope;
import java.time.ZoneOffset;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

/** What is composed of the topics, and how it is printed. */
class FleetHistoryTest {
  private static final long NOW = FleetValues.NOW;
  private static final long SECOND = 1_000_000_000L;

  private final FleetHistory history = new FleetHistory();

  @Test
  void aDeviceThatNothingWasWrittenToHasItsOwnSettings() {
    history.device(FleetValues.descriptor("n/a"));

    DeviceStatus device = history.status(NOW).devices().get(0);
    assertThat(device.state()).isEqualTo(DeviceState.UNTOUCHED);
    assertThat(device.settings().get(0).now()).isEqualTo(OptionalLong.of(1000));
    assertThat(device.settings().get(0).isTuned()).isFalse();
  }

  @Test
  void aDecisionInForceIsShownWithWhoMadeItAndItsLease() {
    history.device(FleetValues.descriptor("n/a"));
    history.decision(FleetValues.decision("n/a", 7, 1, "measure"));
    history.decision(FleetValues.decision("n/a", 7, 2, "lower"));
    history.decision(FleetValues.decision("n/a", 7, 3, "renewed"));
    history.actuation(FleetValues.answer("n/a", 7, 2, ActuationOutcome.APPLIED, 800));
    history.actuation(FleetValues.answer("n/a", 7, 3, ActuationOutcome.REFUSED, 800));

    DeviceStatus device = history.status(NOW + SECOND).devices().get(0);
    assertThat(device.state()).isEqualTo(DeviceState.TUNED);
    assertThat(device.settings().get(0).now()).isEqualTo(OptionalLong.of(800));
    assertThat(device.settings().get(0).isTuned()).isTrue();
    assertThat(device.decision()).isNotNull();
    assertThat(device.decision().reason()).as("a refused one is not in force").isEqualTo("lower");
    assertThat(device.leaseUntilNanos()).isEqualTo(NOW + 8 * SECOND);
    assertThat(device.refusal()).isNotNull();
  }

  @Test
  void aLeaseThatIsOverIsNotTakenForHome() {
    history.device(FleetValues.descriptor("n/a"));
    history.actuation(FleetValues.answer("n/a", 7, 2, ActuationOutcome.APPLIED, 800));

    assertThat(history.status(NOW + 9 * SECOND).devices().get(0).state())
        .isEqualTo(DeviceState.LEASE_OVER);
  }

  @Test
  void aRestoreBringsTheOwnSettingsBack() {
    history.device(FleetValues.descriptor("n/a"));
    history.actuation(FleetValues.answer("n/a", 7, 2, ActuationOutcome.APPLIED, 800));
    history.actuation(FleetValues.answer("n/a", 7, 2, ActuationOutcome.RESTORED, 1000));

    DeviceStatus device = history.status(NOW).devices().get(0);
    assertThat(device.state()).isEqualTo(DeviceState.OWN);
    assertThat(device.settings().get(0).isTuned()).isFalse();
    assertThat(device.decision()).isNull();
  }

  @Test
  void aRestoreThatDidNotBringAValueBackIsNotHidden() {
    history.device(FleetValues.descriptor("n/a"));
    history.actuation(FleetValues.answer("n/a", 7, 2, ActuationOutcome.RESTORED, 800));

    assertThat(history.status(NOW).devices().get(0).settings().get(0).isTuned()).isTrue();
  }

  @Test
  void aDeviceThatHasGoneIsNotListed() {
    history.device(FleetValues.descriptor("n/a"));
    history.deviceGone("n/a");

    assertThat(history.status(NOW).devices()).isEmpty();
    assertThat(history.status(NOW).nodes()).isEmpty();
  }

  @Test
  void theHoldThatEndsLastIsShownAndReleasedAndEndedOnesAreNot() {
    history.device(FleetValues.descriptor("n/a"));
    history.hold(hold("one", HoldScope.DEVICE, "n/a", NOW + SECOND, false));
    history.hold(hold("two", HoldScope.NODE, "n", NOW + 9 * SECOND, false));
    history.hold(hold("gone", HoldScope.ALL, "", Hold.UNTIL_RELEASED, true));
    history.hold(hold("other", HoldScope.NODE, "m", Hold.UNTIL_RELEASED, false));

    FleetStatus status = history.status(NOW);
    assertThat(status.devices().get(0).hold()).isNotNull();
    assertThat(status.devices().get(0).hold().holdId()).isEqualTo("two");
    assertThat(status.holds()).extracting(Hold::holdId).containsExactly("one", "two", "other");
    assertThat(history.status(NOW + 9 * SECOND).devices().get(0).hold()).isNull();
  }

  @Test
  void aWriterThatDoesNotAnswerForSomeSecondsIsSilent() {
    history.device(FleetValues.descriptor("n/a"));
    history.device(FleetValues.descriptor("m/a"));
    history.device(FleetValues.descriptor("k/a"));
    history.decision(FleetValues.claim("n", 7));
    history.decision(FleetValues.claim("m", 7));
    history.actuation(FleetValues.claimed("n", 7));

    FleetStatus soon = history.status(NOW + SECOND);
    FleetStatus later = history.status(NOW + 6 * SECOND);
    assertThat(soon.nodes())
        .extracting(NodeStatus::writer)
        .containsExactly(WriterState.NOT_ASKED, WriterState.ANSWERS, WriterState.ANSWERS);
    assertThat(later.nodes())
        .extracting(NodeStatus::writer)
        .containsExactly(WriterState.NOT_ASKED, WriterState.SILENT, WriterState.ANSWERS);
  }

  @Test
  void aWriterThatHasStoppedAnsweringIsSilentThoughItAnsweredBefore() {
    history.device(FleetValues.descriptor("n/a"));
    history.decision(FleetValues.decision("n/a", 7, 1, "measure"));
    // Each decision is a second after the one before.
    for (int sequence = 2; sequence < 9; sequence++) {
      history.decision(FleetValues.decision("n/a", 7, sequence, "renewed"));
    }
    history.actuation(FleetValues.answer("n/a", 7, 1, ActuationOutcome.APPLIED, 800));

    assertThat(history.status(NOW).nodes().get(0).writer()).isEqualTo(WriterState.SILENT);
  }

  @Test
  void theTextSaysWhoSetWhatUntilWhen() {
    history.device(FleetValues.descriptor("n/a"));
    history.device(FleetValues.descriptor("m/a"));
    history.hold(hold("one", HoldScope.NODE, "m", NOW + 7200 * SECOND, false));
    history.decision(FleetValues.decision("n/a", 7, 2, "lower"));
    history.decision(FleetValues.claim("m", 7));
    history.actuation(FleetValues.answer("n/a", 7, 2, ActuationOutcome.APPLIED, 800));
    history.unreadable();

    String text = new StatusText(history.status(NOW + 6 * SECOND), ZoneOffset.UTC).text();
    assertThat(text.lines().filter(line -> line.startsWith("n/a")).findFirst().orElseThrow())
        .contains("core.clock 800 MHz (1000 MHz)", "tuned", "fine: lower", "2 s");
    assertThat(text)
        .contains("node m does not answer", "one", "node m", "by op: why", "2027-01-15 10:00:00")
        .contains("1 records could not be read");
  }

  @Test
  void theJsonHasTheSameForPrograms() {
    history.device(FleetValues.descriptor("n/a"));
    history.decision(FleetValues.decision("n/a", 7, 2, "lower"));
    history.actuation(FleetValues.answer("n/a", 7, 2, ActuationOutcome.APPLIED, 800));

    var device = StatusJson.of(history.status(NOW)).path("devices").path(0);
    assertThat(device.path("state").asText()).isEqualTo("tuned");
    assertThat(device.path("settings").path(0).path("now").asLong()).isEqualTo(800);
    assertThat(device.path("settings").path(0).path("own").asLong()).isEqualTo(1000);
    assertThat(device.path("decision").path("reason").asText()).isEqualTo("lower");
    assertThat(device.path("leaseUntilNanos").asLong()).isEqualTo(NOW + 8 * SECOND);
    assertThat(device.path("hold").isNull()).isTrue();
  }

  private static Hold hold(
      String id, HoldScope scope, String name, long untilNanos, boolean isReleased) {
    return new Hold(id, scope, name, NOW - SECOND, untilNanos, "op", "why", isReleased);
  }
}
