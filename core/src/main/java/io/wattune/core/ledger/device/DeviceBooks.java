package io.wattune.core.ledger.device;

import io.wattune.core.ledger.Activity;
import io.wattune.core.ledger.Book;
import io.wattune.core.ledger.DeviceState;
import io.wattune.core.ledger.LedgerSettings;
import io.wattune.core.ledger.brief.Aliasing;
import io.wattune.core.ledger.brief.RepeatedActivities;
import io.wattune.core.ledger.brief.ShortActivities;
import io.wattune.core.ledger.brief.SpanEnergy;
import io.wattune.core.ledger.brief.UnlearnedRepeats;
import io.wattune.core.ledger.entry.LedgerOutput;
import io.wattune.core.ledger.integral.CounterBook;
import io.wattune.core.ledger.integral.CounterChoice;
import io.wattune.core.ledger.integral.TrueIntegral;
import io.wattune.core.ledger.sharing.SharedEntries;
import io.wattune.core.ledger.sharing.WholeEntries;
import io.wattune.core.power.ClockLife;
import io.wattune.core.ring.SampleRing;
import org.jspecify.annotations.Nullable;

/**
 * All books of one device: windows, activities and the energy counter. Puts out what the device's
 * clock has made due, and keeps samples, profiles and counts as long as a book looks back to them.
 */
record DeviceBooks(
    LedgerSettings settings, String device, DeviceState state, SampleRing ring, LedgerOutput out) {
  /**
   * Gaps after which entries were put out again, at most: windows' revisions count them, and must
   * stay within those of one life of the clock.
   */
  private static final int MOST_SEEN_AGAIN = ClockLife.REVISIONS / 4;

  /** What is let go may be kept this much longer, where looking what it is costs more. */
  private static final long LONGER_NANOS = 10_000_000_000L;

  /** Begins at the time that the first sample describes. */
  void begin(long firstNanos) {
    books().windows().begin(firstNanos);
    reconsiderDue();
  }

  /** The version of an activity that is held; null where there is none. */
  @Nullable Activity known(Activity activity) {
    return books().activities().known(activity);
  }

  /** Takes an activity, or a newer version of one. */
  void activity(Activity activity) {
    books().activities().accept(activity, out);
    reconsiderDue();
    if (!state.signal.isEmpty()) {
      work();
    }
  }

  /** The book of the device's own energy counter. */
  CounterBook counters() {
    return new CounterBook(state, integral());
  }

  /** The antiderivative of true power. */
  TrueIntegral integral() {
    return new TrueIntegral(state, ring, settings.horizonNanos());
  }

  /** Does what the clock has made due. */
  void work() {
    if (state.ring.samples == 0 || state.sample.clockNanos < state.dueNanos) {
      return;
    }
    choice().work();
    Books books = books();
    books.aliasing().work();
    books.windows().work(out);
    books.activities().work(out);
    long keep = oldestNeededNanos();
    ring.dropBefore(keep);
    CounterBook.dropBefore(state.counter, keep);
    Aliasing.dropBefore(state, keep);
    while (state.profiles.size() > 1 && state.profiles.get(1).profile().validFromNanos() < keep) {
      state.profiles.remove(0);
    }
    reconsiderDue();
  }

  /** A second's book is chosen anew from a time on. */
  private void chooseAgain(long fromNanos) {
    CounterChoice.again(state, fromNanos);
    choice().work();
  }

  /** Which of the two books a second's energy is taken from. */
  private CounterChoice choice() {
    TrueIntegral integral = integral();
    return new CounterChoice(settings, state, integral, new CounterBook(state, integral));
  }

  /**
   * Puts out again what has been reported and is not final: a profile holds from a time on that was
   * not known then.
   */
  void reportAgain(long fromNanos) {
    chooseAgain(fromNanos);
    Books books = books();
    books.windows().reportAgain(out);
    books.activities().reportAgain(out);
  }

  /**
   * A value has come after polls without one: they moved the clock, so that entries were put out
   * before it was known what the time since the value before had taken. All books put them out
   * again, so that they agree.
   *
   * @param valueNanos time of the value before
   * @param clockNanos the clock before this value
   */
  void seenAgain(long valueNanos, long clockNanos) {
    if (state.seenAgain >= MOST_SEEN_AGAIN) {
      return; // they are right once they are final
    }
    long settleNanos = state.settleNanos(settings);
    long afterNanos = valueNanos - settleNanos;
    chooseAgain(afterNanos);
    Books books = books();
    WindowLedger windows = books.windows();
    if (windows.hasReported(afterNanos)) {
      state.seenAgain++;
      windows.reportAgain(afterNanos, out);
    }
    books.activities().reportAgain(afterNanos, clockNanos - settleNanos, out);
  }

  /** The trace has ended: puts out all that is left, final. */
  void finish() {
    choice().finish();
    Books books = books();
    if (state.ring.samples > 0) {
      books.aliasing().finish();
      long newest = state.ring.seenToNanos - state.newestProfile().delayNanos();
      books.windows().finish(newest, out);
    }
    books.activities().finish(out);
  }

  /** The books look this far back, and in a gap from the last sample before it. */
  private long oldestNeededNanos() {
    long oldest = state.sample.clockNanos - settings.horizonNanos() - Book.WINDOW60S.windowNanos();
    long sensorNanos = oldest - LedgerSettings.LONGEST_DELAY_NANOS;
    if (sensorNanos > ring.oldestNanos()) {
      oldest = Math.min(oldest, ring.sampleAtOrBefore(sensorNanos, LONGER_NANOS));
    }
    return oldest - TrueIntegral.REACH_NANOS;
  }

  private void reconsiderDue() {
    long due = Long.MAX_VALUE;
    if (state.ring.samples > 0) {
      due = WindowLedger.dueNanos(settings, state);
    }
    state.dueNanos = Math.min(due, ActivityBooks.dueNanos(settings, state));
  }

  /** Books over what is known now. They remember nothing: all of it is in the state. */
  private Books books() {
    TrueIntegral integral = integral();
    var aliasing = new Aliasing(settings, state, ring, integral);
    var repeated = new RepeatedActivities(settings, state, ring, integral);
    var spans = new SpanEnergy(settings, state, ring, integral, repeated);
    var whole =
        new WholeEntries(
            device, state, integral, new CounterBook(state, integral), spans, aliasing);
    var shared =
        new SharedEntries(
            state,
            integral,
            whole,
            new ShortActivities(state, ring),
            repeated,
            new UnlearnedRepeats(settings, state, integral),
            aliasing);
    return new Books(
        aliasing,
        new WindowLedger(settings, state, whole),
        new ActivityBooks(settings, state, whole, shared));
  }

  /** What is kept of windows and of activities, and what aliasing does to both. */
  private record Books(Aliasing aliasing, WindowLedger windows, ActivityBooks activities) {}
}
