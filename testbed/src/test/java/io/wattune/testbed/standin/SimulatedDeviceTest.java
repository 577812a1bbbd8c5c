package io.wattune.testbed.standin;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import org.junit.jupiter.api.Test;

/** The card in time against its equations, worked out by hand where that is short. */
class SimulatedDeviceTest {
  private static final long SECOND = 1_000_000_000L;
  private static final CardModel.Mix COMPUTE = new CardModel.Mix(0.95, 0.02);
  private static final CardModel.Mix MEMORY = new CardModel.Mix(0.03, 0.92);

  private final CardModel model = Cards.of(StandInKind.NVIDIA);
  private final SimulatedDevice device = new SimulatedDevice(model, 1, 0);
  private final Program program = new Program();

  @Test
  void atItsOwnSettingsItTakesWhatTheEquationSays() {
    program.ask(100, COMPUTE);

    device.advance(10 * SECOND, List.of(program));

    CardModel.Point point = model.busy(COMPUTE, 1755, 2619);
    assertThat(point.rate()).isEqualTo(1, within(1e-12));
    assertThat(point.watts())
        .as("static, tree, pipes, refresh and memory")
        .isEqualTo(62 + 78 + 150 * 0.95 + 16 + 52 * 0.02, within(1e-9));
    assertThat(program.delivered()).isEqualTo(10, within(1e-9));
    assertThat(device.totals().joules()).isEqualTo(10 * point.watts(), within(1e-6));
    assertThat(device.totals().ownJoules()).isEqualTo(device.totals().joules(), within(1e-6));
    assertThat(device.sensorWatts()).isEqualTo(point.watts(), within(1.0));
  }

  @Test
  void aLowerCoreClockCostsAComputeBoundProgramItsRateAndAMemoryBoundOneLittle() {
    double compute = model.busy(COMPUTE, 1065, 2619).rate();
    double memory = model.busy(MEMORY, 1065, 2619).rate();

    assertThat(compute).isEqualTo(1 / (0.95 * 1755 / 1065 + 0.05), within(1e-12)).isLessThan(0.65);
    assertThat(memory)
        .isEqualTo(1 / (0.03 * 1755 / 1065 + 0.97), within(1e-12))
        .isGreaterThan(0.98);
    double saved =
        1
            - model.busy(MEMORY, 1065, 2619).watts()
                / memory
                / model.busy(MEMORY, 1755, 2619).watts();
    assertThat(saved).as("energy of the same work").isBetween(0.2, 0.4);
  }

  @Test
  void aRegisterTakesEffectAfterSomeMillisecondsAndForEverybody() {
    program.ask(1e6, MEMORY);
    device.advance(SECOND, List.of(program));
    CardState before = device.state();

    device.set(new Registers(1065, 0, model.ownLimitMilliwatts()));
    device.advance(SECOND + SimulatedDevice.SWITCH_NANOS - 1, List.of(program));
    assertThat(device.state()).isEqualTo(before);
    device.advance(SECOND + SimulatedDevice.SWITCH_NANOS + 1, List.of(program));

    assertThat(device.state().core()).isEqualTo(1065);
    assertThat(device.state().watts()).isLessThan(before.watts());
    assertThat(device.state().rate()).isLessThan(before.rate());
  }

  @Test
  void howOftenOneLooksChangesNothing() {
    var seldom = new SimulatedDevice(model, 1, 0);
    var other = new Program();
    program.ask(2.5, COMPUTE);
    other.ask(2.5, COMPUTE);

    for (long at = 1; at <= 6 * SECOND; at += 3_333_333) {
      device.advance(at, List.of(program));
    }
    device.advance(6 * SECOND, List.of(program));
    seldom.advance(6 * SECOND, List.of(other));

    assertThat(device.totals().joules()).isEqualTo(seldom.totals().joules(), within(1e-6));
    assertThat(device.celsius()).isEqualTo(seldom.celsius(), within(1e-9));
    assertThat(device.totals().busyNanos()).isEqualTo(2_500_000_000L);
    double idle = model.activeIdleWatts(1755, 2619);
    assertThat(seldom.totals().joules())
        .as("work, then active idle for a second, then rest")
        .isEqualTo(
            2.5 * model.busy(COMPUTE, 1755, 2619).watts() + idle + 2.5 * model.restWatts(),
            within(1e-3));
  }

  @Test
  void underAPowerLimitTheClockFallsUntilThePowerIsWithinIt() {
    program.ask(1e6, COMPUTE);
    device.set(new Registers(0, 0, 220_000));

    device.advance(SECOND, List.of(program));

    assertThat(device.state().watts()).isBetween(213.0, 220.0);
    assertThat(device.state().reasons()).isEqualTo(CardState.POWER_CAP);
    assertThat(device.state().rate()).isLessThan(0.9);
  }

  @Test
  void twoProgramsShareItEqually() {
    var other = new Program();
    program.ask(1e6, COMPUTE);
    other.ask(1e6, MEMORY);

    device.advance(4 * SECOND, List.of(program, other));

    assertThat(program.delivered()).isEqualTo(2, within(1e-6));
    assertThat(other.delivered()).isEqualTo(2, within(1e-6));
  }

  @Test
  void temperatureGoesToItsNewValueExponentially() {
    double from = device.celsius();
    program.ask(1e6, COMPUTE);

    device.advance((long) (CardModel.THERMAL_SECONDS * SECOND), List.of(program));

    double to = model.settledCelsius(model.busy(COMPUTE, 1755, 2619).watts());
    assertThat(device.celsius()).isEqualTo(to + (from - to) / Math.E, within(1e-6));
  }

  @Test
  void theTruthKnowsWhatTheSameWorkCostsAtOwnSettings() {
    program.ask(10, MEMORY);
    device.set(new Registers(1065, 0, model.ownLimitMilliwatts()));

    device.advance(12 * SECOND, List.of(program));

    CardModel.Point own = model.busy(MEMORY, 1755, 2619);
    assertThat(program.delivered()).isEqualTo(10);
    assertThat(device.totals().ownBusySeconds()).isEqualTo(10, within(1e-6));
    double ownWork = 10 * own.watts();
    double rest = 12 - device.totals().busySeconds();
    assertThat(device.totals().ownJoules())
        .isEqualTo(
            ownWork
                + Math.min(1, rest) * model.activeIdleWatts(1755, 2619)
                + Math.max(0, rest - 1) * model.restWatts(),
            within(1e-2));
    assertThat(device.totals().joules()).isLessThan(0.8 * device.totals().ownJoules());
  }
}
