package io.wattune.launcher.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class JobLabelsTest {

  @Test
  void slurmsEnvironmentSaysWhoseWorkItIs() {
    Map<String, String> labels =
        JobLabels.of(
            Map.of(
                "SLURM_JOB_ID", "17",
                "SLURM_JOB_NAME", "train",
                "SLURM_JOB_USER", "ann",
                "SLURM_STEP_ID", "0",
                "SLURM_JOB_ACCOUNT", "",
                "HOME", "/home/ann"),
            "0::/system.slice/slurmstepd.scope/job_99/step_0\n");

    assertThat(labels)
        .as("the environment counts before the group, and what is empty does not count")
        .isEqualTo(Map.of("job", "17", "jobName", "train", "user", "ann", "step", "0"));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "0::/system.slice/slurmstepd.scope/job_123/step_0/user/task_0\n",
        "0::/system.slice/n1_slurmstepd.scope/job_123/step_extern/user/task_special\n",
        "12:pids:/\n4:memory:/slurm/uid_1000/job_123/step_batch/task_0\n1:name=systemd:/\n",
        "4:memory:/slurm_n1/uid_1000/job_123\n",
      })
  void aControlGroupOfSlurmTellsTheJob(String groups) {
    assertThat(JobLabels.of(Map.of(), groups)).isEqualTo(Map.of("job", "123"));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "0::/user.slice/user-1000.slice/session-2.scope\n",
        "0::/user.slice/job_123/step_0\n",
        "0::/system.slice/slurmd.service\n",
      })
  void noOtherGroupTellsAJob(String groups) {
    assertThat(JobLabels.of(Map.of(), groups)).isEmpty();
  }
}
