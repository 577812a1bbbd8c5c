package io.wattune.collectors.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

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
            "0::/system.slice/slurmstepd.scope/job_17/step_0\n");

    assertThat(labels)
        .as("what is empty does not count")
        .isEqualTo(Map.of("job", "17", "jobName", "train", "user", "ann", "step", "0"));
  }

  @Test
  void nobodyIsAnotherJobByItsEnvironment() {
    assertThat(
            JobLabels.of(
                Map.of("SLURM_JOB_ID", "17", "SLURM_JOB_ACCOUNT", "theirs"),
                "0::/system.slice/slurmstepd.scope/job_99/step_0\n"))
        .isEqualTo(Map.of("job", "99"));
  }

  @Test
  void withoutItsEnvironmentTheControlGroupTellsTheJob() {
    String groups = "0::/system.slice/slurmstepd.scope/job_123/step_0/user/task_0\n";

    assertThat(JobLabels.of(Map.of(), groups)).isEqualTo(Map.of("job", "123"));
    assertThat(JobLabels.of(Map.of(), "0::/user.slice/job_123/step_0\n")).isEmpty();
  }

  @Test
  void labelsOfTheEnvironmentCountAndWhatIsNoneIsSaid() {
    List<String> faults = new ArrayList<>();

    Map<String, String> labels =
        JobLabels.own(
            Map.of(JobLabels.LABELS, "wattune.max-slowdown=1%, team = a=b,none,=x,,"), faults::add);

    assertThat(labels)
        .containsEntry("wattune.max-slowdown", "1%")
        .containsEntry("team", " a=b")
        .doesNotContainKeys("none", "");
    assertThat(faults)
        .containsExactly(
            "WATTUNE_LABELS: 'none' is not KEY=VALUE and is left out",
            "WATTUNE_LABELS: '=x' is not KEY=VALUE and is left out");
  }

  /** Fails where the agent refuses the start, and so the job, for a name that nobody asked for. */
  @Test
  void aNameThatAgentsDoNotTakeIsShortenedAndCleaned() {
    String name = "a\tb\u0085" + "x".repeat(300);

    assertThat(JobLabels.of(Map.of("SLURM_JOB_NAME", name), "").get("jobName"))
        .startsWith("a b xx")
        .hasSize(256);
  }
}
