package io.wattune.archive.sink;

import io.wattune.archive.LostRange;
import io.wattune.archive.OffsetRange;
import io.wattune.archive.SourcePartition;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.kafka.common.TopicPartition;
import org.jspecify.annotations.Nullable;

/** Which offsets have been read since the last commit. Not for several threads. */
final class ReadOffsets {
  private static final class Open {
    final SourcePartition source;
    long from;
    long to;
    long records;

    Open(SourcePartition source, long from) {
      this.source = source;
      this.from = from;
      this.to = from;
    }
  }

  private final Map<TopicPartition, Open> open = new HashMap<>();
  private final List<OffsetRange> closed = new ArrayList<>();
  private final List<LostRange> lost = new ArrayList<>();

  /** A partition is read from this offset on. */
  void begin(TopicPartition partition, SourcePartition source, long offset) {
    open.put(partition, new Open(source, offset));
  }

  /** A record has been taken. */
  void took(TopicPartition partition) {
    of(partition).records++;
  }

  /** Everything before this offset has been taken. */
  void reached(TopicPartition partition, long offset) {
    of(partition).to = offset;
  }

  /** The offset that a partition has reached. */
  long position(TopicPartition partition) {
    return of(partition).to;
  }

  /** The next offsets up to that one are gone. */
  void lost(TopicPartition partition, long to, String why) {
    Open range = of(partition);
    range(range).ifPresent(closed::add);
    lost.add(new LostRange(range.source, range.to, to, why));
    range.from = to;
    range.to = to;
    range.records = 0;
  }

  /** What was read since the last commit. */
  List<OffsetRange> ranges() {
    List<OffsetRange> ranges = new ArrayList<>(closed);
    open.values().forEach(range -> range(range).ifPresent(ranges::add));
    return ranges;
  }

  /** What was found to be gone since the last commit. */
  List<LostRange> losses() {
    return List.copyOf(lost);
  }

  /** Whether there is anything to say in a commit. */
  boolean isEmpty() {
    return lost.isEmpty() && ranges().isEmpty();
  }

  /** A commit holds what was read. */
  void committed() {
    closed.clear();
    lost.clear();
    for (Open range : open.values()) {
      range.from = range.to;
      range.records = 0;
    }
  }

  private static Optional<OffsetRange> range(Open range) {
    return range.to == range.from
        ? Optional.empty()
        : Optional.of(new OffsetRange(range.source, range.from, range.to, range.records));
  }

  private Open of(TopicPartition partition) {
    @Nullable Open range = open.get(partition);
    if (range == null) {
      throw new IllegalStateException("partition " + partition + " is not read");
    }
    return range;
  }
}
