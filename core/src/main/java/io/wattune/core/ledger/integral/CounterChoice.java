package io.wattune.core.ledger.integral;

import static io.wattune.core.algebra.Products.square;

import io.wattune.core.ledger.CounterState;
import io.wattune.core.ledger.DeviceState;
import io.wattune.core.ledger.LedgerPoint;
import io.wattune.core.ledger.LedgerSettings;
import io.wattune.core.ledger.entry.CounterEnergy;
import io.wattune.core.sensor.SensorProfile;
import org.jspecify.annotations.Nullable;

/**
 * Chooses for each second which of both books its energy is taken from: the integral of the
 * readings, or the device's own energy counter, which sees what polls of the power miss. The one
 * with the smaller stated error is taken.
 *
 * <p>True energy is then {@code F(t) + K(t)}: {@code F} the integral's ({@link TrueIntegral}),
 * {@code K} at the seconds {@code t_i} the sum of {@code C(t_i) - C(t_i - 1 s) - (F(t_i) - F(t_i -
 * 1 s))} over the seconds for which the counter {@code C} was taken. All entries are differences of
 * this one function, so that books and windows of all lengths add up to the microjoule, whichever
 * was taken. Within a second the readings say nothing of where the counter's surplus lies: {@code
 * K} is a line there. A load may hold all of it or nothing, so that at a share {@code f} of a
 * second with surplus {@code k} the variance {@code k^2 f (1 - f)} is added: that of something that
 * lies on either side by chance.
 *
 * <p><b>Trust.</b> A counter may have faults of its own. It is taken only where both books have
 * agreed, within two errors of both and 1 %, in ten seconds at least of which both are known within
 * 5 %; where they did not in at most ten times as many; and where their ratio over those in which
 * they did is 1 within 1 %. Those seconds show whether a counter counts true energy or what the
 * sensor shows ({@code gain} and {@code offset} of the profile between the two). The ratio is taken
 * out; {@value #OWN_SCALE} of the energy stay as its error, five times what an H100's counter
 * differed from its readings. A second in which the counter says less than half of the lowest
 * reading, or more than a board can take, is the integral's.
 *
 * <p>A second is decided when it has settled, from what was read by then; again where a profile is
 * learned or a gap is seen again, but never once its window is final. Constant time for each
 * second. Units uJ, ns, and J where it says so. Tests: {@code CounterChoiceTest}, {@code
 * RecordedH100Test}.
 */
public final class CounterChoice {
  private static final long SECOND = 1_000_000_000L;
  private static final double FAR_ERRORS = 2;
  private static final double AGREES = 0.01;
  private static final double KNOWN = 0.05;
  private static final int LEAST_AGREED = 10;
  private static final int MOST_DISAGREED = 10;
  public static final double OWN_SCALE = 0.005;
  private static final double LEAST_OF_LOWEST = 0.5;

  /** As many times the highest reading, or 2000 W: no board and no node takes more. */
  private static final double MOST_OF_HIGHEST = 4;

  private static final double MOST_WATTS = 2000;

  /** Seconds about a silent one that say what readings miss there. */
  private static final int NEAR = 2;

  private final LedgerSettings settings;
  private final DeviceState state;
  private final CounterState counter;
  private final TrueIntegral integral;
  private final CounterBook book;

  public CounterChoice(
      LedgerSettings settings, DeviceState state, TrueIntegral integral, CounterBook book) {
    this.settings = settings;
    this.state = state;
    this.counter = state.counter;
    this.integral = integral;
    this.book = book;
  }

  /** Decides the seconds that have settled, by the device's clock. */
  public void work() {
    decideBy(state.sample.clockNanos - state.settleNanos(settings));
  }

  /** Decides all that are left: the trace has ended. */
  public void finish() {
    decideBy(Long.MAX_VALUE);
  }

  private void decideBy(long nanos) {
    @Nullable LedgerPoint from = null;
    while (counter.judged + 1 < counter.seconds) {
      long end = counter.firstSecondNanos + (counter.judged + 1) * SECOND;
      if (end > nanos) {
        return;
      }
      if (end - SECOND < state.nextToFinish[0] || !integral.isKept(end - SECOND)) {
        from = null;
        decided(0);
      } else {
        LedgerPoint to = integral.at(end);
        decided(surplus(from == null ? integral.at(end - SECOND) : from, to));
        from = to;
      }
    }
  }

  private void decided(double surplusJoules) {
    int next = ++counter.judged;
    counter.correctionMicrojoules += Math.round(surplusJoules * 1e6);
    counter.byCounter += surplusJoules == 0 ? 0 : 1;
    counter.secondCorrections[next] = counter.correctionMicrojoules;
    counter.secondsByCounter[next] = counter.byCounter;
  }

  /** What the counter puts on top of a second's integral, in joules; 0 where it is not taken. */
  private double surplus(LedgerPoint from, LedgerPoint to) {
    SensorProfile profile = integral.spanAt(to.timeNanos()).profile();
    EnergyError error = EnergyError.between(state, from, to, profile);
    CounterEnergy counted = book.between(from, to, error);
    if (counted == null || to.spanNanos() - from.spanNanos() != SECOND) {
      return 0;
    }
    double joules = (to.integralMicrojoules() - from.integralMicrojoules()) * 1e-6;
    double shown = (joules - profile.offsetWatts()) / profile.gain();
    double own = Math.sqrt(Math.max(0, square(error.joules()) - square(error.scaleJoules())));
    compare(joules, shown, counted, own);
    if (!isTrusted()) {
      return 0;
    }
    double taken = trueJoules(counter, counted.microjoules() * 1e-6, 1, profile);
    double watts = (taken - profile.offsetWatts()) / profile.gain();
    double most = Math.max(MOST_WATTS, MOST_OF_HIGHEST * state.highestWatts);
    if (watts < LEAST_OF_LOWEST * state.lowestWatts || watts > most) {
      return 0;
    }
    double doubt =
        CounterDoubt.isAsked(profile, state.sample.pollNanos * 1e-9)
            ? CounterDoubt.joules(joules, 1, counted, error, profile)
            : 0;
    return errorJoules(counted, taken) < StrictMath.hypot(own, doubt) ? taken - joules : 0;
  }

  private boolean isTrusted() {
    return counter.agreed >= LEAST_AGREED
        && counter.disagreed <= MOST_DISAGREED * counter.agreed
        && Math.min(Math.abs(ofTrue(counter) - 1), Math.abs(ofShown(counter) - 1)) <= AGREES;
  }

  private void compare(double joules, double shown, CounterEnergy counted, double own) {
    double counts = counted.microjoules() * 1e-6;
    double both = StrictMath.hypot(own, counted.errorMicrojoules() * 1e-6);
    if (!(both < KNOWN * joules)) {
      return;
    }
    double difference = Math.min(Math.abs(counts - joules), Math.abs(counts - shown));
    if (difference > FAR_ERRORS * both + AGREES * joules) {
      counter.disagreed++;
    } else {
      counter.agreed++;
      counter.agreedCounterJoules += counts;
      counter.agreedTrueJoules += joules;
      counter.agreedShownJoules += shown;
    }
  }

  /** True energy of what a counter counted within a time, by where both books have agreed. */
  private static double trueJoules(
      CounterState counter, double counted, double seconds, SensorProfile profile) {
    double ofTrue = ofTrue(counter);
    double ofShown = ofShown(counter);
    return Math.abs(ofTrue - 1) <= Math.abs(ofShown - 1)
        ? ofTrue * counted
        : profile.gain() * ofShown * counted + profile.offsetWatts() * seconds;
  }

  private static double ofTrue(CounterState counter) {
    return counter.agreedTrueJoules / counter.agreedCounterJoules;
  }

  private static double ofShown(CounterState counter) {
    return counter.agreedShownJoules / counter.agreedCounterJoules;
  }

  /** Error of energy that was taken from a counter, but for the scale of the sensor. */
  public static double errorJoules(CounterEnergy counted, double joules) {
    return StrictMath.hypot(counted.errorMicrojoules() * 1e-6, OWN_SCALE * joules);
  }

  /** The first second is kept. */
  static void begin(CounterState counter) {
    counter.judged = 0;
    counter.secondCorrections[0] = counter.correctionMicrojoules;
    counter.secondsByCounter[0] = counter.byCounter;
  }

  /** The oldest seconds are let go of. */
  static void drop(CounterState counter, int dropped, int kept) {
    System.arraycopy(counter.secondCorrections, dropped, counter.secondCorrections, 0, kept);
    System.arraycopy(counter.secondsByCounter, dropped, counter.secondsByCounter, 0, kept);
    counter.judged -= dropped;
    if (counter.judged < 0 && kept > 0) {
      begin(counter); // what was never decided is the integral's
    }
  }

  /** What was decided of the seconds that begin at a time or later is decided again. */
  public static void again(DeviceState state, long fromNanos) {
    CounterState counter = state.counter;
    long from = Math.max(fromNanos, state.nextToFinish[0]);
    long first = Math.max(0, -Math.floorDiv(counter.firstSecondNanos - from, SECOND));
    if (counter.seconds == 0 || first >= counter.judged) {
      return;
    }
    counter.judged = (int) first;
    counter.correctionMicrojoules = counter.secondCorrections[counter.judged];
    counter.byCounter = counter.secondsByCounter[counter.judged];
  }

  /** What the counter puts on top of the integral up to a time. */
  static long microjoulesAt(CounterState counter, long timeNanos) {
    int second = second(counter, timeNanos);
    if (second < 0 || second >= counter.judged) {
      return second < 0 ? first(counter) : counter.correctionMicrojoules;
    }
    long here = counter.secondCorrections[second];
    long surplus = surplusMicrojoules(counter, second);
    return surplus == 0 ? here : here + Math.round(share(counter, timeNanos) * surplus);
  }

  /** Whole seconds before a time that have the counter's energy. */
  static int secondsBefore(CounterState counter, long timeNanos) {
    int second = second(counter, timeNanos);
    if (second >= counter.judged) {
      return counter.byCounter;
    }
    return counter.secondsByCounter[Math.max(0, second)];
  }

  /** Variance of energy up to a time, for nobody knows where in its second the surplus is. */
  static double endVariance(CounterState counter, long timeNanos) {
    int second = second(counter, timeNanos);
    if (second < 0 || second >= counter.judged) {
      return 0;
    }
    double surplus = surplusMicrojoules(counter, second) * 1e-6;
    double share = share(counter, timeNanos);
    return surplus * surplus * share * (1 - share);
  }

  /**
   * What the seconds of a time of which the counter says nothing may be off by, in joules: as much
   * each as it put on top of a second next to them, or two away. The readings miss there what they
   * missed beside it, and all of it to one side.
   */
  public static double silentJoules(CounterState counter, long fromNanos, long toNanos) {
    if (counter.byCounter == 0) {
      return 0;
    }
    int to = Math.min(second(counter, toNanos), counter.judged);
    double sum = 0;
    for (int i = Math.max(0, second(counter, fromNanos)); i < to; i++) {
      boolean isSilent =
          counter.secondStretch[i] < 0 || counter.secondStretch[i] != counter.secondStretch[i + 1];
      if (isSilent) {
        long most = 0;
        for (int j = Math.max(0, i - NEAR); j <= Math.min(counter.judged - 1, i + NEAR); j++) {
          most = Math.max(most, Math.abs(surplusMicrojoules(counter, j)));
        }
        sum += most * 1e-6;
      }
    }
    return sum;
  }

  private static long surplusMicrojoules(CounterState counter, int second) {
    return counter.secondCorrections[second + 1] - counter.secondCorrections[second];
  }

  private static long first(CounterState counter) {
    return counter.seconds == 0 ? counter.correctionMicrojoules : counter.secondCorrections[0];
  }

  private static int second(CounterState counter, long timeNanos) {
    if (counter.seconds == 0) {
      return Integer.MAX_VALUE;
    }
    long second = Math.floorDiv(timeNanos - counter.firstSecondNanos, SECOND);
    return (int) Math.max(-1, Math.min(Integer.MAX_VALUE, second));
  }

  private static double share(CounterState counter, long timeNanos) {
    return Math.floorMod(timeNanos - counter.firstSecondNanos, SECOND) * 1e-9;
  }
}
