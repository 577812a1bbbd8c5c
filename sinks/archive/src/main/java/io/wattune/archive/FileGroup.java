package io.wattune.archive;

/**
 * What goes into one file of a commit: records of one kind, one date, one bucket of keys and one
 * schema.
 *
 * @param kind label of the topic, or {@link ArchiveFormat#UNREADABLE}
 * @param date UTC date of the records' event time, as ISO 8601 writes it
 * @param bucket which part of the keys
 * @param schema fingerprint of the schema that the records were written with
 */
record FileGroup(String kind, String date, int bucket, long schema)
    implements Comparable<FileGroup> {

  @Override
  public int compareTo(FileGroup other) {
    int byKind = kind.compareTo(other.kind);
    int byDate = byKind != 0 ? byKind : date.compareTo(other.date);
    int byBucket = byDate != 0 ? byDate : Integer.compare(bucket, other.bucket);
    return byBucket != 0 ? byBucket : Long.compare(schema, other.schema);
  }

  /** The folder, from the archive's root, in the way that engines read partitions from paths. */
  String folder() {
    return String.format(java.util.Locale.ROOT, "%s/date=%s/bucket=%03d", kind, date, bucket);
  }
}
