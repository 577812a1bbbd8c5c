package io.wattune.archive.sink;

import io.wattune.archive.ArchiveFormat;
import io.wattune.kafka.KafkaAccess;
import io.wattune.schemas.topics.Namespace;
import io.wattune.schemas.topics.Topic;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.stream.Collectors;

/**
 * What to archive, and where to.
 *
 * @param kafka how Kafka is reached
 * @param namespace whose topics are archived
 * @param folder the archive
 * @param buckets how many parts a new archive divides its keys into
 * @param maxBytes what may be gathered in memory until a commit is written
 * @param maxAge how long a record may wait for its commit
 * @param topics which topics, some of {@link ArchiveFormat#TOPICS}
 */
public record ArchiveOptions(
    KafkaAccess kafka,
    Namespace namespace,
    Path folder,
    int buckets,
    long maxBytes,
    Duration maxAge,
    List<Topic> topics) {

  /** Buckets of a new archive, where nothing else is asked for. */
  public static final int DEFAULT_BUCKETS = 16;

  /** Age, where nothing else is asked for. */
  public static final Duration DEFAULT_MAX_AGE = Duration.ofMinutes(10);

  /** Every topic that can be archived. */
  public ArchiveOptions(
      KafkaAccess kafka,
      Namespace namespace,
      Path folder,
      int buckets,
      long maxBytes,
      Duration maxAge) {
    this(kafka, namespace, folder, buckets, maxBytes, maxAge, ArchiveFormat.TOPICS);
  }

  public ArchiveOptions {
    topics = List.copyOf(topics);
    if (topics.isEmpty() || !ArchiveFormat.TOPICS.containsAll(topics)) {
      throw new IllegalArgumentException(
          "topics must be some of " + labels(ArchiveFormat.TOPICS) + "; were " + labels(topics));
    }
    if (buckets < 1 || buckets > ArchiveFormat.MOST_BUCKETS) {
      throw new IllegalArgumentException(
          "buckets must be in 1.." + ArchiveFormat.MOST_BUCKETS + ", was " + buckets);
    }
    if (maxBytes < 1) {
      throw new IllegalArgumentException("maxBytes must be above 0, was " + maxBytes);
    }
    if (maxAge.isNegative() || maxAge.isZero()) {
      throw new IllegalArgumentException("maxAge must be above 0, was " + maxAge);
    }
  }

  private static String labels(List<Topic> topics) {
    return topics.stream().map(Topic::label).collect(Collectors.joining(", "));
  }
}
