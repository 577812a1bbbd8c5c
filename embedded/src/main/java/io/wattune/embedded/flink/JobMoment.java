package io.wattune.embedded.flink;

import org.jspecify.annotations.Nullable;

/**
 * A job at one moment, as Flink's REST interface reports it.
 *
 * @param name the job's name
 * @param state in Flink's word, such as {@code RUNNING}
 * @param uptimeMillis for how long it has been in this state
 * @param restarts how often it was restarted since it was submitted
 * @param checkpoints completed checkpoints since then
 * @param checkpointsFailed failed checkpoints since then
 * @param newest the newest completed checkpoint; null where there is none
 * @param failure why the newest checkpoint failed; null where it did not, or is not over
 * @param checkpointMillis how often one is begun; 0 where none is
 * @param behindMillis how far it is behind the broker; null where that is not known
 */
public record JobMoment(
    String name,
    String state,
    long uptimeMillis,
    long restarts,
    long checkpoints,
    long checkpointsFailed,
    @Nullable Checkpoint newest,
    @Nullable String failure,
    long checkpointMillis,
    @Nullable Long behindMillis) {

  /**
   * A completed checkpoint.
   *
   * @param ageMillis time since it ended
   * @param durationMillis how long it took
   * @param bytes its state
   */
  public record Checkpoint(long ageMillis, long durationMillis, long bytes) {}

  /** Whether all its tasks run. */
  public boolean isRunning() {
    return state.equals("RUNNING");
  }

  /** Whether it has ended for good, by failure or not. */
  public boolean isOver() {
    return switch (state) {
      case "FAILED", "CANCELED", "FINISHED", "SUSPENDED" -> true;
      default -> false;
    };
  }
}
