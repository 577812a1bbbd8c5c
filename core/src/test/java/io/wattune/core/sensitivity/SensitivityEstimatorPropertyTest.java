package io.wattune.core.sensitivity;

import static org.assertj.core.api.Assertions.assertThat;

import io.wattune.core.counter.CounterReading;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;

class SensitivityEstimatorPropertyTest {

  @Property(tries = 200)
  void repeatsAndLateComersChangeNothing(@ForAll long seed) {
    var random = new Random(seed);
    List<CounterReading> readings = readings(random);
    List<CounterReading> disturbed = new ArrayList<>();
    for (int i = 0; i < readings.size(); i++) {
      disturbed.add(readings.get(i));
      while (random.nextInt(3) == 0) {
        disturbed.add(readings.get(random.nextInt(i + 1)));
      }
    }

    assertThat(told(disturbed)).isEqualTo(told(readings));
  }

  @Property(tries = 200)
  void whateverIsReadTheStateIsBoundedAndValuesAreSensitivities(@ForAll long seed) {
    var state = new SensitivityState();
    var estimator = new SensitivityEstimator(settings());
    for (CounterReading reading : readings(new Random(seed))) {
      SensitivityResult result = estimator.next(state, reading);

      assertThat(state.names.size()).isLessThanOrEqualTo(settings().namesPerDevice());
      assertThat(result.sensitivities()).allMatch(s -> s.value() >= 0 && s.value() <= 1);
      assertThat(result.sensitivities()).allMatch(s -> s.raw() > -1.56 && s.raw() < 4.15);
    }
  }

  private static List<Sensitivity> told(List<CounterReading> readings) {
    var state = new SensitivityState();
    var estimator = new SensitivityEstimator(settings());
    List<Sensitivity> told = new ArrayList<>();
    readings.forEach(reading -> told.addAll(estimator.next(state, reading).sensitivities()));
    return told;
  }

  private static SensitivitySettings settings() {
    return new SensitivitySettings(
        Table3.MODELS, RegisterFile.GCN1, Bins.DEFAULT, 0.5, 0.005, 1_000_000_000L, 4);
  }

  /** Kernels that overlap, so that ends are not in order; numbers are. */
  private static List<CounterReading> readings(Random random) {
    List<CounterReading> readings = new ArrayList<>();
    long end = 1_000_000_000L;
    for (int i = 0; i < 60; i++) {
      end += random.nextInt(200_000_000);
      var counters =
          new Counters(
              random.nextDouble(),
              random.nextDouble(),
              random.nextDouble(),
              random.nextDouble(),
              random.nextDouble(),
              random.nextDouble(),
              random.nextInt(257),
              random.nextInt(103));
      String kernel = random.nextInt(8) == 0 ? null : "k" + random.nextInt(6);
      readings.add(counters.reading(kernel, i, end - random.nextInt(300_000_000)));
    }
    return readings;
  }
}
