package io.wattune.collectors.decisions;

import io.wattune.collectors.journal.DurableFile;
import io.wattune.core.lease.Obstacle;
import io.wattune.core.rightsize.RightSizeTable;
import io.wattune.core.rightsize.RightSizeText;
import io.wattune.schemas.codec.RecordKey;
import io.wattune.schemas.codec.RecordLimits;
import io.wattune.schemas.codec.RightSizeTableCodec;
import io.wattune.schemas.codec.UndecodableException;
import io.wattune.schemas.failure.FailureWords;
import java.io.IOException;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Stream;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The right-size tables that a node believes, each in a file of its own for the runtimes of its
 * servers (docs/reference/right-sizes.md). One that cannot be read, that the node does not believe,
 * or that is older than the one of its key, changes nothing; one that the topic has no longer is
 * removed. Used by one thread; its count may be read by any.
 */
final class RightSizeShelf {
  /** More models than a node has servers of; what comes beyond is left out. */
  static final int MOST = 64;

  /** Of so many records it is remembered that they were reported. */
  private static final int MOST_WARNED = 1_000;

  private static final Logger LOG = LoggerFactory.getLogger(RightSizeShelf.class);

  private final RightSizeTableCodec codec = new RightSizeTableCodec();
  private final Map<String, ConsumerRecord<String, byte[]>> newest = new TreeMap<>();

  /** By file, the version that is in it. */
  private final Map<Path, Long> written = new TreeMap<>();

  /** Offsets of records that were warned of; not the records, which are large. */
  private final Set<String> warned = new HashSet<>();

  private final AtomicLong refused = new AtomicLong();

  /** A new reading of the topic from its beginning: what is gone from it counts no more. */
  void begin() {
    newest.clear();
  }

  void take(ConsumerRecord<String, byte[]> record) {
    String key = record.key();
    if (key == null) {
      warnOnce(record, "the key must be <product>/<model>");
    } else if (record.value() == null) {
      newest.remove(key);
    } else if (record.value().length > RecordLimits.MOST_BYTES) {
      warnOnce(record, "it has more than " + RecordLimits.MOST_BYTES + " bytes");
    } else if (newest.size() < MOST || newest.containsKey(key)) {
      newest.put(key, record);
    } else {
      warnOnce(record, "there are " + MOST + " tables already; delete some keys of the topic");
    }
  }

  /**
   * Puts what a node believes where its runtimes look.
   *
   * @param folder its own
   */
  void put(Path folder, Belief belief) {
    Set<Path> files = new HashSet<>();
    for (ConsumerRecord<String, byte[]> record : newest.values()) {
      Path file =
          folder.resolve(URLEncoder.encode(record.key(), StandardCharsets.UTF_8) + ".sizes");
      Obstacle refusal = belief.refusal(record);
      if (refusal != null) {
        warnOnce(record, refusal.detail());
        continue;
      }
      try {
        RightSizeTable table = codec.decode(record.value());
        RecordKey.check(record.key(), table.key());
        files.add(file);
        write(file, table, record);
      } catch (UndecodableException e) {
        warnOnce(record, e.detail());
      } catch (IOException e) {
        warnOnce(record, "it cannot be written: " + FailureWords.of(e));
      }
    }
    remove(folder, files);
  }

  private void write(Path file, RightSizeTable table, ConsumerRecord<String, byte[]> record)
      throws IOException {
    Long before = written.get(file);
    if (before != null && before >= table.version()) {
      if (before > table.version()) {
        warnOnce(record, "it is stale: version " + before + " is known");
      }
      return;
    }
    Files.createDirectories(file.toAbsolutePath().getParent());
    DurableFile.write(
        file,
        RightSizeText.of(table).getBytes(StandardCharsets.UTF_8),
        DurableFile.OWNER_AND_GROUP);
    written.put(file, table.version());
    LOG.info("right-sizes of {}, version {}, are in {}", table.key(), table.version(), file);
  }

  private void remove(Path folder, Set<Path> files) {
    if (!Files.isDirectory(folder)) {
      return;
    }
    List<Path> others;
    try (Stream<Path> all = Files.list(folder)) {
      others = all.filter(each -> !files.contains(each)).toList();
      for (Path each : others) {
        Files.deleteIfExists(each);
        written.remove(each);
      }
    } catch (IOException e) {
      LOG.warn("right-sizes that hold no more cannot be removed: {}", FailureWords.of(e));
    }
  }

  /** Records that were not taken. */
  long refused() {
    return refused.get();
  }

  /** Once for each record. */
  private void warnOnce(ConsumerRecord<String, byte[]> record, String why) {
    if (warned.size() >= MOST_WARNED) {
      warned.clear();
    }
    if (warned.add(record.partition() + "/" + record.offset())) {
      refused.incrementAndGet();
      LOG.warn("right-sizes of '{}' are not taken: {}", record.key(), why);
    }
  }
}
