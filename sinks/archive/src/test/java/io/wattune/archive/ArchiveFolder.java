package io.wattune.archive;

import io.wattune.core.reading.PollBlock;
import io.wattune.core.reading.PowerUnit;
import io.wattune.schemas.codec.BundledSchemas;
import io.wattune.schemas.codec.ReadingBlockCodec;
import io.wattune.schemas.topics.Topic;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/** An archive in a folder, with commits of a few blocks. */
final class ArchiveFolder {
  static final ArchiveHeader HEADER = new ArchiveHeader(ArchiveFormat.LAYOUT, "wattune", 4);
  static final SourcePartition READINGS_0 = new SourcePartition("readings", "topic-id", 0);
  static final Instant NOW = Instant.parse("2026-01-05T12:00:00Z");

  /** 2026-01-05T12:00:00Z. */
  static final long START = NOW.getEpochSecond() * 1_000_000_000L;

  /** What the first block of each device says that it is. */
  static final String MODEL = "Tesla K20m";

  private static final ReadingBlockCodec CODEC = new ReadingBlockCodec();

  private ArchiveFolder() {}

  static ArchiveStore open(Path folder) throws Exception {
    return ArchiveStore.open(folder, HEADER, BundledSchemas.get());
  }

  /** Writes a commit for each size: so many blocks of three devices, offsets from 0 on. */
  static void write(Path folder, int... commits) throws Exception {
    try (ArchiveStore store = open(folder)) {
      for (int blocks : commits) {
        commit(store, blocks);
      }
    }
  }

  /** Adds blocks behind what the archive holds, and commits them. */
  static ArchiveCommit commit(ArchiveStore store, int blocks) throws Exception {
    long from = store.position(READINGS_0).orElse(0);
    for (int i = 0; i < blocks; i++) {
      store.add(record(from + i));
    }
    return store.commit(
        List.of(new OffsetRange(READINGS_0, from, from + blocks, blocks)), List.of(), NOW);
  }

  /** The record at an offset: its device, number and content follow from it. */
  static ArchivedRecord record(long offset) {
    return record(offset, device(offset), offset / 3);
  }

  static ArchivedRecord record(long offset, String device, long sequence) {
    PollBlock block = block(device, sequence);
    byte[] value = CODEC.encode(sequence == 0 ? block.named(MODEL) : block);
    return new ArchivedRecord(
        Topic.READINGS, 0, offset, NOW.toEpochMilli(), bytes(device), value, List.of());
  }

  static String device(long offset) {
    return "n1/GPU-" + offset % 3;
  }

  static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  /** Five polls, of which the third got no reading. */
  static PollBlock block(String device, long sequence) {
    long[] times = new long[5];
    int[] values = new int[5];
    for (int i = 0; i < 5; i++) {
      times[i] = START + (sequence * 5 + i) * 10_000_000L;
      values[i] = i == 2 ? PollBlock.MISSING : (int) (100_000 + 10 * sequence + i);
    }
    return new PollBlock(
        device, sequence, "power.draw", PowerUnit.MILLIWATTS, times, values, false);
  }

  /** Offsets of all blocks that can be read, in the order they are read. */
  static List<Long> offsets(Path folder) throws Exception {
    List<Long> offsets = new ArrayList<>();
    Archive.open(folder).forEachBlock(file -> true, (commit, block) -> offsets.add(block.offset()));
    return offsets;
  }
}
