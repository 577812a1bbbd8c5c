package io.wattune.pipeline;

import java.nio.file.Path;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * What is kept of what goes over the topics.
 *
 * @param storePort the embedded store's port, 0 for any free one; null for no store
 * @param storeKeep how long the store keeps a point: whole days
 * @param archive folder of the archive; null for none
 * @param archiveAge how long a record may wait until it is in the archive
 */
public record KeepOptions(
    @Nullable Integer storePort, Duration storeKeep, @Nullable Path archive, Duration archiveAge) {

  /** Neither store nor archive. */
  public static final KeepOptions NOTHING =
      new KeepOptions(null, Duration.ofDays(7), null, Duration.ofMinutes(10));
}
