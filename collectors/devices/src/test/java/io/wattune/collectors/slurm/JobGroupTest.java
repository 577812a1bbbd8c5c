package io.wattune.collectors.slurm;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class JobGroupTest {

  @ParameterizedTest
  @ValueSource(
      strings = {
        "0::/system.slice/slurmstepd.scope/job_123/step_0/user/task_0\n",
        "0::/system.slice/n1_slurmstepd.scope/job_123/step_extern/user/task_special\n",
        "0::/../../system.slice/slurmstepd.scope/job_123/step_0/user/task_0\n",
        "12:pids:/\n4:memory:/slurm/uid_1000/job_123/step_batch/task_0\n1:name=systemd:/\n",
        "4:memory:/slurm_n1/uid_1000/job_123\n",
        "0::/system.slice/slurmstepd.scope/job_123/step_0/user/task_0/slurm/job_9\n",
      })
  void aControlGroupOfSlurmTellsTheJob(String groups) {
    assertThat(JobGroup.jobOf(groups)).hasValue("123");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "0::/user.slice/user-1000.slice/session-2.scope\n",
        "0::/user.slice/job_123/step_0\n",
        "0::/system.slice/slurmd.service\n",
        "0::/system.slice/slurmstepd.scope/job_x/step_0\n",
        "0::/user.slice/user-1000.slice/user@1000.service/slurmstepd.scope/job_9/step_0\n",
        "0::/system.slice/user@1000.service/slurm/job_9\n",
        "0::/system.slice/x-slurm-y/job_9\n",
      })
  void noOtherGroupTellsAJob(String groups) {
    assertThat(JobGroup.jobOf(groups)).isEmpty();
  }
}
