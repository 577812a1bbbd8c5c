package io.wattune.core.ledger.device;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.wattune.core.Quality;
import io.wattune.core.power.TruePower;
import io.wattune.core.sensor.ProfileChoice;
import io.wattune.core.sensor.ProfileSource;
import io.wattune.core.sensor.SensorClass;
import io.wattune.core.sensor.SensorProfile;
import io.wattune.core.simulated.Polls;
import io.wattune.core.simulated.PowerTrace;
import io.wattune.core.simulated.Response;
import io.wattune.core.simulated.Sensor;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A prior that is wrong of its board is thrown over by the board's own readings. */
class WrongPriorTest {

  private static LedgerRun run(String model, Response truth, int steps) {
    SensorProfile prior = ProfileChoice.prior(Polls.DEVICE, Polls.SIGNAL, model).orElseThrow();
    PowerTrace power = PowerTrace.from(50).hold(6);
    for (int i = 0; i < steps; i++) {
      power.level(200, 6).level(50, 6);
    }
    var sensor = new Sensor(truth, 0.0154, 0.0021, 0.02, 0.01);
    LedgerRun run = LedgerRun.given(prior);
    return run.take(sensor.poll(power, 0, power.seconds(), Sensor.every(0.004, 0.006), 1)).end();
  }

  @ParameterizedTest
  @ValueSource(strings = {"Tesla K40m", "Tesla K20Xm", "Tesla V100-SXM2-16GB", "NVIDIA H100 PCIe"})
  void aLagIsLearnedWhateverTheModelIsSaidToHave(String model) {
    LedgerRun run = run(model, Response.lag(0.84), 5);

    SensorProfile learned = run.profiles.get(0);
    assertThat(learned.source()).isEqualTo(ProfileSource.LEARNED);
    assertThat(learned.sensorClass()).isEqualTo(SensorClass.FIRST_ORDER_LAG);
    assertThat(learned.timeConstantSeconds()).isCloseTo(0.84, within(0.05));
    // What was put out by the prior is put out again by what was learned.
    TruePower first = run.power.stream().filter(b -> b.revision() > 0).findFirst().orElseThrow();
    assertThat(first.timesNanos()[0]).isLessThan(Sensor.nanos(1));
  }

  @Test
  void anInstantSensorThatIsSaidToLagIsNotCorrectedOnceItsStepsHaveTold() {
    LedgerRun run = run("Tesla K20m", Response.passThrough(), 12);

    SensorProfile last = run.profiles.get(run.profiles.size() - 1);
    assertThat(last.slopeSeconds()).isLessThan(0.02);
    assertThat(last.slopeErrorSeconds()).isLessThan(0.05);
  }

  @Test
  void untilThenAllIsEstimated() {
    LedgerRun run = run("Tesla K20m", Response.lag(0.84), 0);

    assertThat(run.profiles).isEmpty();
    for (TruePower block : run.power) {
      for (byte quality : block.qualities()) {
        assertThat(List.of(Quality.ESTIMATED, Quality.GAP)).contains(Quality.ofCode(quality));
      }
    }
  }
}
