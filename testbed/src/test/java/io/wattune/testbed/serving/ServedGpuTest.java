package io.wattune.testbed.serving;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import io.wattune.core.serving.BatchQueue;
import io.wattune.core.serving.ServingProfile;
import io.wattune.core.serving.ServingSetting;
import io.wattune.testbed.cofris.LoadShape;
import io.wattune.testbed.gpu.GpuTruth;
import io.wattune.testbed.register.ControlRegisters;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ServedGpuTest {
  private static final long START = 1_800_000_000_000_000_000L;
  private static final long SECOND = 1_000_000_000L;
  private static final Pattern BUCKET = Pattern.compile("_bucket\\{.*le=\"(.*)\"} (.*)");

  @TempDir private Path folder;
  private int made;

  @Test
  void atHalfLoadRequestsComeAsOftenAndWaitAsLongAsTheyMust() throws Exception {
    Served served = new Served("serving/resnet152/constant", 1);
    ServingProfile profile = ServedGpu.profile("resnet152");
    double seconds = profile.seconds(profile.baseline());
    double rate = 0.5 * LoadShape.FULL / seconds;
    served.run(600, 0.02);

    // Poisson: 22 thousand requests, 0.7 % of standard deviation.
    assertThat(served.value("request_success_total") / 600).isCloseTo(rate, within(0.03 * rate));
    // M/D/1 at a utilisation of 0.4: the mean waits rho / (2 (1 - rho)) services (Pollaczek and
    // Khinchine); times that vary by 3 % add a thousandth. Chance of waiting times: 2 %.
    double expected = seconds * (1 + 0.4 / (2 * 0.6));
    double mean =
        served.value("e2e_request_latency_seconds_sum")
            / served.value("e2e_request_latency_seconds_count");
    assertThat(mean).isCloseTo(expected, within(0.05 * expected));
    ServingSetting own = profile.baseline();
    double watts = 0.4 * profile.busyWatts(own) + 0.6 * profile.waitingWatts(own);
    assertThat(served.joules() / 600).isCloseTo(watts, within(0.02 * watts));
    assertThat(served.gpu.truth().tuned()).isEqualTo(new GpuTruth.Tuned(0, 0));
  }

  @Test
  void clockAndUnitsOfTheRegistersAreInForce() throws Exception {
    Served own = new Served("serving/resnet152/constant", 2);
    Served tuned = new Served("serving/resnet152/constant", 2);
    tuned.set(1275, 30);
    own.run(300, 0.02);
    tuned.run(300, 0.02);

    ServingProfile profile = ServedGpu.profile("resnet152");
    double slower =
        profile.seconds(new ServingSetting(1275, 30, 1)) / profile.seconds(profile.baseline());
    assertThat(slower).isGreaterThan(1.05);
    // The quickest requests waited for nobody: a bucket is 10 % wide, and times vary.
    assertThat(tuned.quantile(0.05) / own.quantile(0.05)).isCloseTo(slower, within(0.12 * slower));
    assertThat(tuned.joules()).isLessThan(0.9 * own.joules());
    GpuTruth.Tuned truth = tuned.gpu.truth().tuned();
    // The same requests came to both; the tuned one began with the first 20 ms at own settings.
    assertThat(truth.joules()).isCloseTo(tuned.joules(), within(0.001 * tuned.joules()));
    assertThat(truth.ownJoules()).isCloseTo(own.joules(), within(0.001 * own.joules()));
  }

  @Test
  void whatIsMadeUpForAtOwnSettingsIsTunings() throws Exception {
    Served served = new Served("serving/vgg19/constant", 3);
    served.run(10, 0.02);
    served.set(925, 12);
    served.run(20, 0.02);
    double waiting = served.value("num_requests_waiting");
    served.set(1725, 60);
    served.run(60, 0.02);

    assertThat(waiting).as("it could not keep up").isGreaterThan(20);
    assertThat(served.value("num_requests_waiting")).isLessThan(10);
    GpuTruth.Tuned truth = served.gpu.truth().tuned();
    Served own = new Served("serving/vgg19/constant", 3);
    own.run(90, 0.02);
    // All that differs is told; a request that is served at the end may differ in its place.
    assertThat(truth.joules() - truth.ownJoules())
        .isCloseTo(served.joules() - own.joules(), within(0.001 * own.joules()));
  }

  @Test
  void howOftenItIsAskedChangesNothing() throws Exception {
    Served often = new Served("serving/albert/bursts", 4);
    Served seldom = new Served("serving/albert/bursts", 4);
    often.run(120, 0.003);
    seldom.run(120, 1);

    assertThat(often.gpu.page()).isEqualTo(seldom.gpu.page());
    assertThat(often.gpu.truth().energyMicrojoules(START, often.nanos))
        .isEqualTo(seldom.gpu.truth().energyMicrojoules(START, seldom.nanos));
  }

  @Test
  void theStepIsTenfold() throws Exception {
    Served served = new Served("serving/squeezenet/step", 5);
    List<Double> counts = new ArrayList<>();
    double before = 0;
    for (int half = 0; half < 8; half++) {
      served.run(30, 0.02);
      double now = served.value("request_success_total");
      counts.add(now - before);
      before = now;
    }
    for (int half = 0; half < 8; half += 2) {
      // Poisson: some 250 and 2500 requests, 7 % of standard deviation, three of them.
      assertThat(counts.get(half + 1) / counts.get(half)).isBetween(8.0, 12.5);
    }
  }

  @Test
  void burstsStayWithinTheFullRateAndDiffer() throws Exception {
    Served served = new Served("serving/bursts", 6);
    ServingProfile profile = ServedGpu.profile("resnet152");
    double full = LoadShape.FULL / profile.seconds(profile.baseline());
    double most = 0;
    double least = Double.POSITIVE_INFINITY;
    double before = 0;
    for (int i = 0; i < 120; i++) {
      served.run(5, 0.02);
      double rate = (served.value("request_success_total") - before) / 5 / full;
      before = served.value("request_success_total");
      most = Math.max(most, rate);
      least = Math.min(least, rate);
    }
    assertThat(most).isBetween(0.5, 1.25);
    assertThat(least).isLessThan(0.1);
  }

  @Test
  void itsCounterAndItsSensorShowItsEnergy() throws Exception {
    Served served = new Served("serving/resnext101/constant", 7);
    double sum = 0;
    for (int i = 0; i < 3000; i++) {
      served.run(0.02, 0.02);
      sum += served.gpu.read(served.nanos) * 1e-3 * 0.02;
    }
    // The mean of a tenth of a second ends a twentieth late: of 60 s a tenth of a per cent.
    assertThat(sum).isCloseTo(served.joules(), within(0.01 * served.joules()));
    assertThat(served.gpu.millijoules() * 1e-3).isCloseTo(served.joules(), within(0.0011));
  }

  /**
   * Eight at once serve more in the same time, and the page shows how many there are. At half of
   * what it can serve, the tail is what the queue says.
   */
  @Tag("long")
  @Test
  void aServerOfBatchesAnswersWhatWaitsAtOnce() throws Exception {
    Served served = new Served("serving/resnet152/constant/batch-8", 5);
    ServingProfile profile = ServedGpu.profile("resnet152");
    ServingSetting own = profile.baseline().ofBatch(8);
    double rate = 0.5 * LoadShape.FULL * 8 / profile.seconds(own);
    double most = 0;
    double running = 0;
    int looks = 12_000;
    for (int look = 0; look < looks; look++) {
      served.run(0.005, 0.005);
      double now = served.value("num_requests_running");
      most = Math.max(most, now);
      running += now / looks;
    }

    assertThat(rate).isGreaterThan(1.2 * 0.5 * LoadShape.FULL / profile.seconds(own.ofBatch(1)));
    // 60 s of a Poisson load of hundreds a second.
    assertThat(served.value("request_success_total") / 60).isCloseTo(rate, within(0.05 * rate));
    assertThat(most).isBetween(4.0, 8.0);
    // Little: as many are served as come in the time of their batch, between one's and eight's.
    assertThat(running)
        .isBetween(0.9 * rate * profile.seconds(own.ofBatch(1)), rate * profile.seconds(own));
    double further = (profile.seconds(own) - profile.seconds(own.ofBatch(1))) / 7;
    var queue = new BatchQueue(profile.seconds(own.ofBatch(1)) - further, further, 8, 1);
    queue.at(rate);
    // The law of a batch is 7 % off in between, and the bucket's upper bound up to a tenth higher.
    assertThat(served.quantile(0.95))
        .isBetween(0.93 * queue.tailSeconds(), 1.18 * queue.tailSeconds());
  }

  @Test
  void namesAreOfModelsAndLoads() {
    assertThat(ServedLoad.of("serving/albert"))
        .isEqualTo(new ServedLoad("albert", ServedLoad.Shape.BURSTS, 1));
    assertThat(ServedLoad.of("serving/step"))
        .isEqualTo(new ServedLoad("resnet152", ServedLoad.Shape.STEP, 1));
    assertThat(ServedLoad.of("serving/vgg19/constant"))
        .isEqualTo(new ServedLoad("vgg19", ServedLoad.Shape.CONSTANT, 1));
    assertThat(ServedLoad.of("serving/step/batch-8"))
        .isEqualTo(new ServedLoad("resnet152", ServedLoad.Shape.STEP, 8));
    assertThat(ServedLoad.of("serving/batch-2"))
        .isEqualTo(new ServedLoad("resnet152", ServedLoad.Shape.BURSTS, 2));
    for (String wrong :
        List.of(
            "serving/",
            "serving/gpt",
            "serving/vgg19/wild",
            "serving/a/b/step",
            "serving/step/batch-9",
            "mixed")) {
      assertThatIllegalArgumentException()
          .isThrownBy(() -> ServedLoad.of(wrong))
          .withMessageContainingAll(wrong, "densenet201", "bursts");
    }
  }

  /** A GPU and its clock. */
  private final class Served {
    private final ControlRegisters registers;
    private final ServedGpu gpu;
    private long nanos = START;

    Served(String workload, long seed) throws Exception {
      registers =
          ControlRegisters.create(folder.resolve("r" + made++), "n/g", ServedGpu.tunables());
      gpu = new ServedGpu(ServedLoad.of(workload), registers, START, seed);
    }

    void run(double seconds, double step) {
      int steps = (int) Math.round(seconds / step);
      for (int i = 0; i < steps; i++) {
        nanos += Math.round(step * SECOND);
        gpu.advanceTo(nanos);
      }
    }

    void set(long megaHertz, long units) throws Exception {
      registers.write(0, megaHertz);
      registers.write(1, units);
    }

    double joules() {
      return gpu.truth().now().energyMicrojoules() * 1e-6;
    }

    double value(String metric) {
      return gpu.page()
          .lines()
          .filter(line -> line.startsWith("vllm:" + metric + "{"))
          .mapToDouble(line -> Double.parseDouble(line.substring(line.lastIndexOf(' '))))
          .findFirst()
          .orElseThrow();
    }

    /** The upper bound of its bucket. */
    double quantile(double quantile) {
      var below = new TreeMap<Double, Double>();
      gpu.page()
          .lines()
          .map(BUCKET::matcher)
          .filter(Matcher::find)
          .filter(match -> !match.group(1).equals("+Inf"))
          .forEach(
              match ->
                  below.put(
                      Double.parseDouble(match.group(1)), Double.parseDouble(match.group(2))));
      double all = value("request_success_total");
      return below.entrySet().stream()
          .filter(each -> each.getValue() >= quantile * all)
          .findFirst()
          .orElseThrow()
          .getKey();
    }
  }
}
