package io.wattune.archive;

/**
 * What holds for a whole archive.
 *
 * @param layout version of the format
 * @param namespace prefix of the topics that are archived
 * @param buckets how many parts the keys are divided into
 */
public record ArchiveHeader(int layout, String namespace, int buckets) {

  public ArchiveHeader {
    if (buckets < 1 || buckets > ArchiveFormat.MOST_BUCKETS) {
      throw new IllegalArgumentException(
          "buckets must be in 1.." + ArchiveFormat.MOST_BUCKETS + ", was " + buckets);
    }
  }
}
