package io.wattune.testbed.serving;

import static org.assertj.core.api.Assertions.assertThat;

import io.wattune.core.rightsize.RightSizeTable;
import io.wattune.testbed.krisp.KrispAlone;
import io.wattune.testbed.server.InferenceServer;
import io.wattune.testbed.server.Mi50;
import io.wattune.testbed.server.ServerModel;
import org.assertj.core.data.Percentage;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SharedWorkersTest {
  private static final GpuSetting OWN = new GpuSetting(1725, 60, 60);
  private static final GpuSetting SHARED = new GpuSetting(1725, 60, 45);

  private static RightSizeTable table(String model) {
    return ServedMeasurements.rightSizes(
        new ServedLoad(model, ServedLoad.Shape.CONSTANT, 1, 2), "MI50", 1_000_000_000);
  }

  /** A request alone takes what the frozen model says, by whatever policy within a hundredth. */
  @ParameterizedTest
  @CsvSource({"albert, 60", "albert, 45", "albert, 0", "resnet152, 60", "resnet152, 30"})
  void aRequestAloneTakesTheModelsTime(String name, int overlap) {
    ServerModel model = InferenceServer.model(name);
    var server = new SharedWorkers(model, 2, new GpuSetting(1725, 60, overlap), 0);
    server.sizes(table(name));
    server.arrive(new RequestServer.ServedRequest(0, 1), 0);
    double[] latencies = {};
    while (latencies.length == 0) {
      latencies = server.happen();
    }
    double alone = model.seconds(Mi50.all());
    // Events are in whole nanoseconds; right-sizes may cost a hundredth.
    assertThat(latencies[0]).isBetween(0.999 * alone, (overlap == 60 ? 1.001 : 1.011) * alone);
    assertThat(server.nextNanos()).isEqualTo(RequestServer.NEVER);
  }

  /** Two independent simulations of the same frozen rules. */
  @ParameterizedTest
  @CsvSource({"albert, 2", "albert, 4", "vgg19, 2"})
  void fullLoadIsThatOfTheOfflineRun(String name, int workers) {
    ServerModel model = InferenceServer.model(name);

    // The offline one begins workers at random, has a spread of 3 %, and counts 12 of each.
    assertThat(SharedWorkers.most(model, workers, OWN))
        .isCloseTo(KrispAlone.perSecond(model, workers), Percentage.withPercentage(6));
  }

  /** Units that no kernel has are gated, and nothing else is done with less. */
  @Test
  void unitsOfTheirOwnTakeLessEnergyForTheSameRequests() {
    ServerModel model = InferenceServer.model("albert");
    double[] joules = new double[2];
    for (int i = 0; i < 2; i++) {
      var server = new SharedWorkers(model, 2, i == 0 ? OWN : SHARED, 0);
      server.sizes(table("albert"));
      for (int k = 0; k < 20; k++) {
        long arrival = k * 40_000_000L;
        while (server.nextNanos() <= arrival) {
          double[] unused = server.happen();
        }
        server.arrive(new RequestServer.ServedRequest(arrival, 1), arrival);
      }
      joules[i] = server.joules(800_000_000L);
    }
    assertThat(joules[1]).isLessThan(0.9 * joules[0]);
  }

  /** Its runtime leaves launches as they are without a table, and with one of another input. */
  @Test
  void withoutATableTheLimitDoesNothing() {
    ServerModel model = InferenceServer.model("albert");
    var own = new SharedWorkers(model, 2, OWN, 0);
    var limited = new SharedWorkers(model, 2, SHARED, 0);
    for (SharedWorkers each : new SharedWorkers[] {own, limited}) {
      each.arrive(new RequestServer.ServedRequest(0, 1), 0);
      each.arrive(new RequestServer.ServedRequest(0, 1), 0);
      double[] unused = each.happen();
    }
    limited.sizes(null);
    while (own.nextNanos() != RequestServer.NEVER) {
      assertThat(limited.nextNanos()).isEqualTo(own.nextNanos());
      assertThat(limited.watts()).isEqualTo(own.watts());
      assertThat(limited.happen()).containsExactly(own.happen());
    }
  }
}
