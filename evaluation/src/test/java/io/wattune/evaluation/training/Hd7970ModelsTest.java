package io.wattune.evaluation.training;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.wattune.core.sensitivity.RegisterFile;
import io.wattune.core.sensitivity.Table3;
import io.wattune.core.sensitivity.training.CounterUse;
import io.wattune.core.sensitivity.training.Examples;
import io.wattune.core.sensitivity.training.Scores;
import io.wattune.core.sensitivity.training.SweepRow;
import io.wattune.core.sensitivity.training.Target;
import io.wattune.core.sensitivity.training.TrainingExample;
import io.wattune.testbed.gpu.Application;
import io.wattune.testbed.sweep.Sweep;
import io.wattune.testbed.sweep.Testbed;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** What docs/hd7970.md says of models of sensitivity on the simulated HD7970. */
@Tag("long")
class Hd7970ModelsTest {

  /** The numbers of the page; noise of another seed moves them by less than these tolerances. */
  @Test
  void errorsAreThoseOfThePage() throws IOException {
    List<TrainingExample> examples = examples(1);
    assertThat(examples).hasSize(32);

    TrainedModel bandwidth = train(examples, Target.BANDWIDTH);
    TrainedModel compute = train(examples, Target.COMPUTE);

    assertThat(bandwidth.leftOut().meanAbsoluteError()).isCloseTo(0.047, within(0.02));
    assertThat(bandwidth.leftOutSameTerms().meanAbsoluteError()).isCloseTo(0.024, within(0.01));
    assertThat(bandwidth.inSample().correlation()).isGreaterThan(0.96);
    assertThat(compute.leftOut().meanAbsoluteError()).isCloseTo(0.136, within(0.03));
    assertThat(compute.leftOutSameTerms().meanAbsoluteError()).isCloseTo(0.081, within(0.015));
    assertThat(compute.inSample().correlation()).isGreaterThan(0.91);
  }

  /** Table 3 knows nothing of the testbed, of which registers and divergence were chosen for it. */
  @Test
  void table3AsPublishedIsAsFarOffAsThePageSays() throws IOException {
    List<TrainingExample> examples = examples(2);

    assertThat(table3(examples, Target.BANDWIDTH).meanAbsoluteError())
        .isCloseTo(0.039, within(0.005));
    assertThat(table3(examples, Target.COMPUTE).meanAbsoluteError())
        .isCloseTo(0.087, within(0.008));
  }

  private static TrainedModel train(List<TrainingExample> examples, Target target) {
    return TrainedModel.train("m", "HD 7970", examples, target, done -> {});
  }

  private static Scores table3(List<TrainingExample> examples, Target target) {
    return TermSelection.scores(
        target == Target.BANDWIDTH ? Table3.BANDWIDTH : Table3.COMPUTE, examples, target);
  }

  private static List<TrainingExample> examples(long seed) throws IOException {
    Testbed testbed = Testbed.hd7970();
    var sweep = new Sweep(testbed, 10, seed);
    List<SweepRow> rows = new ArrayList<>();
    for (Application application : testbed.applications()) {
      sweep.application(application).forEach(each -> rows.add(each.row()));
    }
    assertThat(rows).hasSize(32 * 448);
    return Examples.of(rows, RegisterFile.GCN1, CounterUse.HIGHEST);
  }
}
