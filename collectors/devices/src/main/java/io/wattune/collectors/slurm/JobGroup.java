package io.wattune.collectors.slurm;

import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The control group that {@code slurmstepd} puts every process of a job into (Slurm's cgroup guide:
 * {@code .../slurm/uid_U/job_J/step_S} in version 1, {@code .../slurmstepd.scope/job_J/step_S} in
 * version 2), which holds for who came by {@code ssh} too. Systemd gives users groups of their own
 * to name as they like: nothing below such a one, and of a job's group nothing below the outermost,
 * names a job. Test: {@code JobGroupTest}.
 */
public final class JobGroup {
  private static final Pattern JOB =
      Pattern.compile(
          "/(?:slurm(?:_[^/]+)?|(?:[^/]+_)?slurmstepd\\.scope)/(?:uid_\\d+/)?job_(\\d+)(?:/|$)");

  private static final Pattern OF_A_USER = Pattern.compile("/user\\.slice(?:/|$)|/user@");

  private JobGroup() {}

  /** The job of a process with these lines of {@code /proc/PID/cgroup}; none outside of Slurm. */
  public static Optional<String> jobOf(String groups) {
    return groups
        .lines()
        .filter(line -> !OF_A_USER.matcher(line).find())
        .map(JOB::matcher)
        .filter(Matcher::find)
        .map(match -> match.group(1))
        .findFirst();
  }
}
