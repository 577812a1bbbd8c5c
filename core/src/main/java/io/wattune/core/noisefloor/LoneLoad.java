package io.wattune.core.noisefloor;

import io.wattune.core.ledger.Activity;
import io.wattune.core.ledger.Book;
import io.wattune.core.ledger.DeviceState;
import io.wattune.core.ledger.LedgerSettings;
import io.wattune.core.ledger.device.DeviceLedger;
import io.wattune.core.ledger.entry.LedgerEntry;
import io.wattune.core.ledger.entry.LedgerOutput;
import io.wattune.core.power.PowerColumns;
import io.wattune.core.reading.PollBlock;
import io.wattune.core.reading.PowerUnit;
import io.wattune.core.ring.InMemoryChunkStore;
import io.wattune.core.sensor.ProfileChoice;
import io.wattune.core.sensor.ProfileSource;
import io.wattune.core.sensor.SensorModel;
import io.wattune.core.sensor.SensorProfile;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;

/**
 * What the ledger says of one load alone, of which start and end are known: the readings that a
 * sensor of this profile would give go through the {@link DeviceLedger} itself, so that there is no
 * second model of the error. The readings have the profile's noise, the delay differs from the
 * profile's by its error, and the device has been as high as the range says before; all chance is
 * from fixed seeds. Gain and offset are left out: their error is the same for all loads.
 *
 * <p>How a load lies to the sensor's updates is chance, too, and counts the more the shorter it is:
 * up to {@value #MOST_LOADS} loads stand in one trace, each with a name of its own, so that none is
 * taken for a repeat, and so far apart that none is in the reach of another.
 *
 * <p>A sensor of which the class is not known gives readings without a response here: any would be
 * a guess. The ledger must not learn one, so that there are only two loads then.
 */
final class LoneLoad {
  private static final int MOST_LOADS = 16;
  private static final int LOADS_OF_UNKNOWN = 2;

  private static final String DEVICE = "floor/device";
  private static final String SIGNAL = "power";
  private static final long EPOCH_NANOS = 1_700_000_040_000_000_000L;

  /** Before the first load: enough for the update period to be seen. */
  private static final double FIRST_PERIODS = 40;

  /** Between two loads: more than the ledger looks back or ahead. */
  private static final double QUIET_PERIODS = 20;

  private static final double QUIET_RESPONSES = 4;

  /** Readings that never change would look like a sensor that is not updated. */
  private static final double LEAST_NOISE_WATTS = 0.002;

  /** Polls of an update; more would only take time. */
  private static final double MOST_POLLS = 10;

  /** Polls are never evenly spaced, and must not beat with the updates. */
  private static final double JITTER = 0.1;

  private final SensorProfile profile;
  private final SensorModel shown;
  private final double pollSeconds;
  private final PowerRange range;
  private final double spacingSeconds;
  private final LedgerSettings settings;
  private final PowerColumns columns = new PowerColumns();

  LoneLoad(SensorProfile sensor, double pollSeconds, PowerRange range) {
    this.profile = unscaled(sensor);
    this.shown =
        sensor.source() == ProfileSource.PRIOR ? SensorModel.passThrough(0) : profile.response();
    this.pollSeconds = Math.max(pollSeconds, sensor.updatePeriodSeconds() / MOST_POLLS);
    this.range = range;
    this.spacingSeconds = Math.max(sensor.updatePeriodSeconds(), pollSeconds);
    this.settings =
        new LedgerSettings(
            LedgerSettings.DEFAULT.horizonNanos(), new ProfileChoice(true, List.of(profile)));
  }

  /** The same sensor, held to, with a scale that is known; of its delay only the error counts. */
  private static SensorProfile unscaled(SensorProfile sensor) {
    return new SensorProfile(
        sensor.profileId(),
        DEVICE,
        SIGNAL,
        sensor.response(),
        sensor.source() == ProfileSource.PRIOR ? ProfileSource.PRIOR : ProfileSource.GIVEN,
        sensor.updatePeriodSeconds(),
        0,
        sensor.delayErrorSeconds(),
        1,
        0,
        0,
        0,
        0,
        sensor.gain() * sensor.noiseWatts(),
        sensor.steps(),
        Long.MIN_VALUE);
  }

  /**
   * Standard errors of loads' energies as the ledger states them, without that of gain and offset,
   * as shares of what a load takes above idle; one for each way in which loads lie to the updates.
   *
   * @param watts height above idle
   * @param seconds length
   */
  double[] relativeErrors(double watts, double seconds) {
    double[] starts = starts(seconds);
    var state = new DeviceState();
    state.lowestWatts = range.idleWatts();
    state.highestWatts = range.highestWatts();
    var said = new Said(starts.length);
    var ledger = new DeviceLedger(settings, DEVICE, state, new InMemoryChunkStore(), said, columns);
    for (int i = 0; i < starts.length; i++) {
      String id = Integer.toString(i);
      long start = nanos(starts[i]);
      long end = nanos(starts[i] + seconds);
      ledger.activity(new Activity(DEVICE, id, Book.KERNEL, id, start, end, null, Map.of()));
    }
    ledger.readings(readings(watts, seconds, starts));
    ledger.activitiesEnded();
    double[] errors = new double[starts.length];
    Arrays.setAll(errors, i -> said.microjoules[i] * 1e-6 / (watts * seconds));
    return errors;
  }

  private double[] starts(double seconds) {
    var random = new SplittableRandom(1);
    double many = MOST_LOADS * Math.sqrt(spacingSeconds / seconds);
    int loads =
        profile.source() == ProfileSource.PRIOR
            ? LOADS_OF_UNKNOWN
            : (int) Math.max(LOADS_OF_UNKNOWN, Math.min(MOST_LOADS, Math.ceil(many)));
    double[] starts = new double[loads];
    double at = FIRST_PERIODS * spacingSeconds;
    for (int i = 0; i < loads; i++) {
      at += quietSeconds();
      starts[i] = at + spacingSeconds * (i + random.nextDouble()) / loads;
      at += seconds + spacingSeconds;
    }
    return starts;
  }

  private double quietSeconds() {
    return QUIET_RESPONSES * shown.constantSeconds() + QUIET_PERIODS * spacingSeconds;
  }

  /** The polls of loads, as one trace. */
  private PollBlock readings(double watts, double seconds, double[] starts) {
    var random = new SplittableRandom(2);
    double period = profile.updatePeriodSeconds();
    double noise = Math.max(LEAST_NOISE_WATTS, profile.noiseWatts());
    double end = starts[starts.length - 1] + seconds + quietSeconds();
    double[] seen = new double[starts.length];
    Arrays.setAll(seen, i -> starts[i] + profile.delayErrorSeconds() * random.nextGaussian());
    int most = (int) Math.ceil(end / (pollSeconds * (1 - JITTER))) + 1;
    long[] times = new long[most];
    int[] values = new int[most];
    int polls = 0;
    long update = Long.MIN_VALUE;
    int value = 0;
    for (double at = 0; at < end; polls++) {
      long newest = (long) Math.floor(at / period);
      if (newest != update) {
        update = newest;
        double share = 0;
        for (double start : seen) {
          share += shownShare(newest * period - start, seconds);
        }
        double power = range.idleWatts() + watts * share;
        value = (int) Math.round(1e3 * (power + noise * random.nextGaussian()));
      }
      times[polls] = nanos(at);
      values[polls] = value;
      at += pollSeconds * (1 + JITTER * (2 * random.nextDouble() - 1));
    }
    return new PollBlock(
        DEVICE,
        0,
        SIGNAL,
        PowerUnit.MILLIWATTS,
        Arrays.copyOf(times, polls),
        Arrays.copyOf(values, polls),
        true);
  }

  /**
   * How much of a load a sensor without noise shows at a time since its start, as a share of its
   * height.
   */
  private double shownShare(double at, double seconds) {
    return switch (shown.sensorClass()) {
      case PASS_THROUGH -> at >= 0 && at < seconds ? 1 : 0;
      case FIRST_ORDER_LAG -> charged(at) - charged(at - seconds);
      case BOXCAR -> {
        double window = shown.windowSeconds();
        double seen = Math.min(at, seconds) - Math.max(at - window, 0);
        yield Math.max(0, seen) / window;
      }
    };
  }

  private double charged(double since) {
    return since <= 0 ? 0 : -StrictMath.expm1(-since / shown.timeConstantSeconds());
  }

  /** Whole microseconds, as polls are. */
  private static long nanos(double seconds) {
    return EPOCH_NANOS + Math.round(seconds * 1e6) * 1000L;
  }

  /** The standard errors of the loads' newest entries. */
  private static final class Said implements LedgerOutput {
    private final long[] microjoules;

    Said(int loads) {
      microjoules = new long[loads];
    }

    @Override
    public void entry(LedgerEntry entry) {
      String id = entry.activityId();
      if (id != null) {
        microjoules[Integer.parseInt(id)] = entry.standardErrorMicrojoules();
      }
    }

    @Override
    public void refused(Activity activity, String detail) {
      throw new IllegalStateException("the ledger refused the load: " + detail);
    }

    @Override
    public void outOfBalance(Book book, long atNanos, long microjoulesTooMany) {
      throw new IllegalStateException(book + " is out of balance by " + microjoulesTooMany + " uJ");
    }
  }
}
