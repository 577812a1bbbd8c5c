package io.wattune.archive;

import io.wattune.schemas.topics.Topic;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.zip.CRC32;

/** Names and versions of the archive's format. */
public final class ArchiveFormat {

  /** Version of the folder, the manifest and the files' columns. A reader refuses another one. */
  public static final int LAYOUT = 1;

  /** The topics that are archived. */
  public static final List<Topic> TOPICS =
      List.of(
          Topic.READINGS,
          Topic.COUNTERS,
          Topic.ACTIVITY,
          Topic.PROFILES,
          Topic.POWER,
          Topic.ENERGY,
          Topic.COMPONENT_POWER,
          Topic.HEAT,
          Topic.DECISIONS,
          Topic.ACTUATIONS);

  /** Folder of records that could not be read as what they should be; they are kept as bytes. */
  public static final String UNREADABLE = "unreadable";

  /** File that makes a folder an archive. */
  public static final String HEADER = "archive.json";

  /** Folder of the commits. */
  static final String MANIFEST = "_manifest";

  /** Folder of files that are being written. */
  static final String IN_PROGRESS = "_in-progress";

  /** File that a writer holds locked. */
  static final String LOCK = "_lock";

  /** Most buckets that an archive may have. */
  public static final int MOST_BUCKETS = 1000;

  private ArchiveFormat() {}

  /** The bucket of a key: CRC-32 of its UTF-8 bytes, modulo the number of buckets. */
  public static int bucket(String key, int buckets) {
    var crc = new CRC32();
    crc.update(key.getBytes(StandardCharsets.UTF_8));
    return (int) (crc.getValue() % buckets);
  }
}
