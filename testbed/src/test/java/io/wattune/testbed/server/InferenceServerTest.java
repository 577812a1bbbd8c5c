package io.wattune.testbed.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.wattune.core.mask.CuPlacement;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

class InferenceServerTest {
  @Test
  void modelsAreTheStatedOnesAndTheSameEachTime() {
    assertThat(InferenceServer.models())
        .extracting(ServerModel::name)
        .containsExactlyElementsOf(Mi50.MODELS.stream().map(StatedModel::name).toList());
    assertThat(ModelMaker.all()).isEqualTo(InferenceServer.models());
    assertThatThrownBy(() -> InferenceServer.model("bert")).hasMessageContaining("'bert'");
  }

  @Test
  void aModelHasAllFourTypesOfKernels() {
    for (ServerModel model : InferenceServer.models()) {
      Set<KernelSensitivity> types =
          model.kernels().stream().map(ServerKernel::sensitivity).collect(Collectors.toSet());
      // vgg19 needs all units: what decides its right-size is of the type that does.
      int missing = model.name().equals("vgg19") ? 1 : 0;
      assertThat(types).as(model.name()).hasSize(4 - missing);
    }
  }

  /** Section 3.2.2: kernels of a model need other numbers of units than the model. */
  @Test
  void mostKernelsNeedLessThanTheirModel() {
    for (ServerModel model : InferenceServer.models()) {
      int size = Mi50.rightSize(model::seconds);
      long fewer =
          model.kernels().stream().filter(each -> Mi50.rightSize(each::seconds) < size).count();
      assertThat((double) fewer / model.kernels().size()).as(model.name()).isGreaterThan(0.5);
    }
  }

  @Test
  void aSmallerBatchTakesLessTimeAndFewerUnits() {
    ServerModel model = InferenceServer.model("vgg19");
    ServerModel small = model.ofBatch(8);

    assertThat(small.batch()).isEqualTo(8);
    assertThat(small.seconds(Mi50.all())).isLessThan(model.seconds(Mi50.all()));
    // A quarter of the work would take a quarter of the time if it still filled the GPU.
    assertThat(small.seconds(Mi50.all())).isGreaterThan(model.seconds(Mi50.all()) / 4);
    assertThat(Mi50.rightSize(small::seconds)).isLessThan(60);
    assertThat(small.ofBatch(32).kernels()).hasSize(62);
  }

  @Test
  void aLowerClockStretchesAllButLaunchAndMemory() {
    ServerKernel kernel = MaskFigures.VECTORS;
    List<Integer> units = Mi50.units(CuPlacement.CONSERVED, 30);

    assertThat(kernel.seconds(units, 1)).isEqualTo(kernel.seconds(units));
    assertThat(kernel.seconds(units, 0.5)).isCloseTo(1.7 * kernel.seconds(units), within(1e-12));
    assertThat(kernel.busyUnits(units)).isCloseTo(30, within(1e-9));
  }

  @Test
  void theDocumentsFormulaTakesOutWhatEachInferencePays() {
    double each = 300 * EmulationCost.MI50.secondsOfKernel();
    assertThat(EmulationCost.withoutIt(0.030 + each, 0.027 + each, 0.027))
        .isCloseTo(0.030, within(1e-12));
    assertThat(EmulationCost.NATIVE.secondsOfKernel()).isZero();
    assertThat(each).isCloseTo(300 * 22e-6, within(1e-12));
  }
}
