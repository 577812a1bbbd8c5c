package io.wattune.embedded.flink;

import java.util.Set;

/**
 * A job as its cluster lists it.
 *
 * @param id 32 hexadecimal digits
 * @param name as it was submitted
 * @param state Flink's word, such as {@code RUNNING}
 * @param tasks its parallel tasks
 * @param runningTasks those that run: fewer than all while it starts or restarts
 */
public record ClusterJob(String id, String name, String state, int tasks, int runningTasks) {
  private static final Set<String> ENDED = Set.of("FINISHED", "CANCELED", "FAILED");

  /** Whether all its tasks run, so that its state can be kept. */
  public boolean isWhole() {
    return tasks > 0 && runningTasks == tasks;
  }

  /** Whether it will never run again. */
  public boolean hasEnded() {
    return ENDED.contains(state);
  }
}
