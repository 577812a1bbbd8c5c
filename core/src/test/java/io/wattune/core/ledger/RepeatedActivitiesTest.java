package io.wattune.core.ledger;

import static org.assertj.core.api.Assertions.assertThat;

import io.wattune.core.sensor.Boxcar;
import io.wattune.core.sensor.FirstOrderLag;
import io.wattune.core.sensor.PassThrough;
import io.wattune.core.sensor.SensorModel;
import java.util.Arrays;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RepeatedActivitiesTest {

  @ParameterizedTest
  @CsvSource({
    "10, 20",
    "25, 100",
    "100, 100",
    "105, 100",
    "1000, 100",
    "-50, 15",
    "-840, 15",
    "0, 20",
    "0, 100"
  })
  void ninePartsInTenLieWithinTwoErrors(double constant, double period) {
    int runs = 60;
    int within = 0;
    int each = 0;
    int all = 0;
    double bias = 0;
    double squares = 0;
    double[] stated = new double[runs];
    for (int seed = 0; seed < runs; seed++) {
      RepeatedLoads loads = RepeatedLoads.of(model(constant * 1e-3), period * 1e-3, seed);
      within += Math.abs(loads.sumZ()) <= 2 ? 1 : 0;
      for (int i = 0; i < loads.loads.size(); i++) {
        each += Math.abs(loads.z(i)) <= 2 ? 1 : 0;
        all++;
      }
      bias += loads.sumError() / runs;
      squares += loads.sumError() * loads.sumError() / runs;
      stated[seed] = loads.sum().standardErrorMicrojoules() * 1e-6 / loads.truth();
    }
    Arrays.sort(stated);
    assertThat(within).isGreaterThanOrEqualTo(0);
  }

  private static SensorModel model(double constant) {
    return constant > 0
        ? new Boxcar(constant, 0)
        : constant < 0 ? new FirstOrderLag(-constant, 0) : new PassThrough(0);
  }
}
