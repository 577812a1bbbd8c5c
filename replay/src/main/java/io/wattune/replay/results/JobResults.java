package io.wattune.replay.results;

import io.wattune.core.ledger.entry.LedgerEntry;
import io.wattune.core.power.TruePower;
import io.wattune.core.sensor.ProfileChoice;
import io.wattune.core.sensor.SensorProfile;
import io.wattune.embedded.flink.JobFailedException;
import io.wattune.kafka.KafkaAccess;
import io.wattune.kafka.RecordPlace;
import io.wattune.kafka.TopicReader;
import io.wattune.schemas.codec.LedgerEntryCodec;
import io.wattune.schemas.codec.PowerBlockCodec;
import io.wattune.schemas.codec.RejectCodec;
import io.wattune.schemas.codec.SensorProfileCodec;
import io.wattune.schemas.failure.EngineException;
import io.wattune.schemas.reject.RejectedDatum;
import io.wattune.schemas.topics.Namespace;
import io.wattune.schemas.topics.Topic;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.IntSupplier;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Waits until the job has put out everything about the devices of a replay, and gathers it. A
 * device is complete when its last block of power has come, with the summary of its trace, and then
 * as many committed ledger entries as the summary says. Used once, by one thread.
 */
public final class JobResults implements AutoCloseable {
  private static final Duration STEP = Duration.ofMillis(100);

  private final Map<String, OutputOfDevice> outputs = new LinkedHashMap<>();
  private final TopicReader<TruePower> powerTopic;
  private final @Nullable TopicReader<TruePower> smoothedTopic;
  private final TopicReader<LedgerEntry> energyTopic;
  private final TopicReader<SensorProfile> profileTopic;
  private final TopicReader<RejectedDatum> rejectTopic;
  private final Watch watch;

  /** Looks after the job while it is waited for. */
  public interface Watch {
    /** Called often; throws when there is nothing to wait for any more. */
    void check() throws JobFailedException;

    /** So many samples have been read back. */
    void samples(long samples);

    /** How long nothing may come until the wait is given up. */
    Duration patience();
  }

  /**
   * Opens the topics of a replay on a broker.
   *
   * @param smooths whether the job puts out smoothed power
   */
  public JobResults(
      KafkaAccess kafka,
      Namespace namespace,
      Collection<String> devices,
      boolean smooths,
      Watch watch) {
    this(
        open(kafka, namespace.topic(Topic.POWER)),
        smooths ? open(kafka, namespace.topic(Topic.SMOOTHED)) : null,
        TopicReader.open(kafka, namespace.topic(Topic.ENERGY), true, new LedgerEntryCodec()),
        TopicReader.open(kafka, namespace.topic(Topic.PROFILES), true, new SensorProfileCodec()),
        TopicReader.open(kafka, namespace.topic(Topic.REJECTS), true, new RejectCodec()),
        devices,
        watch);
  }

  private static TopicReader<TruePower> open(KafkaAccess kafka, String topic) {
    return TopicReader.open(kafka, topic, false, new PowerBlockCodec());
  }

  JobResults(
      TopicReader<TruePower> powerTopic,
      @Nullable TopicReader<TruePower> smoothedTopic,
      TopicReader<LedgerEntry> energyTopic,
      TopicReader<SensorProfile> profileTopic,
      TopicReader<RejectedDatum> rejectTopic,
      Collection<String> devices,
      Watch watch) {
    this.powerTopic = powerTopic;
    this.smoothedTopic = smoothedTopic;
    this.energyTopic = energyTopic;
    this.profileTopic = profileTopic;
    this.rejectTopic = rejectTopic;
    this.watch = watch;
    devices.forEach(device -> outputs.put(device, new OutputOfDevice()));
  }

  /** Waits for the last block of power of every device, and of smoothed power. */
  public void awaitPower() throws EngineException, JobFailedException {
    await(
        () -> powerTopic.poll(STEP, block -> of(block.device()).power().accept(block)),
        device -> device.power().summary() != null,
        "true power of "
            + "device(s) %s; is the job keeping up? More --parallelism or less --speed may help");
    TopicReader<TruePower> topic = smoothedTopic;
    if (topic != null) {
      await(
          () -> topic.poll(STEP, block -> of(block.device()).smoothed(block)),
          OutputOfDevice::isSmoothed,
          "smoothed power of device(s) %s; is the job keeping up?");
    }
  }

  /** Waits for the committed ledger entries of every device; after {@link #awaitPower}. */
  public void awaitEnergy() throws EngineException, JobFailedException {
    await(
        () -> energyTopic.pollPlaced(STEP, this::take),
        OutputOfDevice::hasItsEntries,
        "the committed ledger entries of device(s) %s; is the job taking checkpoints?");
    // One look further: an entry too many is a defect that must not go unseen.
    energyTopic.readToEndPlaced(STEP, this::take);
    for (Map.Entry<String, OutputOfDevice> device : outputs.entrySet()) {
      long expected = device.getValue().summary().energyRecords();
      if (device.getValue().records() != expected) {
        throw new IllegalStateException(
            ("device %s has %s committed ledger records, but the job sent %s: the ledger "
                    + "is not exactly once")
                .formatted(device.getKey(), device.getValue().records(), expected));
      }
    }
  }

  /**
   * Everything about each device, in the order they were named; after {@link #awaitEnergy}.
   *
   * @param starts the profiles that devices started with, which the job does not put out
   */
  public List<DeviceOutput> outputs(ProfileChoice starts) {
    List<SensorProfile> profiles = new ArrayList<>();
    profileTopic.readToEnd(STEP, profiles::add);
    return outputs.values().stream()
        .map(each -> each.with(profile(profiles, starts, each.power().newestBlock())))
        .toList();
  }

  /** Everything that was rejected, by its place. */
  public List<RejectedDatum> rejects() {
    List<RejectedDatum> rejects = new ArrayList<>();
    rejectTopic.readToEnd(STEP, rejects::add);
    rejects.sort(
        Comparator.comparing((RejectedDatum reject) -> reject.partition() >= 0)
            .thenComparing(RejectedDatum::origin)
            .thenComparing(RejectedDatum::partition)
            .thenComparing(RejectedDatum::offset));
    return rejects;
  }

  private void await(IntSupplier step, Predicate<OutputOfDevice> isDone, String missing)
      throws EngineException, JobFailedException {
    long lastNanos = System.nanoTime();
    while (!outputs.values().stream().allMatch(isDone)) {
      if (step.getAsInt() > 0) {
        lastNanos = System.nanoTime();
        watch.samples(outputs.values().stream().mapToLong(each -> each.power().samples()).sum());
      }
      watch.check();
      if (System.nanoTime() - lastNanos > watch.patience().toNanos()) {
        throw EngineException.failed(
            "nothing came back for %s s while waiting for %s"
                .formatted(
                    watch.patience().toSeconds(), String.format(missing, names(isDone.negate()))));
      }
    }
  }

  private void take(LedgerEntry entry, RecordPlace place) {
    of(entry.device()).entry(entry, place);
  }

  private String names(Predicate<OutputOfDevice> filter) {
    return outputs.entrySet().stream()
        .filter(device -> filter.test(device.getValue()))
        .map(Map.Entry::getKey)
        .limit(3)
        .collect(Collectors.joining(", "));
  }

  private OutputOfDevice of(String device) {
    OutputOfDevice found = outputs.get(device);
    if (found == null) {
      throw new IllegalStateException("the job put out device '" + device + "', nobody sent it");
    }
    return found;
  }

  private static SensorProfile profile(
      List<SensorProfile> learned, ProfileChoice starts, TruePower block) {
    SensorProfile start = starts.start(block.device(), block.signal());
    return learned.stream()
        .filter(profile -> profile.device().equals(block.device()))
        .filter(profile -> profile.signal().equals(block.signal()))
        .filter(profile -> profile.profileId().equals(block.profileId()))
        .reduce((first, second) -> second)
        .or(() -> Optional.of(start).filter(p -> p.profileId().equals(block.profileId())))
        .orElseThrow(
            () ->
                new IllegalStateException(
                    "the job used profile %s of device %s, but did not put it out"
                        .formatted(block.profileId(), block.device())));
  }

  @Override
  public void close() {
    powerTopic.close();
    if (smoothedTopic != null) {
      smoothedTopic.close();
    }
    energyTopic.close();
    profileTopic.close();
    rejectTopic.close();
  }
}
