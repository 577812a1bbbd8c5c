package io.wattune.launcher.flink;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.Comparator;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * What a cluster says of a job's checkpoints.
 *
 * @param completed how many were completed
 * @param failed how many were not
 * @param checkpoint the newest checkpoint; null where there is none
 * @param savepoint the newest savepoint; null where there is none
 */
public record JobCheckpoints(
    long completed, long failed, @Nullable SavedState checkpoint, @Nullable SavedState savepoint) {

  static JobCheckpoints of(JsonNode answer) {
    JsonNode latest = answer.path("latest");
    return new JobCheckpoints(
        answer.path("counts").path("completed").asLong(),
        answer.path("counts").path("failed").asLong(),
        saved(latest.path("completed")),
        saved(latest.path("savepoint")));
  }

  /** Null where it lies in the cluster's memory only. */
  private static @Nullable SavedState saved(JsonNode node) {
    String path = node.path("external_path").asText("");
    return path.isEmpty() || path.startsWith("<")
        ? null
        : new SavedState(path, node.path("latest_ack_timestamp").asLong());
  }

  /** What a new job would go on from. */
  public Optional<SavedState> newest() {
    return Stream.of(Optional.ofNullable(checkpoint), Optional.ofNullable(savepoint))
        .flatMap(Optional::stream)
        .max(Comparator.comparingLong(SavedState::timeMillis));
  }
}
