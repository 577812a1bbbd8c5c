package io.wattune.testbed.krisp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.wattune.testbed.server.EmulationCost;
import io.wattune.testbed.server.InferenceServer;
import io.wattune.testbed.server.Mi50;
import io.wattune.testbed.server.ServerModel;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class SharedRunTest {
  private static final ServerModel ALEXNET = InferenceServer.model("alexnet");
  private static final ServerModel ALBERT = InferenceServer.model("albert");
  private static final ServerModel VGG19 = InferenceServer.model("vgg19");

  private final KrispRuns runs = new KrispRuns(3);

  /** Three parts in a hundred of spread over 12 inferences: the mean is within 2.6 %, 3 sigma. */
  @Test
  void aWorkerAloneTakesItsModelsTime() {
    for (PartitionPolicy policy :
        List.of(PartitionPolicy.MPS_DEFAULT, PartitionPolicy.STATIC_EQUAL)) {
      double seconds = ALEXNET.seconds(Mi50.all());
      assertThat(runs.of(ALEXNET, policy, 1).mean()).isCloseTo(seconds, within(0.026 * seconds));
      assertThat(runs.of(ALEXNET, policy, 1).perSecond())
          .isCloseTo(1 / seconds, within(0.026 / seconds));
    }
  }

  /** By right-sizes a kernel is at most 1 % slower than on the whole GPU. */
  @Test
  void rightSizesCostAtMostOnePercentAndSaveEnergy() {
    double alone = runs.alone(ALBERT).mean();

    assertThat(runs.of(ALBERT, PartitionPolicy.KRISP_I, 1).mean()).isBetween(alone, 1.01 * alone);
    assertThat(runs.energy(ALBERT, PartitionPolicy.KRISP_I, 1)).isLessThan(0.9);
    assertThat(Mi50.rightSize(ALBERT::seconds)).isEqualTo(ModelSizes.of(ALBERT).model());
  }

  /** A model that needs a fifth of the GPU: two have nearly twice the throughput of one. */
  @ParameterizedTest
  @EnumSource(PartitionPolicy.class)
  void smallModelsShareWell(PartitionPolicy policy) {
    assertThat(runs.throughput(ALBERT, policy, 2)).isBetween(1.7, 2.05);
    assertThat(runs.energy(ALBERT, policy, 2)).isLessThan(0.75);
    assertThat(runs.mostWorkers(ALBERT, policy)).isGreaterThanOrEqualTo(2);
  }

  /** A model that needs all of it: no sharing can have much more than one has. */
  @ParameterizedTest
  @EnumSource(PartitionPolicy.class)
  void aModelThatFillsTheGpuCannotShareIt(PartitionPolicy policy) {
    assertThat(runs.throughput(VGG19, policy, 4)).isLessThan(1.3);
    assertThat(runs.tail(VGG19, policy, 4)).isGreaterThan(2);
  }

  @Test
  void waitingForEnoughUnitsBeatsTakingWhatIsLeft() {
    assertThat(runs.throughput(VGG19, PartitionPolicy.KRISP_W, 2))
        .isGreaterThan(runs.throughput(VGG19, PartitionPolicy.KRISP_I, 2));
  }

  @Test
  void workersOfDifferentModelsAreCountedEach() {
    var outcome = runs.of(List.of(ALBERT, ALEXNET), PartitionPolicy.KRISP_O);

    assertThat(outcome.ofWorkers()).hasSize(2);
    assertThat(outcome.ofWorkers().get(0)).isGreaterThan(outcome.ofWorkers().get(1));
    assertThat(outcome.perSecond())
        .isCloseTo(outcome.ofWorkers().get(0) + outcome.ofWorkers().get(1), within(1e-9));
  }

  @Test
  void theSameSeedHasTheSameAnswer() {
    assertThat(new KrispRuns(3).of(ALEXNET, PartitionPolicy.KRISP_I, 4))
        .isEqualTo(runs.of(ALEXNET, PartitionPolicy.KRISP_I, 4));
    assertThat(new KrispRuns(4).of(ALEXNET, PartitionPolicy.KRISP_I, 4))
        .isNotEqualTo(runs.of(ALEXNET, PartitionPolicy.KRISP_I, 4));
  }

  /** Alone there is nothing to wait for: the document's formula takes out all of it. */
  @Test
  void emulationIsTakenOutExactlyForOneWorker() {
    List<ServerModel> one = Collections.nCopies(1, ALBERT);
    double emulated = runs.of(one, PartitionPolicy.KRISP_I, 0, EmulationCost.MI50).mean();
    double base = runs.of(one, PartitionPolicy.MPS_DEFAULT, 60, EmulationCost.MI50).mean();
    double real = runs.alone(ALBERT).mean();

    assertThat(base - real).isCloseTo(304 * EmulationCost.MI50.secondsOfKernel(), within(1e-9));
    assertThat(EmulationCost.withoutIt(emulated, base, real))
        .isCloseTo(runs.of(ALBERT, PartitionPolicy.KRISP_I, 1).mean(), within(1e-9));
  }
}
