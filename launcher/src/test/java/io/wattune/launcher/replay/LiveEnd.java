package io.wattune.launcher.replay;

import io.wattune.core.ledger.entry.LedgerEntry;
import io.wattune.core.reading.PollBlock;
import io.wattune.core.sensor.ProfileChoice;
import io.wattune.core.sensor.ProfileSource;
import io.wattune.embedded.flink.JobFailedException;
import io.wattune.kafka.KafkaAccess;
import io.wattune.kafka.NodePartitioner;
import io.wattune.kafka.TopicReader;
import io.wattune.pipeline.RunParts;
import io.wattune.pipeline.UpRun;
import io.wattune.replay.results.DeviceOutput;
import io.wattune.replay.results.JobResults;
import io.wattune.schemas.codec.ActivityCodec;
import io.wattune.schemas.codec.LedgerEntryCodec;
import io.wattune.schemas.codec.ReadingBlockCodec;
import io.wattune.schemas.codec.RecordCodec;
import io.wattune.schemas.codec.SensorProfileCodec;
import io.wattune.schemas.failure.EngineException;
import io.wattune.schemas.reject.RejectedDatum;
import io.wattune.schemas.topics.Namespace;
import io.wattune.schemas.topics.Topic;
import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.common.serialization.StringSerializer;

/**
 * Looks on at a live run to its end: takes the ledger as it stands after the last reading, then
 * gives every device's trace an end, and takes the ledger that the live job makes of that.
 */
final class LiveEnd implements UpRun.Observer {
  private static final Duration STEP = Duration.ofMillis(100);
  private static final Duration PATIENCE = Duration.ofSeconds(60);
  private static final Namespace LIVE = Namespace.live();

  private final CompletableFuture<RunParts> begun = new CompletableFuture<>();
  private final Map<String, LedgerEntry> provisional = new HashMap<>();
  private final Set<String> learned = new HashSet<>();
  private List<DeviceOutput> outputs = List.of();
  private List<RejectedDatum> rejects = List.of();

  RunParts awaitBegin(Duration atMost) throws Exception {
    return begun.get(atMost.toSeconds(), TimeUnit.SECONDS);
  }

  /** Looks whose sensors are learned by now. */
  void lookWhoHasLearned(KafkaAccess servers) {
    read(
        servers,
        Topic.PROFILES,
        new SensorProfileCodec(),
        profile -> {
          if (profile.source() == ProfileSource.LEARNED) {
            learned.add(profile.device());
          }
        });
  }

  Set<String> learned() {
    return Set.copyOf(learned);
  }

  /** The newest revisions, before there was an end. */
  Map<String, LedgerEntry> provisional() {
    return Map.copyOf(provisional);
  }

  /** The whole ledger with an end. */
  List<DeviceOutput> outputs() {
    return outputs;
  }

  List<RejectedDatum> rejects() {
    return rejects;
  }

  @Override
  public AutoCloseable observe(RunParts running) {
    begun.complete(running);
    return () -> {};
  }

  @Override
  public void readingsEnded(RunParts running) {
    KafkaAccess servers = running.kafka();
    read(
        servers,
        Topic.ENERGY,
        new LedgerEntryCodec(),
        entry ->
            provisional.merge(
                entry.entryId(), entry, (a, b) -> a.revision() >= b.revision() ? a : b));
    Map<String, PollBlock> last = new HashMap<>();
    read(
        servers, Topic.READINGS, new ReadingBlockCodec(), block -> last.put(block.device(), block));
    sendEnds(servers, last);
    try (var readBack = new JobResults(servers, LIVE, last.keySet(), false, new Watch())) {
      readBack.awaitPower();
      readBack.awaitEnergy();
      outputs = readBack.outputs(ProfileChoice.AUTO);
      rejects = readBack.rejects();
    } catch (EngineException | JobFailedException e) {
      throw new IllegalStateException(e);
    }
  }

  private static void sendEnds(KafkaAccess servers, Map<String, PollBlock> last) {
    // Where the agents' records are: a marker in another partition may come before the last of
    // them.
    try (var producer =
        new KafkaProducer<>(
            Map.of(
                "bootstrap.servers",
                servers.bootstrapServers(),
                ProducerConfig.PARTITIONER_CLASS_CONFIG,
                NodePartitioner.class),
            new StringSerializer(),
            new ByteArraySerializer())) {
      last.forEach(
          (device, block) -> {
            var end =
                new PollBlock(
                    device,
                    block.sequence() + 1,
                    block.signal(),
                    block.unit(),
                    new long[0],
                    new int[0],
                    true);
            producer.send(
                new ProducerRecord<>(
                    LIVE.topic(Topic.READINGS), device, new ReadingBlockCodec().encode(end)));
            producer.send(
                new ProducerRecord<>(
                    LIVE.topic(Topic.ACTIVITY),
                    device,
                    new ActivityCodec().encodeEndOfTrace(device)));
          });
    }
  }

  private static <C> void read(
      KafkaAccess servers, Topic topic, RecordCodec<C> codec, Consumer<C> receiver) {
    try (var reader = TopicReader.open(servers, LIVE.topic(topic), true, codec)) {
      reader.readToEnd(STEP, receiver);
    }
  }

  private record Watch() implements JobResults.Watch {
    @Override
    public void check() {}

    @Override
    public void samples(long samples) {}

    @Override
    public Duration patience() {
      return PATIENCE;
    }
  }
}
