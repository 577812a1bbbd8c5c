package io.wattune.archive;

import io.wattune.archive.Manifest.Stored;
import io.wattune.archive.parquet.ParquetInput;
import io.wattune.schemas.codec.UndecodableException;
import io.wattune.schemas.file.Sha256;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Predicate;
import org.apache.avro.Schema;
import org.apache.avro.generic.GenericData;
import org.apache.avro.generic.GenericRecord;
import org.apache.avro.message.BinaryMessageEncoder;

/**
 * Reads an archive, as it was when it was opened: a writer may go on beside it. Not for several
 * threads.
 */
public final class Archive {
  private final Path root;
  private final ArchiveHeader header;
  private final List<Stored> commits;

  private Archive(Path root, ArchiveHeader header, List<Stored> commits) {
    this.root = root;
    this.header = header;
    this.commits = List.copyOf(commits);
  }

  /** Whether a folder is an archive, whole or damaged. */
  public static boolean isArchive(Path folder) {
    return Files.isRegularFile(folder.resolve(ArchiveFormat.HEADER));
  }

  /**
   * Opens an archive.
   *
   * @throws ArchiveException where the folder is none, or is damaged
   */
  public static Archive open(Path root) throws IOException {
    var manifest = new Manifest(root);
    return new Archive(root, manifest.header(), manifest.commits());
  }

  /** What holds for the whole archive. */
  public ArchiveHeader header() {
    return header;
  }

  /** Every commit, by number. */
  public List<ArchiveCommit> commits() {
    return commits.stream().map(Stored::commit).toList();
  }

  /**
   * SHA-256 of the newest commit, which names the checksums of its files and of the commit before:
   * it stands for the whole archive. Empty where there is no commit.
   */
  public String sha256() {
    return commits.isEmpty() ? "" : commits.get(commits.size() - 1).sha256();
  }

  List<Stored> stored() {
    return commits;
  }

  Path root() {
    return root;
  }

  /** What receives blocks. */
  @FunctionalInterface
  public interface BlockReceiver {
    /**
     * Takes a block.
     *
     * @param commit number of the commit that it is from
     */
    void accept(long commit, PlacedBlock block) throws IOException, UndecodableException;
  }

  /** What receives records. */
  @FunctionalInterface
  public interface RecordReceiver {
    /**
     * Takes a record.
     *
     * @param commit number of the commit that it is from
     * @param partition its partition
     * @param offset its offset
     * @param value its value, in Avro's single-object encoding
     */
    void accept(long commit, int partition, long offset, byte[] value)
        throws IOException, UndecodableException;
  }

  /**
   * Reads the blocks of readings in those files: commit after commit, and in a file by device, then
   * partition and offset. A file's checksum is compared before it is read.
   */
  public void forEachBlock(Predicate<ArchiveFile> wanted, BlockReceiver receiver)
      throws IOException, UndecodableException {
    String readings = io.wattune.schemas.topics.Topic.READINGS.label();
    for (ArchiveCommit commit : commits()) {
      for (ArchiveFile file : commit.files()) {
        if (file.kind().equals(readings) && wanted.test(file)) {
          try (ParquetInput input = open(file)) {
            ReadingRows.<UndecodableException>forEach(
                input, block -> receiver.accept(commit.number(), block));
          }
        }
      }
    }
  }

  /** Reads the records in those files, none of which may hold readings; else the same. */
  public void forEachRecord(Predicate<ArchiveFile> wanted, RecordReceiver receiver)
      throws IOException, UndecodableException {
    for (ArchiveCommit commit : commits()) {
      for (ArchiveFile file : commit.files()) {
        if (wanted.test(file)) {
          try (ParquetInput input = open(file)) {
            records(input, commit.number(), receiver);
          }
        }
      }
    }
  }

  private static void records(ParquetInput input, long commit, RecordReceiver receiver)
      throws IOException, UndecodableException {
    Schema schema = RecordRows.schema(input).getField("record").schema();
    var encoder = new BinaryMessageEncoder<GenericRecord>(GenericData.get(), schema);
    RecordRows.<UndecodableException>forEach(
        input,
        row ->
            receiver.accept(
                commit,
                (int) row.get("partition"),
                (long) row.get("offset"),
                encoder.encode((GenericRecord) row.get("record")).array()));
  }

  /**
   * Where a file is.
   *
   * @throws ArchiveException where the manifest leads out of the archive
   */
  Path path(ArchiveFile file) throws ArchiveException {
    Path path = root.resolve(file.path()).normalize();
    if (!path.startsWith(root.normalize())) {
      throw new ArchiveException(
          "the manifest names " + file.path() + ", which lies outside of the archive " + root);
    }
    return path;
  }

  private ParquetInput open(ArchiveFile file) throws IOException {
    Path path = path(file);
    if (!Files.isRegularFile(path)) { // What is no file, such as a pipe, has no end.
      throw new ArchiveException(
          path + " is gone, which the manifest names; restore it, or see 'wattune archive check'");
    }
    if (!Sha256.of(path).equals(file.sha256())) {
      throw new ArchiveException(
          path + " is not as it was written: its SHA-256 differs; restore it from a copy");
    }
    return new ParquetInput(path);
  }
}
