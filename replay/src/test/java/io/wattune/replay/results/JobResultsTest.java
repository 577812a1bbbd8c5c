package io.wattune.replay.results;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.wattune.core.Quality;
import io.wattune.core.ledger.Book;
import io.wattune.core.ledger.entry.EntryDraft;
import io.wattune.core.ledger.entry.LedgerEntry;
import io.wattune.core.power.TraceSummary;
import io.wattune.core.power.TruePower;
import io.wattune.core.sensor.ProfileChoice;
import io.wattune.core.sensor.ProfileSource;
import io.wattune.core.sensor.SensorModel;
import io.wattune.core.sensor.SensorProfile;
import io.wattune.embedded.flink.JobFailedException;
import io.wattune.kafka.PartitionReader;
import io.wattune.kafka.TopicReader;
import io.wattune.schemas.codec.LedgerEntryCodec;
import io.wattune.schemas.codec.PowerBlockCodec;
import io.wattune.schemas.codec.RecordCodec;
import io.wattune.schemas.codec.RejectCodec;
import io.wattune.schemas.codec.SensorProfileCodec;
import io.wattune.schemas.failure.EngineException;
import io.wattune.schemas.reject.RejectedDatum;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.MockConsumer;
import org.apache.kafka.common.Node;
import org.apache.kafka.common.PartitionInfo;
import org.apache.kafka.common.TopicPartition;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class JobResultsTest {
  private static final Node[] NO_NODES = {};

  private final Topic<TruePower> power = new Topic<>("power", new PowerBlockCodec());
  private final Topic<TruePower> smoothed = new Topic<>("smoothed", new PowerBlockCodec());
  private final Topic<LedgerEntry> energy = new Topic<>("energy", new LedgerEntryCodec());
  private final Topic<SensorProfile> profiles = new Topic<>("profiles", new SensorProfileCodec());
  private final Topic<RejectedDatum> rejects = new Topic<>("rejects", new RejectCodec());

  @Test
  void gathersADeviceThatIsComplete() throws Exception {
    power.add(block(0, null)).add(block(1, null)).add(summary(2));
    energy.add(entry("span/d/power.draw/trace", 0, 5)).add(entry("span/d/power.draw/trace", 1, 7));
    profiles.add(profile("p0")).add(profile("p1")).add(profile("p2"));
    try (JobResults readBack = readBack()) {
      readBack.awaitPower();
      readBack.awaitEnergy();
      DeviceOutput output = readBack.outputs(ProfileChoice.AUTO).get(0);
      assertThat(output.profile().profileId()).isEqualTo("p1");
      assertThat(output.power().samples()).isEqualTo(1);
      assertThat(output.entries()).hasSize(1);
      assertThat(output.entries().get(0).energyMicrojoules()).isEqualTo(7);
    }
  }

  @Test
  void takesTheNewestRevisionOfEachSliceOfSmoothedPower() throws Exception {
    power.add(summary(0));
    profiles.add(profile("p1"));
    smoothed.add(slice(0, 1, 10)).add(slice(0, 5, 20)).add(slice(2, 1, 12)).add(slice(1, 1, 11));
    smoothed.add(slice(0, 9, 30)).add(emptySummary());
    try (JobResults readBack = readBack(smoothed.reader(), new TestWatch())) {
      readBack.awaitPower();
      readBack.awaitEnergy();
      assertThat(readBack.outputs(ProfileChoice.AUTO).get(0).smoothed().trueMilliwatts())
          .containsExactly(12, 20, 30);
    }
  }

  @Test
  void waitsForTheEndOfSmoothedPower() {
    power.add(summary(0));
    smoothed.add(slice(0, 1, 10));
    try (JobResults readBack = readBack(smoothed.reader(), new TestWatch())) {
      assertThatThrownBy(readBack::awaitPower)
          .isInstanceOf(EngineException.class)
          .hasMessageContaining("smoothed power of device(s) d");
    }
  }

  private static TruePower slice(int revision, int second, int milliwatts) {
    return new TruePower(
        "d",
        "power.draw",
        revision,
        "p1",
        new long[] {second * 1_000_000_000L},
        new int[] {0},
        new int[] {milliwatts},
        new int[] {0},
        new byte[] {1},
        null,
        0);
  }

  private static TruePower emptySummary() {
    return new TruePower(
            "d",
            "power.draw",
            0,
            "",
            new long[0],
            new int[0],
            new int[0],
            new int[0],
            new byte[0],
            null,
            0)
        .withSummary(new TraceSummary(1, 1, 0, 0, 0, 0, 0, 0, 0));
  }

  @Test
  void knowsTheProfileThatADeviceStartedWith() throws Exception {
    SensorProfile given = profile("p1");
    power.add(summary(0));
    try (JobResults readBack = readBack()) {
      readBack.awaitPower();
      readBack.awaitEnergy();
      assertThat(readBack.outputs(new ProfileChoice(false, List.of(given))).get(0).profile())
          .isEqualTo(given);
    }
  }

  @Test
  void refusesPowerOfAProfileThatNobodyKnows() throws Exception {
    power.add(summary(0));
    try (JobResults readBack = readBack()) {
      readBack.awaitPower();
      readBack.awaitEnergy();
      assertThatThrownBy(() -> readBack.outputs(ProfileChoice.AUTO))
          .isInstanceOf(IllegalStateException.class)
          .hasMessageContaining("profile p1");
    }
  }

  @Test
  void saysWhichDeviceIsMissingWhenNothingComes() {
    power.add(block(0, null));
    try (JobResults readBack = readBack()) {
      assertThatThrownBy(readBack::awaitPower)
          .isInstanceOf(EngineException.class)
          .hasMessageContaining("device(s) d");
    }
  }

  @Test
  void saysSoWhenLedgerEntriesAreNotCommitted() throws Exception {
    power.add(summary(2));
    energy.add(entry("span/d/power.draw/trace", 0, 5));
    try (JobResults readBack = readBack()) {
      readBack.awaitPower();
      assertThatThrownBy(readBack::awaitEnergy)
          .isInstanceOf(EngineException.class)
          .hasMessageContaining("committed ledger entries");
    }
  }

  @Test
  void reportsALedgerEntryThatWasCommittedTwice() throws Exception {
    power.add(summary(1));
    energy.add(entry("span/d/power.draw/trace", 0, 5)).add(entry("span/d/power.draw/trace", 0, 5));
    try (JobResults readBack = readBack()) {
      readBack.awaitPower();
      assertThatThrownBy(readBack::awaitEnergy)
          .isInstanceOf(IllegalStateException.class)
          .hasMessageContaining("committed twice, as record 0 of ")
          .hasMessageContaining(", and as record 1 of ");
    }
  }

  @Test
  void tellsAConsumerThatWentBackFromAnEntryThatCameTwice() {
    energy.add(entry("span/d/power.draw/trace", 0, 5));
    try (TopicReader<LedgerEntry> reader = energy.reader()) {
      assertThat(reader.poll(Duration.ZERO, each -> {})).isOne();
      energy.readAgain();
      assertThatThrownBy(() -> reader.poll(Duration.ZERO, each -> {}))
          .isInstanceOf(IllegalStateException.class)
          .hasMessageContaining("the consumer went back: record 0 of energy-0");
    }
  }

  @Test
  void reportsMoreLedgerRecordsThanTheJobSent() throws Exception {
    power.add(summary(1));
    energy.add(entry("span/d/power.draw/a1", 0, 5)).add(entry("span/d/power.draw/a2", 0, 5));
    try (JobResults readBack = readBack()) {
      readBack.awaitPower();
      assertThatThrownBy(readBack::awaitEnergy)
          .isInstanceOf(IllegalStateException.class)
          .hasMessageContaining("2 committed ledger records")
          .hasMessageContaining("not exactly once");
    }
  }

  @Test
  void stopsWaitingWhenTheJobFails() {
    try (JobResults readBack =
        readBack(
            new TestWatch() {
              @Override
              public void check() throws JobFailedException {
                throw new JobFailedException("no disk", new IllegalStateException("no disk"));
              }
            })) {
      assertThatThrownBy(readBack::awaitPower).isInstanceOf(JobFailedException.class);
    }
  }

  @Test
  void putsRejectsInTheOrderOfTheirPlaces() {
    rejects
        .add(reject("wattune.readings", 2, 7))
        .add(reject("a.csv", -1, 30))
        .add(reject("a.csv", -1, 4));
    try (JobResults readBack = readBack()) {
      assertThat(readBack.rejects()).extracting(RejectedDatum::offset).containsExactly(4L, 30L, 7L);
    }
  }

  private JobResults readBack() {
    return readBack(new TestWatch());
  }

  private JobResults readBack(JobResults.Watch watch) {
    return readBack(null, watch);
  }

  private JobResults readBack(
      @Nullable TopicReader<TruePower> smoothedTopic, JobResults.Watch watch) {
    return new JobResults(
        power.reader(),
        smoothedTopic,
        energy.reader(),
        profiles.reader(),
        rejects.reader(),
        List.of("d"),
        watch);
  }

  private static class TestWatch implements JobResults.Watch {
    @Override
    public void check() throws JobFailedException {}

    @Override
    public void samples(long samples) {}

    @Override
    public Duration patience() {
      return Duration.ofMillis(300);
    }
  }

  private static TruePower block(int revision, @Nullable TraceSummary summary) {
    return new TruePower(
        "d",
        "power.draw",
        revision,
        "p" + revision,
        new long[] {1_000_000},
        new int[] {revision},
        new int[] {revision},
        new int[] {0},
        new byte[] {0},
        summary,
        0);
  }

  private static TruePower summary(long energyRecords) {
    return block(1, new TraceSummary(1, 1, 0, 0, 0, 0, 0, 0, energyRecords));
  }

  private static LedgerEntry entry(String id, int revision, long microjoules) {
    return new EntryDraft(id, Book.SPAN, "d", "power.draw", 0, 1_000_000_000)
        .revision(revision, 0, true)
        .activity("trace", null, "trace", Map.of())
        .energy(microjoules, microjoules)
        .seen(1, Quality.MEASURED, "p1")
        .entry();
  }

  private static SensorProfile profile(String id) {
    return new SensorProfile(
        id,
        "d",
        "power.draw",
        SensorModel.passThrough(0),
        ProfileSource.LEARNED,
        0.1,
        0,
        0,
        1,
        0,
        0,
        0,
        0,
        0,
        1,
        Long.MIN_VALUE);
  }

  private static RejectedDatum reject(String origin, int partition, long offset) {
    return RejectedDatum.of(
        "malformed-line", "bad", origin, partition, offset, 1, new byte[] {1}, "readings");
  }

  /** One topic with one partition, held by Kafka's own test consumer. */
  private static final class Topic<C> {
    private final String name;
    private final RecordCodec<C> codec;
    private final MockConsumer<byte[], byte[]> consumer = new MockConsumer<>("earliest");
    private final List<C> values = new ArrayList<>();

    Topic(String name, RecordCodec<C> codec) {
      this.name = name;
      this.codec = codec;
    }

    Topic<C> add(C value) {
      values.add(value);
      return this;
    }

    TopicReader<C> reader() {
      TopicPartition partition = new TopicPartition(name, 0);
      consumer.updatePartitions(
          name, List.of(new PartitionInfo(name, 0, Node.noNode(), NO_NODES, NO_NODES)));
      consumer.updateBeginningOffsets(Map.of(partition, 0L));
      consumer.updateEndOffsets(Map.of(partition, (long) values.size()));
      TopicReader<C> reader =
          TopicReader.fromBeginning(new PartitionReader<>(consumer), name, codec);
      send();
      return reader;
    }

    /** The consumer's next poll gives all records once more. */
    void readAgain() {
      consumer.seek(new TopicPartition(name, 0), 0);
      send();
    }

    private void send() {
      for (int i = 0; i < values.size(); i++) {
        consumer.addRecord(
            new ConsumerRecord<>(name, 0, i, new byte[0], codec.encode(values.get(i))));
      }
    }
  }
}
