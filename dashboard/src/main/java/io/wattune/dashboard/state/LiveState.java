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
import io.wattune.core.sensitivity.Sensitivity;
import io.wattune.core.sensor.SensorProfile;
import io.wattune.core.serving.ServingReading;
import io.wattune.core.thermal.live.HeatRecord;
import io.wattune.schemas.reject.RejectedDatum;
import io.wattune.store.history.NamedEnergy;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The state of a fleet for one writer and many readers: what is written is one record at a time,
 * what is read is a copy that nothing changes any more. Thread safe.
 */
public final class LiveState {
  /** A split is shown for so long. */
  private static final long COMPONENTS_NANOS = 60_000_000_000L;

  private static final long SHARED_NANOS = 250_000_000L;
  private static final long SAVING_NANOS = 1_000_000_000L;

  private final FleetState state;
  private final ServerBoard servers = new ServerBoard();
  private final long staleNanos;
  private final long sinceNanos;
  private final long powerForNanos;
  private @Nullable FleetNow shared;
  private @Nullable FleetSaving saving;
  private long savingNanos;
  private @Nullable List<ServerNow> sharedServers;
  private long serversNanos;

  /**
   * An empty state.
   *
   * @param sinceNanos from when on it will receive what happens, epoch nanoseconds
   */
  public LiveState(StateLimits limits, long sinceNanos) {
    this.state = new FleetState(limits, sinceNanos);
    this.sinceNanos = sinceNanos;
    this.staleNanos = limits.staleAfter().toNanos();
    this.powerForNanos = limits.powerFor().toNanos();
  }

  /** From when on it has received what happens, epoch nanoseconds. */
  public long sinceNanos() {
    return sinceNanos;
  }

  /** From when on it has counted, epoch nanoseconds: no earlier than anything was read. */
  public synchronized long countedSinceNanos() {
    return state.countedSinceNanos();
  }

  public synchronized void device(DeviceDescriptor descriptor) {
    state.device(descriptor);
  }

  public synchronized void deviceGone(String id) {
    state.deviceGone(id);
  }

  public synchronized void power(TruePower block) {
    state.power(block);
  }

  public synchronized void smoothed(TruePower slice) {
    state.smoothed(slice);
  }

  public synchronized void energy(LedgerEntry entry) {
    state.energy(entry);
  }

  public synchronized void activity(Activity activity) {
    state.activity(activity);
  }

  public synchronized void counters(CounterReading reading) {
    state.counters(reading);
  }

  public synchronized void heat(HeatRecord record) {
    state.heat(record);
  }

  public synchronized void components(ComponentPower power) {
    state.components(power);
  }

  public synchronized void serving(ServingReading reading) {
    servers.take(reading);
  }

  public synchronized void sensitivity(Sensitivity sensitivity) {
    state.sensitivity(sensitivity);
  }

  public synchronized void profile(SensorProfile profile) {
    state.profile(profile);
  }

  public synchronized void fleet(FleetPower power) {
    state.fleet(power);
  }

  public synchronized void decision(Decision decision) {
    state.decision(decision);
  }

  public synchronized void actuation(Actuation actuation) {
    state.actuation(actuation);
  }

  public synchronized void hold(Hold hold) {
    state.tuning().take(hold);
  }

  public synchronized void holdGone(String holdId) {
    state.tuning().holdGone(holdId);
  }

  public synchronized void reject(RejectedDatum reject, long writtenNanos) {
    state.reject(reject, writtenNanos);
  }

  /** Lets time pass; to be called several times a second, whether records come or not. */
  public synchronized void tick(long nowNanos) {
    state.tick(nowNanos);
  }

  /** How the fleet stands; one copy serves all who ask within a quarter of a second. */
  public synchronized FleetNow now(long nowNanos) {
    FleetNow current = shared;
    if (current == null || Math.abs(nowNanos - current.atNanos()) >= SHARED_NANOS) {
      current = state.now(nowNanos);
      shared = current;
    }
    return current;
  }

  /** Everything about one device; empty where there is no such device. */
  public synchronized Optional<DeviceDetail> device(String id, long nowNanos) {
    return Optional.ofNullable(state.detail(id, nowNanos));
  }

  /** From when on the power of devices is held, epoch nanoseconds. */
  public long powerHeldNanos(long nowNanos) {
    return Math.max(sinceNanos, nowNanos - powerForNanos);
  }

  /** From when on the sums of the fleet are held, epoch nanoseconds. */
  public long fleetHeldNanos(long nowNanos) {
    return Math.max(sinceNanos, nowNanos - FleetSums.KEEP_NANOS);
  }

  /** The power of a device over time, as far as it is held. */
  public synchronized PowerSeries power(String device, long fromNanos, long toNanos) {
    return state.power(device, fromNanos, toNanos);
  }

  /** The smoothed power of a device over time, as far as it is held. */
  public synchronized PowerSeries smoothed(String device, long fromNanos, long toNanos) {
    return state.smoothed(device, fromNanos, toNanos);
  }

  /** A sum over time, as far as it is held. */
  public synchronized PowerSeries fleetPower(
      FleetScope scope, String name, long fromNanos, long toNanos) {
    return state.fleetPower(scope, name, fromNanos, toNanos);
  }

  /**
   * Activities of a device that overlap a range.
   *
   * @param book only of this level; null for all
   * @param most of more the newest are given
   */
  public synchronized ActivitiesNow activities(
      String device, long fromNanos, long toNanos, @Nullable Book book, int most) {
    return state.activities(device, fromNanos, toNanos, book, most);
  }

  /**
   * Energies of one book that begin in a range, by device and name.
   *
   * @param device only of this one; null for all
   */
  public synchronized List<NamedEnergy> energy(
      Book book, long fromNanos, long toNanos, @Nullable String device) {
    return state.energy(book, fromNanos, toNanos, device);
  }

  /** The same by device and user. */
  public synchronized List<NamedEnergy> userEnergy(
      Book book, long fromNanos, long toNanos, @Nullable String device) {
    return state.userEnergy(book, fromNanos, toNanos, device);
  }

  /** Entries and revisions of the ledger that the sums of energy had no room for. */
  public synchronized long energyLeftOut() {
    return state.energyLeftOut();
  }

  /** How control stands, with so many decisions at most. */
  public synchronized ControlNow control(long nowNanos, int most, DecisionFilter filter) {
    return state.control(nowNanos, most, filter);
  }

  /** The inference servers, by node and name; one copy serves all, as of the fleet. */
  public synchronized List<ServerNow> servers(long nowNanos) {
    List<ServerNow> current = sharedServers;
    if (current == null || Math.abs(nowNanos - serversNanos) >= SHARED_NANOS) {
      current = servers.now(nowNanos, staleNanos);
      sharedServers = current;
      serversNanos = nowNanos;
    }
    return current;
  }

  /** The newest decision for a device. */
  public synchronized Optional<DecisionNow> newestDecision(String device) {
    return Optional.ofNullable(state.tuning().newestDecision(device));
  }

  /** The newest split of each device that has one of the last minute. */
  public synchronized List<ComponentPower> components(long nowNanos) {
    return state
        .entries()
        .flatMap(each -> Stream.ofNullable(each.newestComponents(nowNanos - COMPONENTS_NANOS)))
        .toList();
  }

  /** What has been saved; one sum serves all who ask within a second. */
  public synchronized FleetSaving saving(long nowNanos) {
    FleetSaving current = saving;
    if (current == null || Math.abs(nowNanos - savingNanos) >= SAVING_NANOS) {
      current = state.saving();
      saving = current;
      savingNanos = nowNanos;
    }
    return current;
  }

  /** The hold of an id, in force or not. */
  public synchronized Optional<Hold> hold(String id) {
    return Optional.ofNullable(state.tuning().hold(id));
  }

  /** Rejects by reason. */
  public synchronized List<RejectsNow> rejects() {
    return state.rejects();
  }

  /** Where a reader stands that wants to know only what comes from now on. */
  public synchronized Cursor cursor() {
    return state.tuning().cursor();
  }

  /** What has happened since a reader looked last. */
  public synchronized StateChanges since(Cursor cursor, long nowNanos) {
    return state.tuning().since(cursor, nowNanos);
  }

  /** Bytes of the columns of power. */
  public synchronized long powerBytes() {
    return state.powerBytes();
  }
}
