package io.wattune.archive;

import static org.assertj.core.api.Assertions.assertThat;

import io.wattune.core.counter.CounterReading;
import io.wattune.core.decision.Actuation;
import io.wattune.core.decision.Decision;
import io.wattune.core.ledger.Activity;
import io.wattune.core.sensor.SensorProfile;
import io.wattune.schemas.avro.ReadingBlock;
import io.wattune.schemas.avro.SignalColumn;
import io.wattune.schemas.avro.SignalUnit;
import io.wattune.schemas.codec.ActivityCodec;
import io.wattune.schemas.codec.ActivityEvent;
import io.wattune.schemas.codec.ActuationCodec;
import io.wattune.schemas.codec.ControlValues;
import io.wattune.schemas.codec.CoreValues;
import io.wattune.schemas.codec.CounterReadingCodec;
import io.wattune.schemas.codec.DecisionCodec;
import io.wattune.schemas.codec.RecordCodec;
import io.wattune.schemas.codec.RecordEncoder;
import io.wattune.schemas.codec.SensorProfileCodec;
import io.wattune.schemas.layout.PackedColumns;
import io.wattune.schemas.topics.Topic;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Stream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.Size;
import net.jqwik.api.domains.Domain;
import net.jqwik.api.domains.DomainContext;

/** Whatever a record holds, the archive gives it back. */
class ArchiveRoundTripPropertyTest {
  private static final String KEY = "key";
  private static final int TRIES = 10;

  /** Byte for byte: the archive is as good as the topic. */
  @Property(tries = TRIES)
  void blocksComeBackByteForByte(@ForAll @Size(min = 1, max = 8) List<Long> seeds)
      throws Exception {
    var encoder = new RecordEncoder<>(ReadingBlock.class);
    List<byte[]> written = new ArrayList<>();
    for (long seed : seeds) {
      written.add(encoder.encode(block(new Random(seed))));
    }
    inFolder(
        folder -> {
          write(folder, Topic.READINGS, written, written.stream().map(bytes -> KEY).toList());
          var read = new TreeMap<Long, byte[]>();
          Archive.open(folder)
              .forEachBlock(
                  file -> true,
                  (c, placed) -> read.put(placed.offset(), encoder.encode(placed.block())));
          assertThat(List.copyOf(read.values())).containsExactlyElementsOf(written);
        });
  }

  @Property(tries = TRIES)
  @Domain(ControlValues.class)
  @Domain(DomainContext.Global.class)
  void decisionsComeBackByteForByte(@ForAll @Size(min = 1, max = 5) List<Decision> values)
      throws Exception {
    bytesComeBack(Topic.DECISIONS, new DecisionCodec(), values, decision -> KEY);
  }

  @Property(tries = TRIES)
  @Domain(ControlValues.class)
  @Domain(DomainContext.Global.class)
  void actuationsComeBackByteForByte(@ForAll @Size(min = 1, max = 5) List<Actuation> values)
      throws Exception {
    bytesComeBack(
        Topic.ACTUATIONS,
        new ActuationCodec(),
        values,
        actuation -> actuation.device() == null ? actuation.node() : actuation.device());
  }

  @Property(tries = TRIES)
  @Domain(ControlValues.class)
  @Domain(DomainContext.Global.class)
  void countersComeBackByteForByte(@ForAll @Size(min = 1, max = 5) List<CounterReading> values)
      throws Exception {
    bytesComeBack(Topic.COUNTERS, new CounterReadingCodec(), values, CounterReading::device);
  }

  @Property(tries = TRIES)
  @Domain(CoreValues.class)
  @Domain(DomainContext.Global.class)
  void profilesComeBackByteForByte(@ForAll @Size(min = 1, max = 5) List<SensorProfile> values)
      throws Exception {
    bytesComeBack(Topic.PROFILES, new SensorProfileCodec(), values, profile -> KEY);
  }

  /** A map of labels has no order, so the value is compared, not the bytes. */
  @Property(tries = TRIES)
  @Domain(CoreValues.class)
  @Domain(DomainContext.Global.class)
  void activitiesComeBack(@ForAll @Size(min = 1, max = 5) List<Activity> activities)
      throws Exception {
    var codec = new ActivityCodec();
    List<ActivityEvent> values = new ArrayList<>();
    activities.forEach(activity -> values.add(new ActivityEvent.Reported(activity)));
    values.add(new ActivityEvent.EndOfTrace(KEY));
    List<byte[]> written = values.stream().map(codec::encode).toList();
    inFolder(
        folder -> {
          write(
              folder, Topic.ACTIVITY, written, values.stream().map(ActivityEvent::device).toList());
          List<ActivityEvent> read = new ArrayList<>();
          for (byte[] bytes : records(folder)) {
            read.add(decode(codec, bytes));
          }
          assertThat(read).isEqualTo(values);
        });
  }

  private static <C> void bytesComeBack(
      Topic topic, RecordCodec<C> codec, List<C> values, Function<C, String> key) throws Exception {
    List<byte[]> written = values.stream().map(codec::encode).toList();
    inFolder(
        folder -> {
          write(folder, topic, written, values.stream().map(key).toList());
          assertThat(records(folder)).containsExactlyElementsOf(written);
        });
  }

  private static ActivityEvent decode(ActivityCodec codec, byte[] bytes) {
    try {
      return codec.decode(bytes);
    } catch (io.wattune.schemas.codec.UndecodableException e) {
      throw new AssertionError(e);
    }
  }

  private static List<byte[]> records(Path folder) throws Exception {
    var read = new TreeMap<Long, byte[]>();
    Archive.open(folder)
        .forEachRecord(file -> true, (commit, partition, offset, value) -> read.put(offset, value));
    return List.copyOf(read.values());
  }

  private static void write(Path folder, Topic topic, List<byte[]> values, List<String> keys)
      throws Exception {
    var source = new SourcePartition(topic.label(), "id", 0);
    try (ArchiveStore store = ArchiveFolder.open(folder)) {
      for (int i = 0; i < values.size(); i++) {
        byte[] key = ArchiveFolder.bytes(keys.get(i));
        store.add(new ArchivedRecord(topic, 0, i, 0, key, values.get(i), List.of()));
      }
      ArchiveCommit commit =
          store.commit(
              List.of(new OffsetRange(source, 0, values.size(), values.size())),
              List.of(),
              ArchiveFolder.NOW);
      assertThat(commit.unreadableRecords()).isZero();
    }
    assertThat(ArchiveCheck.all(Archive.open(folder), bytes -> {}))
        .noneMatch(finding -> finding.kind().isDamage());
  }

  /** Any number of columns of any unit, with holes, with and without answer times. */
  private static ReadingBlock block(Random random) {
    int polls = random.nextInt(4) == 0 ? 0 : 1 + random.nextInt(300);
    // Within two days: each date is a file of its own.
    long base = ArchiveFolder.START + random.nextInt(172_800) * 1_000_000_000L;
    long[] times = new long[polls];
    for (int i = 0; i < polls; i++) {
      times[i] = base + random.nextInt(-1_000_000, 1_000_000) * 1000L;
    }
    List<SignalColumn> signals = new ArrayList<>();
    signals.add(column(random, SignalUnit.MILLIWATTS, polls));
    for (int i = random.nextInt(4); i > 0; i--) {
      SignalUnit unit = SignalUnit.values()[1 + random.nextInt(SignalUnit.values().length - 1)];
      signals.add(column(random, unit, polls));
    }
    return new ReadingBlock(
        KEY,
        random.nextLong() >>> 1,
        PackedColumns.VERSION,
        base,
        polls,
        PackedColumns.packTimes(times, base),
        random.nextBoolean()
            ? ByteBuffer.allocate(0)
            : PackedColumns.packInts(random.ints(polls).toArray()),
        signals,
        random.nextBoolean(),
        random.nextBoolean() ? "model \u00e4 " + random.nextInt(3) : "");
  }

  private static SignalColumn column(Random random, SignalUnit unit, int polls) {
    boolean isWide = unit == SignalUnit.MILLIJOULES || unit == SignalUnit.MICROJOULES;
    int[] ints = random.ints(polls).map(v -> v % 7 == 0 ? Integer.MIN_VALUE : v).toArray();
    long[] longs = random.longs(polls).map(v -> v % 7 == 0 ? Long.MIN_VALUE : v).toArray();
    // Two columns of one block may have the same name.
    String name = "signal-" + random.nextInt(3);
    ByteBuffer values = isWide ? PackedColumns.packLongs(longs) : PackedColumns.packInts(ints);
    return new SignalColumn(name, unit, values);
  }

  private interface Use {
    void of(Path folder) throws Exception;
  }

  private static void inFolder(Use use) throws Exception {
    Path folder = Files.createTempDirectory("wattune-archive-");
    try {
      use.of(folder);
    } finally {
      try (Stream<Path> all = Files.walk(folder)) {
        for (Path path : all.sorted(Comparator.reverseOrder()).toList()) {
          Files.delete(path);
        }
      }
    }
  }
}
