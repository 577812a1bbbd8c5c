package io.wattune.pipeline.jobs;

import io.wattune.embedded.flink.FlinkCluster;
import io.wattune.schemas.failure.EngineException;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * What a cluster's own configuration says of our jobs.
 *
 * @param settings keys and values, as its job manager has them
 */
public record ClusterSettings(Map<String, String> settings) {
  /** Today's name and the one before, which Flink still takes. */
  private static final List<String> BACKEND = List.of("state.backend.type", "state.backend");

  private static final List<String> SAVEPOINTS =
      List.of("execution.checkpointing.savepoint-dir", "state.savepoints.dir");

  public ClusterSettings {
    settings = Map.copyOf(settings);
  }

  /** Asks the cluster. */
  public static ClusterSettings of(FlinkCluster flink) throws EngineException {
    return new ClusterSettings(flink.configuration());
  }

  /** Why the ledger cannot run there; empty where it can. */
  public Optional<String> againstTheLedger() {
    return set(BACKEND)
        .filter(ClusterSettings::isOnDisk)
        .map(
            backend ->
                "the cluster keeps state on disk (state.backend.type: "
                    + backend
                    + "), and the ledger cannot keep up so: it reads and writes a device's whole state with"
                    + " each record, and four GPUs fell minutes behind; set state.backend.type: hashmap"
                    + " in Flink's configuration");
  }

  /** Whether the cluster has a folder for savepoints of jobs that name none. */
  public boolean hasSavepointFolder() {
    return set(SAVEPOINTS).isPresent();
  }

  private Optional<String> set(List<String> keys) {
    return keys.stream()
        .flatMap(key -> Stream.ofNullable(settings.get(key)))
        .filter(value -> !value.isBlank())
        .findFirst();
  }

  /** By name, or by the class of its factory. */
  private static boolean isOnDisk(String backend) {
    String name = backend.toLowerCase(Locale.ROOT);
    return name.contains("rocksdb") || name.contains("forst");
  }
}
