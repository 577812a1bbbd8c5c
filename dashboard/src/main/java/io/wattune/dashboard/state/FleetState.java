package io.wattune.dashboard.state;

import io.wattune.core.component.ComponentPower;
import io.wattune.core.counter.CounterReading;
import io.wattune.core.decision.Actuation;
import io.wattune.core.decision.Decision;
import io.wattune.core.device.DeviceDescriptor;
import io.wattune.core.fleet.FleetPower;
import io.wattune.core.fleet.FleetScope;
import io.wattune.core.ledger.Activity;
import io.wattune.core.ledger.Book;
import io.wattune.core.ledger.entry.LedgerEntry;
import io.wattune.core.power.TruePower;
import io.wattune.core.saving.FleetSaving;
import io.wattune.core.saving.FleetSavings;
import io.wattune.core.saving.SavingSettings;
import io.wattune.core.sensitivity.Sensitivity;
import io.wattune.core.sensor.SensorProfile;
import io.wattune.core.thermal.live.HeatRecord;
import io.wattune.schemas.reject.RejectedDatum;
import io.wattune.store.history.NamedEnergy;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The newest of a fleet and its last minutes, in bounded memory: see {@link StateLimits}. Not
 * thread safe; {@link LiveState} is.
 */
final class FleetState {
  private static final long ACTIVITY_NANOS = 600_000_000_000L;
  private static final long ENERGY_NANOS = 930_000_000_000L;
  private static final long SAMPLE_NANOS = 1_000_000_000L;
  private static final long PRUNE_NANOS = 10_000_000_000L;

  private final StateLimits limits;
  private final long sinceNanos;

  /** The time of the first reading that it received; in the far future before there is one. */
  private long firstNanos = Long.MAX_VALUE;

  private final Map<String, DeviceEntry> devices = new TreeMap<>();
  private final FleetSums sums = new FleetSums();
  private final LiveEnergy energy;
  private final NodeMeters meters = new NodeMeters();
  private final FleetSavings savings;
  private final Map<String, RejectsNow> rejects = new TreeMap<>();
  private final FleetTuning tuning = new FleetTuning();
  private long catalogVersion;
  private int nextIndex;
  private int limitedFor;
  private long sampledNanos = Long.MIN_VALUE;
  private long prunedNanos = Long.MIN_VALUE;

  /**
   * An empty state.
   *
   * @param sinceNanos from when on it will receive what happens, epoch nanoseconds
   */
  FleetState(StateLimits limits, long sinceNanos) {
    this.limits = limits;
    this.sinceNanos = sinceNanos;
    this.energy = new LiveEnergy(ENERGY_NANOS, limits.mostNames(), limits.mostOpenEntries());
    this.savings = new FleetSavings(SavingSettings.DEFAULT, sinceNanos, limits.mostOpenEntries());
  }

  private DeviceEntry entry(String id) {
    DeviceEntry known = devices.get(id);
    return known != null ? known : added(id);
  }

  private DeviceEntry added(String id) {
    PowerRing ring =
        new PowerRing(limits.powerFor().toNanos(), limits.cellsFor(devices.size() + 1));
    DeviceEntry entry = new DeviceEntry(nextIndex++, id, ring);
    devices.put(id, entry);
    catalogVersion++;
    if (devices.size() > limitedFor) {
      // The next power of two: the rings shrink then, and not with each device that comes.
      limitedFor = Math.max(1, 2 * limitedFor);
      int cells = limits.cellsFor(limitedFor);
      devices.values().forEach(each -> each.limitTo(cells));
    }
    return entry;
  }

  void device(DeviceDescriptor descriptor) {
    DeviceEntry entry = entry(descriptor.device());
    DeviceDescriptor known = entry.descriptor();
    entry.describe(descriptor);
    savings.device(descriptor);
    if (known == null || !isSameButForTime(known, descriptor)) {
      catalogVersion++;
    }
  }

  private static boolean isSameButForTime(DeviceDescriptor known, DeviceDescriptor other) {
    return new DeviceDescriptor(
            other.device(),
            other.node(),
            other.rack(),
            other.vendor(),
            other.model(),
            other.driver(),
            other.parent(),
            known.describedAtNanos(),
            other.signals(),
            other.tunables())
        .equals(known);
  }

  void deviceGone(String id) {
    if (devices.remove(id) != null) {
      catalogVersion++;
    }
  }

  void power(TruePower block) {
    if (block.samples() > 0) {
      firstNanos = Math.min(firstNanos, block.timesNanos()[0]);
      entry(block.device()).take(block);
    }
  }

  void smoothed(TruePower slice) {
    if (slice.samples() > 0) {
      int cells = Math.max(1, limits.cellsFor(Math.max(limitedFor, devices.size() + 1)) / 2);
      entry(slice.device())
          .takeSmoothed(slice, () -> new PowerRing(limits.powerFor().toNanos(), cells));
    }
  }

  void energy(LedgerEntry entry) {
    savings.energy(entry);
    if (entry.activityId() != null) {
      entry(entry.device()).strip.take(entry, limits.activitiesFor(devices.size()));
    }
    if (LiveEnergy.BOOKS.contains(entry.book())) {
      long microjoules = energy.take(entry);
      // Older windows become final now; their energy is of before.
      if (entry.book() == Book.WINDOW10S && entry.startNanos() >= sinceNanos) {
        entry(entry.device()).addEnergy(microjoules);
      }
    }
  }

  void activity(Activity activity) {
    entry(activity.device()).strip.take(activity, limits.activitiesFor(devices.size()));
  }

  void counters(CounterReading reading) {
    savings.counters(reading);
    entry(reading.device()).take(reading);
  }

  void heat(HeatRecord record) {
    entry(record.device()).take(record);
  }

  void components(ComponentPower power) {
    entry(power.device()).take(power);
  }

  Stream<DeviceEntry> entries() {
    return devices.values().stream();
  }

  void sensitivity(Sensitivity sensitivity) {
    entry(sensitivity.device()).take(sensitivity);
  }

  /** A profile of a device that is gone is of no use; those of others come before their power. */
  void profile(SensorProfile profile) {
    entry(profile.device()).take(profile);
    savings.profile(profile);
  }

  void fleet(FleetPower power) {
    sums.take(SumNow.of(power));
  }

  void decision(Decision decision) {
    tuning.take(decision);
    savings.decision(decision);
  }

  void actuation(Actuation actuation) {
    tuning.take(actuation);
    savings.actuation(actuation);
    String device = actuation.device();
    if (device != null) {
      entry(device).control.take(actuation);
    }
  }

  void reject(RejectedDatum reject, long writtenNanos) {
    RejectsNow known = rejects.get(reject.reason());
    rejects.put(
        reject.reason(),
        new RejectsNow(
            reject.reason(),
            (known == null ? 0 : known.count()) + reject.data(),
            Math.max(known == null ? Long.MIN_VALUE : known.newestNanos(), writtenNanos)));
  }

  /** Lets time pass: sums are kept once a second; what is too old is forgotten now and then. */
  void tick(long nowNanos) {
    if (sampledNanos != Long.MIN_VALUE && nowNanos - sampledNanos < SAMPLE_NANOS) {
      return;
    }
    sampledNanos = nowNanos;
    sums.sample(nowNanos, sumsNow(nowNanos));
    meters.look(devices.values(), energy, nowNanos);
    if (prunedNanos == Long.MIN_VALUE || nowNanos - prunedNanos >= PRUNE_NANOS) {
      prunedNanos = nowNanos;
      energy.prune(nowNanos);
      devices.values().forEach(each -> each.strip.forgetBefore(nowNanos - ACTIVITY_NANOS));
    }
  }

  private Map<FleetSums.Key, SumNow> sumsNow(long nowNanos) {
    return sums.now(devices.values(), nowNanos, limits.staleAfter().toNanos());
  }

  /** From when on things are counted: no earlier than anything was read. */
  long countedSinceNanos() {
    return firstNanos == Long.MAX_VALUE ? sinceNanos : Math.max(sinceNanos, firstNanos);
  }

  FleetNow now(long nowNanos) {
    Map<FleetSums.Key, SumNow> current = sumsNow(nowNanos);
    List<DeviceNow> all = new ArrayList<>(devices.size());
    for (DeviceEntry entry : devices.values()) {
      all.add(device(entry, nowNanos));
    }
    return new FleetNow(
        nowNanos,
        countedSinceNanos(),
        Objects.requireNonNull(current.get(FleetSums.Key.CLUSTER)),
        of(current, FleetScope.RACK),
        of(current, FleetScope.NODE),
        all,
        catalogVersion);
  }

  private static List<SumNow> of(Map<FleetSums.Key, SumNow> sums, FleetScope scope) {
    return sums.values().stream().filter(sum -> sum.scope() == scope).toList();
  }

  private DeviceNow device(DeviceEntry entry, long nowNanos) {
    return entry.now(
        nowNanos,
        limits.staleAfter().toNanos(),
        tuning.isHeld(entry.id, nowNanos),
        meters.disagrees(entry.id),
        entry.control.inForce(entry.id, tuning.decisions(), nowNanos),
        entry.control.heat(entry.id, tuning.decisions(), nowNanos));
  }

  /** Everything about one device; null where there is no such device. */
  @Nullable DeviceDetail detail(String id, long nowNanos) {
    DeviceEntry entry = devices.get(id);
    if (entry == null) {
      return null;
    }
    return new DeviceDetail(
        device(entry, nowNanos),
        entry.descriptor(),
        entry.profiles(),
        entry.sensitivities(),
        entry.counters(),
        entry.workSignal(nowNanos),
        entry.control.inForce(id, tuning.decisions(), nowNanos),
        entry.control.lease(id, tuning.decisions(), nowNanos),
        tuning.holdsInForce(nowNanos).stream().filter(hold -> hold.covers(id)).toList(),
        tuning.decisions().newest(50, new DecisionFilter(id, null, null)),
        entry.control.actuations(),
        entry.range(),
        savings.saving(id),
        entry.components(),
        entry.heat());
  }

  PowerSeries power(String device, long fromNanos, long toNanos) {
    DeviceEntry entry = devices.get(device);
    return entry == null ? new PowerSeries(0) : entry.ring.copy(fromNanos, toNanos);
  }

  /** Smoothed power of a device; no point where none has come. */
  PowerSeries smoothed(String device, long fromNanos, long toNanos) {
    DeviceEntry entry = devices.get(device);
    return entry == null ? new PowerSeries(0) : entry.smoothed(fromNanos, toNanos);
  }

  PowerSeries fleetPower(FleetScope scope, String name, long fromNanos, long toNanos) {
    return sums.series(new FleetSums.Key(scope, name), fromNanos, toNanos);
  }

  ActivitiesNow activities(
      String device, long fromNanos, long toNanos, @Nullable Book book, int most) {
    DeviceEntry entry = devices.get(device);
    if (entry == null) {
      return new ActivitiesNow(List.of(), false);
    }
    List<ActivityNow> found = entry.strip.within(fromNanos, toNanos, book);
    boolean isTooMany = found.size() > most;
    return new ActivitiesNow(
        isTooMany ? found.subList(found.size() - most, found.size()) : found,
        isTooMany || entry.strip.isCut(fromNanos));
  }

  List<NamedEnergy> energy(Book book, long fromNanos, long toNanos, @Nullable String device) {
    return energy.sums(book, fromNanos, toNanos, device);
  }

  List<NamedEnergy> userEnergy(Book book, long fromNanos, long toNanos, @Nullable String device) {
    return energy.userSums(book, fromNanos, toNanos, device);
  }

  /** Entries and revisions of the ledger that the sums of energy had no room for. */
  long energyLeftOut() {
    return energy.crowded() + energy.unknownRevisions();
  }

  /** What is decided, done and held. */
  FleetTuning tuning() {
    return tuning;
  }

  ControlNow control(long nowNanos, int most, DecisionFilter filter) {
    return tuning.now(devices.values(), nowNanos, most, filter);
  }

  /** What settings other than the own ones have saved. */
  FleetSaving saving() {
    return savings.saving();
  }

  List<RejectsNow> rejects() {
    return List.copyOf(rejects.values());
  }

  /** Bytes of the columns of power. */
  long powerBytes() {
    return devices.values().stream().mapToLong(DeviceEntry::powerBytes).sum();
  }
}
