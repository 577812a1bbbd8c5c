package io.wattune.collectors.run;

import io.wattune.collectors.slurm.JobGroup;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Consumer;
import java.util.regex.Pattern;

/**
 * Whose work it is, as Slurm says: by the environment of a job's steps, else by the control group
 * of the job; and the labels in {@value #LABELS}, which a site's prolog, a job's script or a
 * container may set.
 */
public final class JobLabels {
  private static final Path OWN_GROUPS = Path.of("/proc/self/cgroup");

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

  /** {@code KEY=VALUE,KEY=VALUE}. */
  static final String LABELS = "WATTUNE_LABELS";

  /** What the lines of docs/reference/activities.md have no text of. */
  private static final Pattern CONTROLS = Pattern.compile("\\p{Cntrl}|[\\x7f-\\x9f]|\\p{Cs}");

  private static final int LONGEST_TEXT = 256;

  private JobLabels() {}

  /**
   * The labels of this process.
   *
   * @param fault takes a sentence about each label that is left out
   */
  public static Map<String, String> own(Map<String, String> environment, Consumer<String> fault) {
    String groups = "";
    try {
      groups = Files.readString(OWN_GROUPS);
    } catch (IOException e) {
      groups = ""; // No Linux, or one that does not say.
    }
    Map<String, String> labels = of(environment, groups);
    for (String each : environment.getOrDefault(LABELS, "").split(",", 0)) {
      int equals = each.indexOf('=');
      if (equals > 0 && !each.substring(0, equals).isBlank()) {
        labels.put(cleaned(each.substring(0, equals).strip()), cleaned(each.substring(equals + 1)));
      } else if (!each.isBlank()) {
        fault.accept(LABELS + ": '" + cleaned(each) + "' is not KEY=VALUE and is left out");
      }
    }
    return labels;
  }

  /** The labels of a process with this environment and these lines of {@code /proc/PID/cgroup}. */
  static Map<String, String> of(Map<String, String> environment, String groups) {
    var labels = new LinkedHashMap<String, String>();
    VARIABLES.forEach(
        (variable, label) -> {
          String value = environment.getOrDefault(variable, "");
          if (!value.isBlank()) {
            labels.put(label, cleaned(value));
          }
        });
    String job = JobGroup.jobOf(groups).orElse("");
    if (!job.isEmpty() && !job.equals(labels.get("job"))) {
      // The kernel says which job it is; a process may write into its environment what it likes.
      labels.clear();
      labels.put("job", job);
    }
    return labels;
  }

  /** As an agent takes it: a label that nobody asked for must not be why a job is not started. */
  private static String cleaned(String value) {
    String plain = CONTROLS.matcher(value).replaceAll(" ");
    return plain.length() <= LONGEST_TEXT ? plain : plain.substring(0, LONGEST_TEXT);
  }
}
