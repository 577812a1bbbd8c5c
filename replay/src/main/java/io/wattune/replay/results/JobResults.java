package io.wattune.replay.results;

import io.wattune.core.ledger.entry.LedgerEntry;
import io.wattune.core.power.TraceSummary;
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
import java.util.function.BooleanSupplier;
import java.util.function.IntSupplier;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Waits until the job has put out everything about the devices of a replay, and gathers it. A
 * device is complete when its last block of power has come, with the summary of its trace, and then
 * as many committed ledger entries as the summary says. Used once, by one thread.
 */
public final class JobResults implements AutoCloseable {
  private static final Duration STEP = Duration.ofMillis(100);

  private final Map<String, PowerOfDevice> power = new LinkedHashMap<>();
  private final Map<String, LedgerOfDevice> ledger = new LinkedHashMap<>();
  private final Map<String, SmoothedOfDevice> smoothed = new LinkedHashMap<>();
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
    for (String device : devices) {
      power.put(device, new PowerOfDevice());
      ledger.put(device, new LedgerOfDevice());
      smoothed.put(device, new SmoothedOfDevice());
    }
  }

  /** Waits for the last block of power of every device, and of smoothed power. */
  public void awaitPower() throws EngineException, JobFailedException {
    await(
        () -> powerTopic.poll(STEP, block -> of(power, block.device()).accept(block)),
        () -> power.values().stream().allMatch(device -> device.summary() != null),
        "true power of "
            + "device(s) %s; is the job keeping up? More --parallelism or less --speed may help",
        () -> names(device -> of(power, device).summary() == null));
    TopicReader<TruePower> topic = smoothedTopic;
    if (topic != null) {
      await(
          () -> topic.poll(STEP, block -> of(smoothed, block.device()).accept(block)),
          () -> smoothed.values().stream().allMatch(SmoothedOfDevice::isComplete),
          "smoothed power of device(s) %s; is the job keeping up?",
          () -> names(device -> !of(smoothed, device).isComplete()));
    }
  }

  /** Waits for the committed ledger entries of every device; after {@link #awaitPower}. */
  public void awaitEnergy() throws EngineException, JobFailedException {
    await(
        () -> energyTopic.pollPlaced(STEP, this::take),
        () -> power.keySet().stream().allMatch(this::hasItsEntries),
        "the committed ledger entries of device(s) %s; is the job taking checkpoints?",
        () -> names(device -> !hasItsEntries(device)));
    // One look further: an entry too many is a defect that must not go unseen.
    energyTopic.readToEndPlaced(STEP, this::take);
    for (Map.Entry<String, LedgerOfDevice> device : ledger.entrySet()) {
      long expected = summary(device.getKey()).energyRecords();
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
    List<DeviceOutput> outputs = new ArrayList<>();
    power.forEach(
        (device, gathered) -> {
          TruePower newest = gathered.newestBlock();
          outputs.add(
              new DeviceOutput(
                  device,
                  newest.signal(),
                  summary(device),
                  profile(profiles, starts, newest),
                  gathered.trace(),
                  of(smoothed, device).trace(),
                  sorted(of(ledger, device).newest())));
        });
    return outputs;
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

  private void await(IntSupplier step, BooleanSupplier done, String missing, Supplier<String> names)
      throws EngineException, JobFailedException {
    long lastNanos = System.nanoTime();
    while (!done.getAsBoolean()) {
      if (step.getAsInt() > 0) {
        lastNanos = System.nanoTime();
        watch.samples(power.values().stream().mapToLong(PowerOfDevice::samples).sum());
      }
      watch.check();
      if (System.nanoTime() - lastNanos > watch.patience().toNanos()) {
        throw EngineException.failed(
            "nothing came back for %s s while waiting for %s"
                .formatted(watch.patience().toSeconds(), String.format(missing, names.get())));
      }
    }
  }

  private void take(LedgerEntry entry, RecordPlace place) {
    of(ledger, entry.device()).accept(entry, place);
  }

  private boolean hasItsEntries(String device) {
    return of(ledger, device).records() >= summary(device).energyRecords();
  }

  private TraceSummary summary(String device) {
    TraceSummary summary = of(power, device).summary();
    if (summary == null) {
      throw new IllegalStateException("awaitPower must be called first");
    }
    return summary;
  }

  private String names(Predicate<String> filter) {
    return power.keySet().stream().filter(filter).limit(3).collect(Collectors.joining(", "));
  }

  private static <T> T of(Map<String, T> devices, String device) {
    T found = devices.get(device);
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

  private static List<LedgerEntry> sorted(Collection<LedgerEntry> entries) {
    return entries.stream()
        .sorted(
            Comparator.comparingLong(LedgerEntry::startNanos)
                .thenComparingLong(LedgerEntry::endNanos)
                .thenComparing(LedgerEntry::entryId))
        .toList();
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
