package io.wattune.core.ledger;

import io.wattune.core.power.ClockLife;
import io.wattune.core.power.PowerState;
import io.wattune.core.reading.PowerUnit;
import io.wattune.core.reading.SampleState;
import io.wattune.core.ring.RingState;
import io.wattune.core.sensor.CalibrationState;
import io.wattune.core.sensor.ProfileChoice;
import io.wattune.core.sensor.SensorProfile;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * All that {@code DeviceLedger} remembers of one device beside the full chunks of its ring.
 * Mutable, plain fields: the host keeps it; only the ledger writes it.
 */
public final class DeviceState {
  /**
   * How long after its end an entry is first put out: longer than most sensors' delays and than
   * edges last.
   */
  static final long SETTLE_NANOS = 500_000_000L;

  /** The power signal; empty until the first block. */
  public String signal = "";

  /** Its unit. */
  public PowerUnit unit = PowerUnit.MILLIWATTS;

  /** Sequence of the newest block; -1 before the first. */
  public long sequence = -1;

  public SampleState sample = new SampleState();
  public RingState ring = new RingState();
  public PowerState power = new PowerState();
  public CalibrationState calibration = new CalibrationState();

  /** Lowest sample so far, in watts. */
  public double lowestWatts = Double.POSITIVE_INFINITY;

  /** Highest sample so far, in watts. */
  public double highestWatts = Double.NEGATIVE_INFINITY;

  /** Profiles that still matter, oldest first. */
  public List<ProfileSpan> profiles = new ArrayList<>();

  /** Profiles learned so far. */
  public int profilesLearned;

  /** How often a value after polls without one made windows be put out again. */
  public int seenAgain;

  /** Activities that are not final, in no order. Changed by {@link PendingActivities} alone. */
  public List<PendingActivity> activities = new ArrayList<>();

  /** How often they have changed. */
  public long activitiesVersion;

  /** How they are found: made from them where a host has not kept it. */
  public transient @Nullable PendingActivities pending;

  /** How energy is shared out among activities. */
  public SharingState sharing = new SharingState();

  /** What is known of the power it holds after work. */
  public IdleState idle = new IdleState();

  /** The device's own energy counter. */
  public CounterState counter = new CounterState();

  /** What has been detected of loads; null where that is not asked for. */
  public @Nullable DetectionState detection;

  /** How far its smoothed power has been put out. */
  public SmoothedState smoothed = new SmoothedState();

  /** Sequence of the newest block of which a reading was taken. */
  public long takenSequence = -1;

  /** What its clock has done; null where that is nothing but to go on. */
  public @Nullable ClockState clock;

  /** Start, end and key of each activity that became final not long ago. */
  public long[] recent = new long[0];

  /** The same of short spans. */
  public long[] recentSpans = new long[0];

  /** Start of the first second of {@link #aliased}. */
  public long aliasedFromNanos;

  /**
   * By how much each second's energy may be off, in joules, where a sensor sees a part of the time
   * and activities come nearly in step with it: see {@code Aliasing}.
   */
  public float[] aliased = new float[0];

  /** Start of the next window of each window book to report. */
  public long[] nextToReport = new long[Book.OF_WINDOWS.size()];

  /** Start of the next window of each window book to make final. */
  public long[] nextToFinish = new long[Book.OF_WINDOWS.size()];

  /** Event time at which something falls due. */
  public long dueNanos = Long.MAX_VALUE;

  /** The end-of-trace marker of the readings has come. */
  public boolean readingsEnded;

  /** The end-of-trace marker of the activities has come. */
  public boolean activitiesEnded;

  public long readings;
  public long repeats;
  public long missing;
  public long outOfOrder;
  public long repeatedBlocks;
  public long refusedActivities;
  public long gaps;
  public long energyRecords;

  /** What of {@link LedgerSettings} its profile was last held against; not kept. */
  public @Nullable transient ProfileChoice settledBy;

  /** The profile that holds now; there is one from the first block with polls on. */
  public SensorProfile newestProfile() {
    return profiles.get(profiles.size() - 1).profile();
  }

  /** How often its clock was set back. */
  public int setBacks() {
    ClockState ofClock = clock;
    return ofClock == null ? 0 : ofClock.steps;
  }

  /** Revision that activities begin with. */
  public int firstRevision() {
    return ClockLife.firstRevision(setBacks());
  }

  /** Revision of true power: grows whenever what is not final is put out again. */
  public int revisionOfPower() {
    return firstRevision() + profilesLearned;
  }

  /** Revision of a window: the same, each time of two kinds. */
  public int revisionOfWindow(boolean isFinal) {
    return firstRevision() + 2 * (profilesLearned + seenAgain) + (isFinal ? 1 : 0);
  }

  /**
   * How long after its end an entry is first put out. Its readings must have come, if a sensor
   * shows them late. Two windows after a time show whether power was steady in the first of them.
   */
  public long settleNanos(LedgerSettings settings) {
    if (profiles.isEmpty()) {
      return SETTLE_NANOS;
    }
    SensorProfile newest = newestProfile();
    long seenNanos = Math.max(SETTLE_NANOS, newest.delayNanos() + SETTLE_NANOS / 2);
    long settle = seenNanos + Math.round(2e9 * newest.windowSeconds());
    return Math.min(settle, settings.horizonNanos());
  }

  /** Samples ever taken. */
  public long samples() {
    ClockState ofClock = clock;
    return ring.samples + (ofClock == null ? 0 : ofClock.samplesBefore);
  }

  /** Both markers have come, all entries are final: the host may forget the device. */
  public boolean isFinished() {
    return readingsEnded && activitiesEnded;
  }
}
