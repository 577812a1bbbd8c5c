package io.wattune.core.ledger.brief;

import static org.assertj.core.api.Assertions.assertThat;

import io.wattune.core.ledger.Book;
import io.wattune.core.ledger.LedgerSettings;
import io.wattune.core.ledger.device.LedgerRun;
import io.wattune.core.ledger.entry.EnergyTotal;
import io.wattune.core.ledger.entry.RollUp;
import io.wattune.core.sensor.ProfileChoice;
import io.wattune.core.simulated.Polls;
import io.wattune.core.simulated.PowerTrace;
import io.wattune.core.simulated.Response;
import io.wattune.core.simulated.Seeds;
import io.wattune.core.simulated.Sensor;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Kernels of 150 ms that repeat, on sensors of which nothing has been learned yet. */
class UnlearnedRepeatsTest {
  private static final int SEEDS = 12;
  private static final int KERNELS = 60;

  enum Kind {
    LAG(Response.lag(0.3)),
    AVERAGE(Response.boxcar(0.1)),
    LONG_AVERAGE(Response.boxcar(1)),
    PART_TIME(Response.boxcar(0.025));

    private final Response response;

    Kind(Response response) {
      this.response = response;
    }
  }

  @ParameterizedTest
  @EnumSource
  void statedErrorsHoldAndAreOfUse(Kind kind) {
    List<Double> off = new ArrayList<>();
    List<Double> stated = new ArrayList<>();
    List<Double> sums = new ArrayList<>();
    for (long seed = 0; seed < SEEDS; seed++) {
      Random random = Seeds.random(seed);
      double idle = 60 + 60 * random.nextDouble();
      double busy = idle + 60 + 200 * random.nextDouble();
      PowerTrace power = PowerTrace.from(idle).hold(1.5);
      List<double[]> loads = new ArrayList<>();
      double gap = 0.01 + 0.09 * random.nextDouble();
      for (int i = 0; i < KERNELS; i++) {
        double from = power.seconds();
        power.level(
            busy * (1 + 0.02 * random.nextGaussian()), 0.15 * (1 + 0.03 * random.nextGaussian()));
        loads.add(new double[] {from, power.seconds()});
        power.level(idle * 1.1, gap * (0.8 + 0.4 * random.nextDouble()));
      }
      power.level(idle, 1);
      Sensor sensor = new Sensor(kind.response, 0.1, 0.1 * random.nextDouble(), 0.2, 0.01);
      Polls polls = sensor.poll(power, 0, power.seconds(), Sensor.every(0.018, 0.022), seed);
      // As read, and not known to be so: nothing is learned.
      LedgerRun run =
          new LedgerRun(new LedgerSettings(LedgerSettings.DEFAULT.horizonNanos(), unlearned()));
      run.take(polls);
      for (int i = 0; i < KERNELS; i++) {
        run.activity(RepeatedLoads.activity("k" + i, "load", loads.get(i)));
      }
      run.end();
      double sum = 0;
      double truth = 0;
      for (int i = 20; i < 50; i++) {
        double joules = power.joules(loads.get(i)[0], loads.get(i)[1]);
        off.add(Math.abs(run.joules("k" + i) - joules) / run.errorJoules("k" + i));
        stated.add(run.errorJoules("k" + i) / joules);
      }
      EnergyTotal total =
          RollUp.byName(Book.KERNEL, run.book(Book.KERNEL)).stream()
              .filter(each -> "load".equals(each.key()))
              .findFirst()
              .orElseThrow();
      for (double[] load : loads) {
        truth += power.joules(load[0], load[1]);
      }
      sum = total.energyMicrojoules() * 1e-6;
      sums.add(Math.abs(sum - truth) / (total.standardErrorMicrojoules() * 1e-6));
    }

    assertThat(shareWithin(off, 2)).isGreaterThanOrEqualTo(0.95);
    assertThat(shareWithin(sums, 2)).isGreaterThanOrEqualTo(0.9);
    double[] sorted = stated.stream().mapToDouble(each -> each).toArray();
    Arrays.sort(sorted);
    assertThat(sorted[sorted.length / 2]).isLessThan(0.25);
  }

  private static ProfileChoice unlearned() {
    return ProfileChoice.AUTO;
  }

  private static double shareWithin(List<Double> errors, double most) {
    return (double) errors.stream().filter(each -> each <= most).count() / errors.size();
  }
}
