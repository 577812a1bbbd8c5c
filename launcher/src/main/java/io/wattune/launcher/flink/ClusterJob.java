package io.wattune.launcher.flink;

import java.util.Set;

/**
 * A job as its cluster lists it.
 *
 * @param id 32 hexadecimal digits
 * @param name as it was submitted
 * @param state Flink's word, such as {@code RUNNING}
 */
public record ClusterJob(String id, String name, String state) {
  private static final Set<String> ENDED = Set.of("FINISHED", "CANCELED", "FAILED");

  /** Whether it will never run again. */
  public boolean hasEnded() {
    return ENDED.contains(state);
  }
}
