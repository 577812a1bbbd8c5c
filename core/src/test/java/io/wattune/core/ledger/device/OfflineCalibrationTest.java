package io.wattune.core.ledger.device;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.wattune.core.reading.PowerUnit;
import io.wattune.core.sensor.EdgeRecord;
import io.wattune.core.sensor.ProfileChoice;
import io.wattune.core.sensor.SensorClass;
import io.wattune.core.sensor.SensorProfile;
import io.wattune.core.sensor.TraceCalibrator;
import io.wattune.core.simulated.Polls;
import io.wattune.core.simulated.PowerTrace;
import io.wattune.core.simulated.Response;
import io.wattune.core.simulated.Seeds;
import io.wattune.core.simulated.Sensor;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** The calibrator of whole traces beside the ledger that learns as it goes. */
class OfflineCalibrationTest {

  @Test
  void saysOfALagWhatTheLedgerLearns() {
    Sensor sensor = Sensor.k20(0.03);
    TraceCalibrator calibrator =
        sameAsTheLedger(sensor.poll(edges(6, 5), 0, 60, sensor.inRuns(), 1));

    assertThat(calibrator.profile().sensorClass()).isEqualTo(SensorClass.FIRST_ORDER_LAG);
    assertThat(calibrator.counts().lags()).isEqualTo(6);
  }

  @Test
  void saysOfAShortBoxcarWhatTheLedgerLearns() {
    Sensor sensor = new Sensor(Response.boxcar(0.1), 0.1, 0.03, 0.1, 0.01);
    PowerTrace power = edges(30, 2);
    TraceCalibrator calibrator =
        sameAsTheLedger(sensor.poll(power, 0, power.seconds(), Sensor.every(0.006, 0.01), 1));

    assertThat(calibrator.isResolved()).isTrue();
    assertThat(calibrator.profile().sensorClass()).isEqualTo(SensorClass.BOXCAR);
    assertThat(calibrator.profile().response().windowSeconds())
        .isCloseTo(0.1, within(2 * calibrator.profile().response().windowErrorSeconds()));
  }

  @Test
  void drawsAnEdgeThroughItsSamples() {
    Sensor sensor = Sensor.k20(0.01);
    var calibrator = new TraceCalibrator(start(), PowerUnit.MILLIWATTS);
    feed(calibrator, sensor.poll(edges(1, 5), 0, 12, sensor.inRuns(), 1));

    EdgeRecord edge = calibrator.edges().get(0);
    double[][] curve = edge.fitted(calibrator.profile().response());

    assertThat(curve[1][0]).isCloseTo(24, within(0.1));
    assertThat(curve[1][curve[1].length - 1])
        .isCloseTo(edge.watts()[edge.samples() - 1], within(0.5));
    int middle = curve[0].length / 4;
    assertThat(curve[1][middle]).isCloseTo(at(edge, curve[0][middle]), within(1.0));
  }

  private static double at(EdgeRecord edge, double seconds) {
    int i = 0;
    while (edge.seconds()[i] < seconds) {
      i++;
    }
    double share = (seconds - edge.seconds()[i - 1]) / (edge.seconds()[i] - edge.seconds()[i - 1]);
    return edge.watts()[i - 1] + share * (edge.watts()[i] - edge.watts()[i - 1]);
  }

  private static TraceCalibrator sameAsTheLedger(Polls polls) {
    var calibrator = new TraceCalibrator(start(), PowerUnit.MILLIWATTS);
    feed(calibrator, polls);
    LedgerRun ledger = LedgerRun.learning(600).take(polls).end();

    SensorProfile learned = ledger.profiles.get(ledger.profiles.size() - 1);
    assertThat(calibrator.profile().sensorClass()).isEqualTo(learned.sensorClass());
    // The ledger keeps a profile until a newer constant is more than an error away.
    assertThat(calibrator.profile().slopeSeconds())
        .isCloseTo(learned.slopeSeconds(), within(learned.slopeErrorSeconds()));
    return calibrator;
  }

  private static void feed(TraceCalibrator calibrator, Polls polls) {
    for (int i = 0; i < polls.size(); i++) {
      calibrator.accept(polls.timesNanos()[i], polls.values()[i]);
    }
  }

  private static SensorProfile start() {
    return ProfileChoice.prior(Polls.DEVICE, Polls.SIGNAL);
  }

  /** Steps up and down at random times. */
  private static PowerTrace edges(int count, double seconds) {
    Random random = Seeds.random(7);
    PowerTrace power = PowerTrace.from(24);
    for (int i = 0; i < count; i++) {
      power.level(24, seconds * (0.8 + 0.3 * random.nextDouble()));
      power.level(158, seconds * (0.8 + 0.3 * random.nextDouble()));
    }
    return power;
  }
}
