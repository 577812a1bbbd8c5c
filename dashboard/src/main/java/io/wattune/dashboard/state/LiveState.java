package io.wattune.dashboard.state;

import io.wattune.core.component.ComponentPower;
import io.wattune.core.counter.CounterReading;
import io.wattune.core.decision.Actuation;
import io.wattune.core.decision.Decision;
import io.wattune.core.decision.Hold;
import io.wattune.core.device.DeviceDescriptor;
import io.wattune.core.fleet.FleetPower;
import io.wattune.core.fleet.FleetScope;
import io.wattune.core.ledger.Activity;
import io.wattune.core.ledger.Book;
import io.wattune.core.ledger.entry.LedgerEntry;
import io.wattune.core.power.TruePower;
import io.wattune.core.saving.FleetSaving;
import io.wattune.core.saving.FleetSavings;
import io.wattune.core.sensitivity.Sensitivity;
import io.wattune.core.sensor.SensorProfile;
import io.wattune.core.serving.ServingReading;
import io.wattune.core.thermal.live.HeatRecord;
import io.wattune.schemas.reject.RejectedDatum;
import io.wattune.store.history.NamedEnergy;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The newest of a fleet and its last minutes, in bounded memory ({@link StateLimits}), for one
 * writer and many readers: what is written is one record at a time, what is read is a copy that
 * nothing changes any more. Thread safe.
 */
public final class LiveState {
  /** A split is shown for so long. */
  private static final long COMPONENTS_NANOS = 60_000_000_000L;

  private static final long SHARED_NANOS = 250_000_000L;
  private static final long SAVING_NANOS = 1_000_000_000L;
  private static final long ACTIVITY_NANOS = 600_000_000_000L;
  private static final long ENERGY_NANOS = 930_000_000_000L;
  private static final long SAMPLE_NANOS = 1_000_000_000L;
  private static final long PRUNE_NANOS = 10_000_000_000L;
  private static final int MOST_DECISIONS = 50;

  private final StateLimits limits;
  private final long staleNanos;
  private final long sinceNanos;

  /** The time of the first reading that it received; in the far future before there is one. */
  private long firstNanos = Long.MAX_VALUE;

  private final FleetDevices devices;
  private final FleetSums sums = new FleetSums();
  private final LiveEnergy energy;
  private final NodeMeters meters = new NodeMeters();
  private final FleetSavings savings;
  private final Map<String, RejectsNow> rejects = new TreeMap<>();
  private final FleetTuning tuning = new FleetTuning();
  private final ServerBoard servers = new ServerBoard();
  private final SharedCopy<FleetNow> sharedFleet = new SharedCopy<>(SHARED_NANOS);
  private final SharedCopy<List<ServerNow>> sharedServers = new SharedCopy<>(SHARED_NANOS);
  private final SharedCopy<FleetSaving> sharedSaving = new SharedCopy<>(SAVING_NANOS);
  private long sampledNanos = Long.MIN_VALUE;
  private long prunedNanos = Long.MIN_VALUE;

  /**
   * An empty state.
   *
   * @param sinceNanos from when on it will receive what happens, epoch nanoseconds
   */
  public LiveState(StateLimits limits, long sinceNanos) {
    this.limits = limits;
    this.sinceNanos = sinceNanos;
    this.staleNanos = limits.staleAfter().toNanos();
    this.devices = new FleetDevices(limits);
    this.energy = new LiveEnergy(ENERGY_NANOS, limits.mostNames(), limits.mostOpenEntries());
    this.savings = new FleetSavings(sinceNanos, limits.mostOpenEntries());
  }

  /** From when on it has received what happens, epoch nanoseconds. */
  public long sinceNanos() {
    return sinceNanos;
  }

  /** From when on it has counted, epoch nanoseconds: no earlier than anything was read. */
  public synchronized long countedSinceNanos() {
    return firstNanos == Long.MAX_VALUE ? sinceNanos : Math.max(sinceNanos, firstNanos);
  }

  public synchronized void device(DeviceDescriptor descriptor) {
    devices.describe(descriptor);
    savings.device(descriptor);
  }

  public synchronized void deviceGone(String id) {
    devices.remove(id);
  }

  public synchronized void power(TruePower block) {
    if (block.samples() > 0) {
      firstNanos = Math.min(firstNanos, block.timesNanos()[0]);
      devices.of(block.device()).take(block);
    }
  }

  public synchronized void smoothed(TruePower slice) {
    if (slice.samples() > 0) {
      devices.of(slice.device()).takeSmoothed(slice, devices::roomForSmoothed);
    }
  }

  public synchronized void energy(LedgerEntry entry) {
    savings.energy(entry);
    if (entry.activityId() != null) {
      devices.of(entry.device()).strip.take(entry, devices.mostActivities());
    }
    if (LiveEnergy.BOOKS.contains(entry.book())) {
      long microjoules = energy.take(entry);
      // Older windows become final now; their energy is of before.
      if (entry.book() == Book.WINDOW10S && entry.startNanos() >= sinceNanos) {
        devices.of(entry.device()).addEnergy(microjoules);
      }
    }
  }

  public synchronized void activity(Activity activity) {
    devices.of(activity.device()).strip.take(activity, devices.mostActivities());
  }

  public synchronized void counters(CounterReading reading) {
    savings.counters(reading);
    devices.of(reading.device()).take(reading);
  }

  public synchronized void heat(HeatRecord record) {
    devices.of(record.device()).heat.take(record);
  }

  public synchronized void components(ComponentPower power) {
    devices.of(power.device()).take(power);
  }

  public synchronized void serving(ServingReading reading) {
    servers.take(reading);
  }

  public synchronized void sensitivity(Sensitivity sensitivity) {
    devices.of(sensitivity.device()).take(sensitivity);
  }

  /** A profile of a device that is gone is of no use; those of others come before their power. */
  public synchronized void profile(SensorProfile profile) {
    devices.of(profile.device()).take(profile);
    savings.profile(profile);
  }

  public synchronized void fleet(FleetPower power) {
    sums.take(SumNow.of(power));
  }

  public synchronized void decision(Decision decision) {
    tuning.decisions.take(decision);
    savings.decision(decision);
  }

  public synchronized void actuation(Actuation actuation) {
    tuning.decisions.take(actuation);
    savings.actuation(actuation);
    String device = actuation.device();
    if (device != null) {
      devices.of(device).control.take(actuation);
    }
  }

  public synchronized void hold(Hold hold) {
    tuning.holds.put(hold);
  }

  public synchronized void holdGone(String holdId) {
    tuning.holds.remove(holdId);
  }

  public synchronized void reject(RejectedDatum reject, long writtenNanos) {
    rejects.merge(
        reject.reason(),
        new RejectsNow(reject.reason(), reject.data(), writtenNanos),
        RejectsNow::and);
  }

  /**
   * Lets time pass: sums are kept once a second; what is too old is forgotten now and then. To be
   * called several times a second, whether records come or not.
   */
  public synchronized void tick(long nowNanos) {
    if (sampledNanos != Long.MIN_VALUE && nowNanos - sampledNanos < SAMPLE_NANOS) {
      return;
    }
    sampledNanos = nowNanos;
    sums.sample(nowNanos, sumsNow(nowNanos));
    meters.look(devices.all(), energy, nowNanos);
    if (prunedNanos == Long.MIN_VALUE || nowNanos - prunedNanos >= PRUNE_NANOS) {
      prunedNanos = nowNanos;
      energy.prune(nowNanos);
      devices.all().forEach(each -> each.strip.forgetBefore(nowNanos - ACTIVITY_NANOS));
    }
  }

  private Map<FleetSums.Key, SumNow> sumsNow(long nowNanos) {
    return sums.now(devices.all(), nowNanos, staleNanos);
  }

  /** How the fleet stands; one copy serves all who ask within a quarter of a second. */
  public synchronized FleetNow now(long nowNanos) {
    return sharedFleet.at(nowNanos, () -> copy(nowNanos));
  }

  private FleetNow copy(long nowNanos) {
    Map<FleetSums.Key, SumNow> current = sumsNow(nowNanos);
    return new FleetNow(
        nowNanos,
        countedSinceNanos(),
        Objects.requireNonNull(current.get(FleetSums.Key.CLUSTER)),
        of(current, FleetScope.RACK),
        of(current, FleetScope.NODE),
        devices.all().stream().map(entry -> device(entry, nowNanos)).toList(),
        devices.catalogVersion());
  }

  private static List<SumNow> of(Map<FleetSums.Key, SumNow> sums, FleetScope scope) {
    return sums.values().stream().filter(sum -> sum.scope() == scope).toList();
  }

  private DeviceNow device(DeviceEntry entry, long nowNanos) {
    return entry.now(
        nowNanos,
        staleNanos,
        tuning.holds.areOn(entry.id, nowNanos),
        meters.disagrees(entry.id),
        entry.control.inForce(entry.id, tuning.decisions, nowNanos),
        entry.control.heat(entry.id, tuning.decisions, nowNanos));
  }

  /** Everything about one device; empty where there is no such device. */
  public synchronized Optional<DeviceDetail> device(String id, long nowNanos) {
    return Optional.ofNullable(devices.known(id)).map(entry -> detail(entry, nowNanos));
  }

  private DeviceDetail detail(DeviceEntry entry, long nowNanos) {
    String id = entry.id;
    return new DeviceDetail(
        device(entry, nowNanos),
        entry.descriptor(),
        entry.profiles(),
        entry.sensitivities(),
        entry.counters(),
        entry.workSignal(nowNanos),
        entry.control.inForce(id, tuning.decisions, nowNanos),
        entry.control.lease(id, tuning.decisions, nowNanos),
        tuning.holds.inForce(nowNanos).stream().filter(hold -> hold.covers(id)).toList(),
        tuning.decisions.newest(MOST_DECISIONS, new DecisionFilter(id, null, null)),
        entry.control.actuations(),
        entry.range(),
        savings.saving(id),
        entry.components(),
        entry.heat.records());
  }

  /** From when on the power of devices is held, epoch nanoseconds. */
  public long powerHeldNanos(long nowNanos) {
    return Math.max(sinceNanos, nowNanos - limits.powerFor().toNanos());
  }

  /** From when on the sums of the fleet are held, epoch nanoseconds. */
  public long fleetHeldNanos(long nowNanos) {
    return Math.max(sinceNanos, nowNanos - FleetSums.KEEP_NANOS);
  }

  /** The power of a device over time, as far as it is held. */
  public synchronized List<PowerPoint> power(String device, long fromNanos, long toNanos) {
    DeviceEntry entry = devices.known(device);
    return entry == null ? List.of() : entry.ring.copy(fromNanos, toNanos);
  }

  /** The smoothed power of a device over time, as far as it is held; no point where none came. */
  public synchronized List<PowerPoint> smoothed(String device, long fromNanos, long toNanos) {
    DeviceEntry entry = devices.known(device);
    return entry == null ? List.of() : entry.smoothed(fromNanos, toNanos);
  }

  /** A sum over time, as far as it is held. */
  public synchronized List<PowerPoint> fleetPower(
      FleetScope scope, String name, long fromNanos, long toNanos) {
    return sums.series(new FleetSums.Key(scope, name), fromNanos, toNanos);
  }

  /**
   * Activities of a device that overlap a range.
   *
   * @param book only of this level; null for all
   * @param most of more the newest are given
   */
  public synchronized ActivitiesNow activities(
      String device, long fromNanos, long toNanos, @Nullable Book book, int most) {
    DeviceEntry entry = devices.known(device);
    if (entry == null) {
      return new ActivitiesNow(List.of(), false);
    }
    List<ActivityNow> found = entry.strip.within(fromNanos, toNanos, book);
    boolean isTooMany = found.size() > most;
    return new ActivitiesNow(
        isTooMany ? found.subList(found.size() - most, found.size()) : found,
        isTooMany || entry.strip.isCut(fromNanos));
  }

  /**
   * Energies of one book that begin in a range, by device and name.
   *
   * @param device only of this one; null for all
   */
  public synchronized List<NamedEnergy> energy(
      Book book, long fromNanos, long toNanos, @Nullable String device) {
    return energy.sums(book, fromNanos, toNanos, device);
  }

  /** The same by device and user. */
  public synchronized List<NamedEnergy> userEnergy(
      Book book, long fromNanos, long toNanos, @Nullable String device) {
    return energy.userSums(book, fromNanos, toNanos, device);
  }

  /** Entries and revisions of the ledger that the sums of energy had no room for. */
  public synchronized long energyLeftOut() {
    return energy.crowded() + energy.unknownRevisions();
  }

  /** How control stands, with so many decisions at most. */
  public synchronized ControlNow control(long nowNanos, int most, DecisionFilter filter) {
    return tuning.now(devices.all(), nowNanos, most, filter);
  }

  /** The inference servers, by node and name; one copy serves all, as of the fleet. */
  public synchronized List<ServerNow> servers(long nowNanos) {
    return sharedServers.at(nowNanos, () -> servers.now(nowNanos, staleNanos));
  }

  /** The newest decision for a device. */
  public synchronized Optional<DecisionNow> newestDecision(String device) {
    return tuning.decisions.newest(1, new DecisionFilter(device, null, null)).stream().findFirst();
  }

  /** The newest split of each device that has one of the last minute. */
  public synchronized List<ComponentPower> components(long nowNanos) {
    return devices.all().stream()
        .flatMap(each -> Stream.ofNullable(each.newestComponents(nowNanos - COMPONENTS_NANOS)))
        .toList();
  }

  /** What other settings than the own ones have saved; one sum serves all within a second. */
  public synchronized FleetSaving saving(long nowNanos) {
    return sharedSaving.at(nowNanos, savings::saving);
  }

  /** The hold of an id, in force or not. */
  public synchronized Optional<Hold> hold(String id) {
    return Optional.ofNullable(tuning.holds.byId(id));
  }

  /** Rejects by reason. */
  public synchronized List<RejectsNow> rejects() {
    return List.copyOf(rejects.values());
  }

  /** Where a reader stands that wants to know only what comes from now on. */
  public synchronized Cursor cursor() {
    return tuning.cursor();
  }

  /** What has happened since a reader looked last. */
  public synchronized StateChanges since(Cursor cursor, long nowNanos) {
    return tuning.since(cursor, nowNanos);
  }

  /** Bytes of the columns of power. */
  public synchronized long powerBytes() {
    return devices.all().stream().mapToLong(DeviceEntry::powerBytes).sum();
  }
}
