package io.wattune.benchmarks.archive;

import io.wattune.archive.Archive;
import io.wattune.archive.ArchiveFormat;
import io.wattune.archive.ArchiveHeader;
import io.wattune.archive.ArchiveStore;
import io.wattune.archive.ArchivedRecord;
import io.wattune.archive.OffsetRange;
import io.wattune.archive.SourcePartition;
import io.wattune.schemas.codec.BundledSchemas;
import io.wattune.schemas.codec.ReadingBlockCodec;
import io.wattune.schemas.codec.UndecodableException;
import io.wattune.schemas.topics.Topic;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;

/** The archive as it is: a row for each poll, with manifest, checksums and forced writes. */
final class ParquetArchive implements CandidateFormat {
  private static final long COMMIT_BYTES = 256L << 20;

  @Override
  public String name() {
    return "Parquet, one row a poll";
  }

  @Override
  public void write(Path folder, List<EncodedBlock> blocks) throws IOException {
    var source = new SourcePartition(Topic.READINGS.label(), "id", 0);
    var header = new ArchiveHeader(ArchiveFormat.LAYOUT, "wattune", 16);
    try (ArchiveStore store = ArchiveStore.open(folder, header, BundledSchemas.get())) {
      long from = 0;
      for (int i = 0; i < blocks.size(); i++) {
        EncodedBlock block = blocks.get(i);
        byte[] key = block.device().getBytes(StandardCharsets.UTF_8);
        store.add(new ArchivedRecord(Topic.READINGS, 0, i, 0, key, block.value(), List.of()));
        if (store.gatheredBytes() > COMMIT_BYTES || i == blocks.size() - 1) {
          store.commit(
              List.of(new OffsetRange(source, from, i + 1L, i + 1L - from)),
              List.of(),
              Instant.EPOCH);
          from = i + 1L;
        }
      }
    }
  }

  @Override
  public long read(Path folder) throws IOException {
    long[] readings = {0};
    try {
      Archive.open(folder)
          .forEachBlock(
              file -> true,
              (commit, block) -> readings[0] += ReadingBlockCodec.polls(block.block()).polls());
    } catch (UndecodableException e) {
      throw new IOException(e);
    }
    return readings[0];
  }
}
