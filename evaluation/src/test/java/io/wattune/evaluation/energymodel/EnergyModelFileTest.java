package io.wattune.evaluation.energymodel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.within;

import io.wattune.core.component.GivenModel;
import io.wattune.core.energymodel.LeaveOneOut;
import io.wattune.core.energymodel.LinearPowerFit;
import io.wattune.core.energymodel.Loss;
import io.wattune.schemas.failure.EngineException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class EnergyModelFileTest {
  @TempDir Path folder;

  @Test
  void whatFitWritesIsRead() throws Exception {
    GivenModel model = EnergyModelFile.read(fitted("time_s").toString());

    assertThat(model.name()).isEqualTo("model.json");
    // The tables have noise of 0.5 W in 30 kernels of some 100 W.
    assertThat(model.idleWatts()).isCloseTo(20, within(1.0));
    assertThat(model.energies()).extracting(GivenModel.Energy::counter).contains("inst", "duty");
    assertThat(model.energies().get(0).joules()).isCloseTo(5e-11, within(2e-12));
    assertThat(model.energies().get(0).errorJoules()).isGreaterThanOrEqualTo(4.8e-12);
    assertThat(model.energies().get(1).joules()).isCloseTo(30, within(1.5));
  }

  @Test
  void withoutAUnitOfTimeThereAreNoJoules() throws Exception {
    Path file = fitted("time");
    assertThatExceptionOfType(EngineException.class)
        .isThrownBy(() -> EnergyModelFile.read(file.toString()))
        .withMessageContaining("must have energies in joules: fit it with --clock");
  }

  @Test
  void thePublishedTableIsThereByName() throws Exception {
    GivenModel model = EnergyModelFile.read("gtx1050");
    assertThat(model.idleWatts()).isEqualTo(17.4);
    assertThat(model.energies()).hasSize(11);
  }

  @Test
  void saysWhatIsWrong() throws Exception {
    Path file = Files.writeString(folder.resolve("x.json"), "{\"terms\": []}");
    assertThatExceptionOfType(EngineException.class)
        .isThrownBy(() -> EnergyModelFile.read(file.toString()))
        .withMessageContaining("must have an idle power");
    assertThatExceptionOfType(EngineException.class)
        .isThrownBy(() -> EnergyModelFile.read(folder.resolve("none").toString()))
        .withMessageContaining("cannot be read");
  }

  private Path fitted(String time) throws Exception {
    var random = new Random(5);
    var counters = new StringBuilder("kernel,inst,duty," + time + "\n");
    var power = new StringBuilder("kernel,watts\n");
    for (int i = 0; i < 30; i++) {
      double seconds = 0.1 + random.nextDouble();
      double inst = 1e12 * random.nextDouble();
      double duty = random.nextDouble();
      double watts = 20 + 5e-11 * inst + 30 * duty + 0.5 * random.nextGaussian();
      counters.append("k" + i + "," + inst * seconds + "," + duty + "," + seconds + "\n");
      power.append("k" + i + "," + watts + "\n");
    }
    MeasuredKernels measured =
        new MeasurementFiles(
                Files.writeString(folder.resolve("c.csv"), counters),
                Files.writeString(folder.resolve("p.csv"), power),
                null,
                List.of(),
                List.of())
            .read();
    var fit =
        new FittedModel(
            measured,
            Loss.HUBER,
            true,
            LinearPowerFit.of(measured.table(), Loss.HUBER, true),
            LeaveOneOut.of(
                measured.table(), some -> LinearPowerFit.of(some, Loss.HUBER, true), fold -> {}),
            null);
    return Files.writeString(folder.resolve("model.json"), FitReport.json(fit));
  }
}
