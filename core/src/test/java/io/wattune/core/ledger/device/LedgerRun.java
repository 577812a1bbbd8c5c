package io.wattune.core.ledger.device;

import io.wattune.core.ledger.Activity;
import io.wattune.core.ledger.Book;
import io.wattune.core.ledger.DeviceState;
import io.wattune.core.ledger.LedgerSettings;
import io.wattune.core.ledger.entry.LedgerEntry;
import io.wattune.core.ledger.entry.LedgerOutput;
import io.wattune.core.power.PowerColumns;
import io.wattune.core.power.SmoothedPower;
import io.wattune.core.power.TraceSummary;
import io.wattune.core.power.TruePower;
import io.wattune.core.reading.PollBlock;
import io.wattune.core.ring.InMemoryChunkStore;
import io.wattune.core.sensor.ProfileChoice;
import io.wattune.core.sensor.SensorProfile;
import io.wattune.core.simulated.Polls;
import io.wattune.core.simulated.Sensor;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** A ledger in memory, and all that it has put out. Times in seconds of the simulated traces. */
public final class LedgerRun implements LedgerOutput {
  final LedgerSettings settings;
  public final List<LedgerEntry> all = new ArrayList<>();
  public final Map<String, LedgerEntry> newest = new TreeMap<>();
  final List<SensorProfile> drifted = new ArrayList<>();
  public final List<SensorProfile> profiles = new ArrayList<>();
  public final List<String> refused = new ArrayList<>();
  final List<TruePower> power = new ArrayList<>();
  final List<TruePower> smoothed = new ArrayList<>();

  /**
   * Books that do not sum to the device's energy, where a test asks for them; else they fail it.
   */
  @Nullable List<Imbalance> imbalances;

  /** Entries that were put out. */
  public long entries;

  /** A long run, whose entries are counted and not kept. */
  public boolean onlyCounts;

  public DeviceState state = new DeviceState();
  InMemoryChunkStore store = new InMemoryChunkStore();
  private final PowerColumns columns = new PowerColumns();
  private long sequence;
  private DeviceLedger ledger;

  /** What was said of a book out of balance. */
  record Imbalance(Book book, long atNanos, long microjoulesTooMany) {}

  public LedgerRun(LedgerSettings settings) {
    this.settings = settings;
    ledger = new DeviceLedger(settings, Polls.DEVICE, state, store, this, columns);
  }

  public static LedgerRun learning() {
    return new LedgerRun(LedgerSettings.DEFAULT);
  }

  public static LedgerRun learning(double horizonSeconds) {
    return new LedgerRun(new LedgerSettings(Math.round(horizonSeconds * 1e9), ProfileChoice.AUTO));
  }

  public static LedgerRun given(SensorProfile profile) {
    return given(profile, 600);
  }

  public static LedgerRun given(SensorProfile profile, double horizonSeconds) {
    return new LedgerRun(
        new LedgerSettings(
            Math.round(horizonSeconds * 1e9), new ProfileChoice(true, List.of(profile))));
  }

  /** With smoothed power. */
  static LedgerRun smoothing(ProfileChoice profiles, double horizonSeconds) {
    return new LedgerRun(
        new LedgerSettings(Math.round(horizonSeconds * 1e9), profiles).smoothing(true));
  }

  static LedgerRun smoothing(SensorProfile profile) {
    return smoothing(new ProfileChoice(true, List.of(profile)), 600);
  }

  /** Goes on from another state, as after a restart. */
  void resume(DeviceState with, InMemoryChunkStore chunks) {
    state = with;
    store = chunks;
    ledger = new DeviceLedger(settings, Polls.DEVICE, state, store, this, columns);
  }

  public LedgerRun take(Polls polls) {
    return take(polls, 200);
  }

  public LedgerRun take(Polls polls, int blockSize) {
    for (int at = 0; at < polls.size(); at += blockSize) {
      block(polls.range(at, Math.min(polls.size(), at + blockSize)).block(sequence++, false));
    }
    return this;
  }

  /** Takes the polls of a trace up to one; the block that names the model begins where it must. */
  public LedgerRun take(RandomTrace trace, int polls, int blockSize) {
    for (int at = 0; at < polls; ) {
      int to = Math.min(polls, at + blockSize);
      to = at < trace.namedAt() && trace.namedAt() < to ? trace.namedAt() : to;
      block(trace.block(at, to, sequence++));
      at = to;
    }
    return this;
  }

  /** Takes some polls of a trace as one block, which must not begin before the model is named. */
  LedgerRun takeBlock(RandomTrace trace, int from, int to) {
    block(trace.block(from, to, sequence++));
    return this;
  }

  public LedgerRun take(RandomTrace trace, int blockSize) {
    return take(trace, trace.polls().size(), blockSize);
  }

  public DeviceLedger.BlockFate block(PollBlock block) {
    DeviceLedger.BlockFate fate = ledger.readings(block);
    checkDue();
    return fate;
  }

  public LedgerRun activity(Activity activity) {
    ledger.activity(activity);
    checkDue();
    return this;
  }

  public LedgerRun span(String id, double from, double to) {
    return activity(activity(id, Book.SPAN, from, to));
  }

  /** Puts in an activity that competes. */
  public LedgerRun kernel(String id, double from, double to) {
    return activity(activity(id, Book.KERNEL, from, to));
  }

  /** Nothing that the state says to be due may be left undone. */
  private void checkDue() {
    if (state.ring.samples > 0
        && !state.isFinished()
        && state.dueNanos <= state.sample.clockNanos) {
      throw new AssertionError(
          "due at " + state.dueNanos + ", but the clock is " + state.sample.clockNanos);
    }
  }

  LedgerRun endReadings() {
    block(new Polls(new long[0], new int[0]).block(sequence++, true));
    return this;
  }

  public LedgerRun endActivities() {
    ledger.activitiesEnded();
    return this;
  }

  public LedgerRun end() {
    return endReadings().endActivities();
  }

  public static Activity activity(String id, Book book, double from, double to) {
    return new Activity(
        Polls.DEVICE, id, book, "n-" + id, Sensor.nanos(from), nanosOrRunning(to), null, Map.of());
  }

  private static long nanosOrRunning(double seconds) {
    return seconds == Double.POSITIVE_INFINITY ? Activity.RUNNING : Sensor.nanos(seconds);
  }

  public LedgerEntry span(String id) {
    return of(Book.SPAN, id);
  }

  public LedgerEntry of(Book book, String id) {
    return Objects.requireNonNull(
        newest.get(book.label() + "/" + Polls.DEVICE + "/" + Polls.SIGNAL + "/" + id),
        "no entry of " + book + " " + id);
  }

  /** The entry of a kernel, or of a span where there is no kernel of that name. */
  private LedgerEntry either(String id) {
    String kernel = Book.KERNEL.label() + "/" + Polls.DEVICE + "/" + Polls.SIGNAL + "/" + id;
    return newest.containsKey(kernel) ? of(Book.KERNEL, id) : span(id);
  }

  /** Joules of an activity's newest entry. */
  public double joules(String id) {
    return either(id).energyMicrojoules() * 1e-6;
  }

  public double rawJoules(String id) {
    return either(id).rawEnergyMicrojoules() * 1e-6;
  }

  public double errorJoules(String id) {
    return either(id).standardErrorMicrojoules() * 1e-6;
  }

  /** Newest entries of a book, by start. */
  public List<LedgerEntry> book(Book book) {
    return newest.values().stream()
        .filter(entry -> entry.book() == book)
        .sorted((a, b) -> Long.compare(a.startNanos(), b.startNanos()))
        .toList();
  }

  public long bookMicrojoules(Book book) {
    return book(book).stream().mapToLong(LedgerEntry::energyMicrojoules).sum();
  }

  @Nullable TraceSummary summary() {
    return power.isEmpty() ? null : power.get(power.size() - 1).summary();
  }

  /** True power of each sample at its newest revision: value, error, quality, profile. */
  Map<Long, String> newestPower() {
    var byTime = new TreeMap<Long, String>();
    for (TruePower block : power) {
      for (int i = 0; i < block.samples(); i++) {
        byTime.put(
            block.timesNanos()[i],
            block.rawMilliwatts()[i]
                + " "
                + block.trueMilliwatts()[i]
                + " "
                + block.errorMilliwatts()[i]
                + " "
                + block.qualities()[i]
                + " "
                + block.profileId());
      }
    }
    return byTime;
  }

  /** The newest revision of each slice of smoothed power, in the order of time. */
  List<TruePower> newestSmoothed() {
    var bySlice = new TreeMap<Long, TruePower>();
    for (TruePower block : smoothed) {
      if (block.samples() > 0) {
        long slice = SmoothedPower.sliceAt(block.timesNanos()[0]);
        bySlice.merge(slice, block, (a, b) -> a.revision() > b.revision() ? a : b);
      }
    }
    return List.copyOf(bySlice.values());
  }

  @Override
  public void smoothed(TruePower block) {
    smoothed.add(block);
  }

  @Override
  public void entry(LedgerEntry entry) {
    entries++;
    if (onlyCounts) {
      return;
    }
    all.add(entry);
    LedgerEntry before = newest.put(entry.entryId(), entry);
    if (before != null && before.revision() >= entry.revision()) {
      throw new AssertionError("revision does not grow: " + before + " then " + entry);
    }
    // What a clock said that was ahead is put right when that time comes.
    if (before != null && before.isFinal() && state.setBacks() == 0) {
      throw new AssertionError("final, and put out again: " + before + " then " + entry);
    }
  }

  @Override
  public void power(TruePower block) {
    if (!onlyCounts) {
      power.add(block);
    }
  }

  @Override
  public void profile(SensorProfile profile) {
    profiles.add(profile);
  }

  @Override
  public void drifted(SensorProfile profile) {
    drifted.add(profile);
  }

  @Override
  public void refused(Activity activity, String detail) {
    refused.add(detail);
  }

  @Override
  public void outOfBalance(Book book, long atNanos, long microjoulesTooMany) {
    if (imbalances != null) {
      imbalances.add(new Imbalance(book, atNanos, microjoulesTooMany));
      return;
    }
    throw new AssertionError(book + " has " + microjoulesTooMany + " uJ too many at " + atNanos);
  }
}
