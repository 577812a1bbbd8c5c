package io.wattune.pipeline;

import io.wattune.archive.sink.ArchiveCounts;
import io.wattune.sinks.influx.SinkCounts;
import org.jspecify.annotations.Nullable;

/**
 * What a run has kept.
 *
 * @param store what the sink has done; null without a store
 * @param storeFailure what has stopped the sink; null where nothing has
 * @param archive what the archive's writer has done; null without an archive
 * @param archiveFailure what has stopped the archive's writer; null where nothing has
 */
public record StorageSummary(
    @Nullable SinkCounts store,
    @Nullable String storeFailure,
    @Nullable ArchiveCounts archive,
    @Nullable String archiveFailure) {

  /** Neither store nor archive. */
  static final StorageSummary NOTHING = new StorageSummary(null, null, null, null);

  /**
   * Whether nothing has failed for good, and the archive has everything. A store may lag: it can be
   * written again from the topics.
   */
  public boolean isWhole() {
    ArchiveCounts archived = archive;
    return storeFailure == null
        && archiveFailure == null
        && (archived == null || archived.left() == 0);
  }
}
