package io.wattune.dashboard.state;

import io.wattune.core.NewestEntries;
import io.wattune.core.Quality;
import io.wattune.core.component.ComponentPower;
import io.wattune.core.counter.CounterReading;
import io.wattune.core.counter.CounterValue;
import io.wattune.core.counter.ThrottleCounter;
import io.wattune.core.counter.WorkSignal;
import io.wattune.core.decision.HeatGuard;
import io.wattune.core.device.DeviceDescriptor;
import io.wattune.core.device.DeviceId;
import io.wattune.core.noisefloor.PowerRange;
import io.wattune.core.power.TruePower;
import io.wattune.core.sensitivity.Sensitivity;
import io.wattune.core.sensor.ProfileSource;
import io.wattune.core.sensor.SensorProfile;
import io.wattune.core.tunable.Tunable;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** What is known of one device. Not thread safe. */
final class DeviceEntry {
  private static final double MILLI = 1e-3;
  private static final int MOST_PROFILES = 100;
  private static final int MOST_COUNTERS = 200;
  private static final int MOST_SENSITIVITIES = 200;
  private static final long THROTTLE_NANOS = 60_000_000_000L;
  private static final long DRIFT_SHOWN_NANOS = 86_400_000_000_000L;

  final int index;
  final String id;
  final PowerRing ring;
  final ActivityStrip strip = new ActivityStrip();
  final DeviceControl control = new DeviceControl();
  final HeatHistory heat = new HeatHistory();
  private final ReadRange read = new ReadRange();
  private final WorkSignals work = new WorkSignals();
  private @Nullable PowerRing smoothed;
  private final Deque<SensorProfile> profiles = new ArrayDeque<>();
  private final Map<String, CounterNow> counters = new TreeMap<>();
  private final Map<SensitivityKey, Sensitivity> sensitivities =
      NewestEntries.put(MOST_SENSITIVITIES);
  private @Nullable ComponentHistory components;
  private @Nullable DeviceDescriptor descriptor;
  private @Nullable Long energyMicrojoules;
  private long poweredNanos = DeviceNow.NEVER;
  private long firstPoweredNanos = DeviceNow.NEVER;
  private double powerWatts = Double.NaN;
  private double errorWatts = Double.NaN;
  private Quality quality = Quality.INVALID;

  private record SensitivityKey(String activity, String tunable) {}

  DeviceEntry(int index, String id, PowerRing ring) {
    this.index = index;
    this.id = id;
    this.ring = ring;
  }

  void describe(DeviceDescriptor newer) {
    descriptor = newer;
  }

  /** Between which powers it went up and down; null where it has not. */
  @Nullable PowerRange range() {
    SensorProfile newest = profile();
    return newest == null ? null : read.range(newest);
  }

  @Nullable DeviceDescriptor descriptor() {
    return descriptor;
  }

  String node() {
    return DeviceId.nodeOf(id);
  }

  @Nullable String rack() {
    return descriptor == null ? null : descriptor.rack();
  }

  void take(TruePower block) {
    ring.take(block);
    read.take(block);
    for (int i = block.samples() - 1; i >= 0; i--) {
      if (block.trueMilliwatts()[i] != TruePower.NONE) {
        if (firstPoweredNanos == DeviceNow.NEVER) {
          firstPoweredNanos = block.timesNanos()[i];
        }
        // An equal time is a revision, which knows better.
        if (block.timesNanos()[i] >= poweredNanos) {
          poweredNanos = block.timesNanos()[i];
          powerWatts = block.trueMilliwatts()[i] * MILLI;
          errorWatts = block.errorMilliwatts()[i] * MILLI;
          quality = Quality.ofCode(block.qualities()[i]);
        }
        return;
      }
    }
  }

  /** Takes a slice of smoothed power; the first one makes room for it. */
  void takeSmoothed(TruePower slice, Supplier<PowerRing> room) {
    PowerRing own = smoothed;
    if (own == null) {
      own = room.get();
      smoothed = own;
    }
    own.takeSlice(slice);
  }

  /** Smoothed power in a range. */
  List<PowerPoint> smoothed(long fromNanos, long toNanos) {
    return smoothed == null ? List.of() : smoothed.copy(fromNanos, toNanos);
  }

  /** Changes how many cells power may have, and smoothed power half as many. */
  void limitTo(int cells) {
    ring.limitTo(cells);
    if (smoothed != null) {
      smoothed.limitTo(cells / 2);
    }
  }

  /** Bytes of the columns of power. */
  long powerBytes() {
    return ring.bytes() + (smoothed == null ? 0 : smoothed.bytes());
  }

  void addEnergy(long microjoules) {
    energyMicrojoules = (energyMicrojoules == null ? 0 : energyMicrojoules) + microjoules;
  }

  void take(SensorProfile profile) {
    profiles.removeIf(known -> known.profileId().equals(profile.profileId()));
    profiles.addLast(profile);
    if (profiles.size() > MOST_PROFILES) {
      profiles.removeFirst();
    }
  }

  void take(Sensitivity sensitivity) {
    String activity = sensitivity.activityName() == null ? "" : sensitivity.activityName();
    var key = new SensitivityKey(activity, sensitivity.tunable());
    sensitivities.remove(key);
    sensitivities.put(key, sensitivity);
  }

  void take(ComponentPower power) {
    ComponentHistory history = components;
    if (history == null) {
      history = new ComponentHistory();
      components = history;
    }
    history.take(power);
  }

  /** Its newest split; null where nothing has come since a time. */
  @Nullable ComponentPower newestComponents(long sinceNanos) {
    return components == null ? null : components.newest(sinceNanos);
  }

  /** Which components took its energy; null where nothing says it. */
  @Nullable ComponentsNow components() {
    return components == null ? null : components.now();
  }

  void take(CounterReading reading) {
    work.take(reading);
    for (CounterValue value : reading.counters()) {
      if (counters.size() < MOST_COUNTERS || counters.containsKey(value.counter())) {
        counters.put(
            value.counter(), new CounterNow(value, reading.endNanos(), reading.activityName()));
      }
    }
  }

  /** Time of the newest sample, with power or without. */
  long sampleNanos() {
    return ring.newestNanos();
  }

  boolean isSilent() {
    return poweredNanos == DeviceNow.NEVER;
  }

  boolean isFresh(long nowNanos, long staleAfterNanos) {
    return !isSilent() && nowNanos - poweredNanos <= staleAfterNanos;
  }

  double powerWatts() {
    return powerWatts;
  }

  double errorWatts() {
    return errorWatts;
  }

  Quality quality() {
    return quality;
  }

  long poweredNanos() {
    return poweredNanos;
  }

  @Nullable Long energyMicrojoules() {
    return energyMicrojoules;
  }

  /** The newest profile; null where there is none. */
  @Nullable SensorProfile profile() {
    return profiles.peekLast();
  }

  /** All profiles that are held, the newest first. */
  List<SensorProfile> profiles() {
    List<SensorProfile> all = new ArrayList<>(profiles.size());
    profiles.descendingIterator().forEachRemaining(all::add);
    return all;
  }

  List<Sensitivity> sensitivities() {
    return sensitivities.values().stream()
        .sorted(
            Comparator.comparing((Sensitivity each) -> String.valueOf(each.activityName()))
                .thenComparing(Sensitivity::tunable))
        .toList();
  }

  List<CounterNow> counters() {
    return List.copyOf(counters.values());
  }

  /** Where its work is known from; null where nothing has reported any for a minute. */
  @Nullable WorkSignal workSignal(long nowNanos) {
    return work.at(nowNanos);
  }

  /** Something could be set, and for a minute nothing has said what work is done. */
  private boolean isWithoutWork(long nowNanos) {
    return descriptor != null
        && descriptor.tunables().stream().anyMatch(Tunable::isWritable)
        && firstPoweredNanos != DeviceNow.NEVER
        && WorkSignals.isLongEnough(poweredNanos - firstPoweredNanos)
        && work.at(nowNanos) == null;
  }

  /**
   * The device as it stands.
   *
   * @param inForce what is in force; null where no lease runs
   */
  DeviceNow now(
      long nowNanos,
      long staleAfterNanos,
      boolean isHeld,
      boolean disagrees,
      @Nullable InForceDetail inForce,
      @Nullable HeatGuard heat) {
    DeviceDescriptor described = descriptor;
    List<SettingNow> settings = described == null ? List.of() : control.settings(described);
    boolean isStale = !isSilent() && !isFresh(nowNanos, staleAfterNanos);
    String throttledBy = throttledBy(nowNanos);
    int flags =
        bit(DeviceFlag.STALE, isStale)
            | bit(DeviceFlag.SILENT, isSilent())
            | bit(DeviceFlag.UNCALIBRATED, isUncalibrated())
            | bit(DeviceFlag.HELD, isHeld)
            | bit(DeviceFlag.TUNED, settings.stream().anyMatch(SettingNow::isTuned))
            | bit(DeviceFlag.THROTTLED, throttledBy != null)
            | bit(DeviceFlag.REFUSING, control.isRefusing())
            | bit(DeviceFlag.DRIFTED, isDrifted(nowNanos))
            | bit(DeviceFlag.DISAGREES, disagrees)
            | bit(DeviceFlag.DIFFERS, inForce != null && inForce.isDoubtful())
            | bit(DeviceFlag.PENDING, inForce != null && inForce.isPending())
            | bit(DeviceFlag.NO_WORK, !isStale && !isSilent() && isWithoutWork(nowNanos));
    return new DeviceNow(
        index,
        id,
        node(),
        rack(),
        described == null ? "" : described.vendor(),
        described == null ? "" : described.model(),
        described == null ? null : described.parent(),
        sampleNanos(),
        powerWatts,
        errorWatts,
        quality,
        energyMicrojoules,
        flags,
        throttledBy,
        isStale || isSilent() ? null : strip.nameAt(nowNanos),
        settings,
        heat);
  }

  private static int bit(DeviceFlag flag, boolean isSet) {
    return isSet ? flag.bit() : 0;
  }

  private boolean isUncalibrated() {
    SensorProfile newest = profile();
    return newest == null || newest.source() == ProfileSource.PRIOR;
  }

  /** A profile that was given is wrong until it fits again; one that follows has been so a day. */
  private boolean isDrifted(long nowNanos) {
    SensorProfile newest = profile();
    return newest != null
        && newest.driftedAtNanos() != SensorProfile.NEVER
        && (newest.source() == ProfileSource.GIVEN
            || nowNanos - newest.driftedAtNanos() < DRIFT_SHOWN_NANOS);
  }

  /** A counter of throttling that is above zero; null where none is. */
  private @Nullable String throttledBy(long nowNanos) {
    for (Map.Entry<String, CounterNow> each : counters.entrySet()) {
      if (ThrottleCounter.is(each.getKey())
          && each.getValue().value().value() > 0
          && nowNanos - each.getValue().atNanos() < THROTTLE_NANOS) {
        return each.getKey();
      }
    }
    return null;
  }
}
