package io.wattune.collectors.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.Test;

class ChosenGpusTest {
  @Test
  void onlyACommandThatSeesFewerThanWereMeasuredIsTold() {
    assertThat(ChosenGpus.note(Map.of("CUDA_VISIBLE_DEVICES", "0,3"), 8))
        .hasValue(
            "CUDA_VISIBLE_DEVICES is '0,3', and the energy is that of all 8 devices; name the"
                + " command's by --device");
    assertThat(ChosenGpus.note(Map.of("SLURM_JOB_GPUS", "2"), 2)).isPresent();
    assertThat(ChosenGpus.note(Map.of("ROCR_VISIBLE_DEVICES", "0,1"), 2)).isEmpty();
    assertThat(ChosenGpus.note(Map.of("CUDA_VISIBLE_DEVICES", " "), 8)).isEmpty();
    assertThat(ChosenGpus.note(Map.of(), 8)).isEmpty();
  }
}
