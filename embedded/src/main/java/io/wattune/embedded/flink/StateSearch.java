package io.wattune.embedded.flink;

import io.wattune.schemas.failure.EngineException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Finds the newest state of a job that does not run: what the cluster remembers of earlier jobs of
 * its name, and what lies in the job's folder, which outlives the cluster.
 */
public final class StateSearch {
  /** A complete checkpoint or savepoint has this file. */
  private static final String METADATA = "_metadata";

  /** {@code <job id>/chk-<n>/_metadata}, {@code savepoints/savepoint-<...>/_metadata}. */
  private static final int DEPTH = 4;

  private StateSearch() {}

  /**
   * The newest state of a job.
   *
   * @param name the job's name
   * @param folder where its checkpoints go; null where the cluster says that itself
   */
  public static Optional<SavedState> newest(
      FlinkCluster flink, String name, @Nullable String folder) throws EngineException {
    List<SavedState> states = new ArrayList<>();
    for (ClusterJob job : flink.jobs()) {
      if (job.name().equals(name)) {
        flink.newestState(job.id()).ifPresent(states::add);
      }
    }
    if (folder != null) {
      local(folder).ifPresent(path -> states.addAll(below(path)));
    }
    return states.stream().max(Comparator.comparingLong(SavedState::timeMillis));
  }

  /** A folder of this machine; empty for one that only the cluster reaches. */
  static Optional<Path> local(String folder) {
    URI uri = URI.create(folder);
    return "file".equals(uri.getScheme()) ? Optional.of(Path.of(uri.getPath())) : Optional.empty();
  }

  private static List<SavedState> below(Path folder) {
    if (!Files.isDirectory(folder)) {
      return List.of();
    }
    try (Stream<Path> files = Files.find(folder, DEPTH, (file, about) -> isMetadata(file))) {
      return files.map(StateSearch::state).toList();
    } catch (IOException e) {
      throw new UncheckedIOException("cannot search " + folder, e);
    }
  }

  private static boolean isMetadata(Path file) {
    return file.endsWith(METADATA);
  }

  private static SavedState state(Path metadata) {
    try {
      return new SavedState(
          String.valueOf(metadata.toUri().resolve(".")),
          Files.getLastModifiedTime(metadata).toMillis());
    } catch (IOException e) {
      throw new UncheckedIOException("cannot look at " + metadata, e);
    }
  }
}
