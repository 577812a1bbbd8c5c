package io.wattune.launcher.run;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Whose work it is, as Slurm says: by the environment of a job's steps, else by the control group
 * that {@code slurmstepd} puts every process of a job into (Slurm's cgroup guide: {@code
 * .../slurm/uid_U/job_J/step_S} in version 1, {@code .../slurmstepd.scope/job_J/step_S} in version
 * 2), which holds for who came by {@code ssh} too.
 */
final class JobLabels {
  private static final Path OWN_GROUPS = Path.of("/proc/self/cgroup");

  private static final Pattern JOB = Pattern.compile("/[^/]*slurm[^/]*/(?:.*/)?job_(\\d+)(?:/|$)");

  private static final Map<String, String> VARIABLES =
      Map.of(
          "SLURM_JOB_ID", "job",
          "SLURM_JOB_NAME", "jobName",
          "SLURM_JOB_USER", "user",
          "SLURM_JOB_ACCOUNT", "account",
          "SLURM_STEP_ID", "step",
          "SLURM_PROCID", "rank",
          "SLURM_ARRAY_JOB_ID", "arrayJob",
          "SLURM_ARRAY_TASK_ID", "arrayTask");

  private JobLabels() {}

  /** The labels of this process. */
  static Map<String, String> own(Map<String, String> environment) {
    String groups = "";
    try {
      groups = Files.readString(OWN_GROUPS);
    } catch (IOException e) {
      groups = ""; // No Linux, or none that tells.
    }
    return of(environment, groups);
  }

  /** The labels of a process with this environment and these lines of {@code /proc/PID/cgroup}. */
  static Map<String, String> of(Map<String, String> environment, String groups) {
    var labels = new LinkedHashMap<String, String>();
    VARIABLES.forEach(
        (variable, label) -> {
          String value = environment.getOrDefault(variable, "");
          if (!value.isBlank()) {
            labels.put(label, value);
          }
        });
    jobOf(groups).ifPresent(job -> labels.putIfAbsent("job", job));
    return labels;
  }

  private static Optional<String> jobOf(String groups) {
    return groups
        .lines()
        .map(JOB::matcher)
        .filter(Matcher::find)
        .map(match -> match.group(1))
        .findFirst();
  }
}
