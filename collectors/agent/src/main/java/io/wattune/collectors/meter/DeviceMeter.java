package io.wattune.collectors.meter;

import io.wattune.core.Quality;
import io.wattune.core.counter.CounterKind;
import io.wattune.core.counter.CounterReading;
import io.wattune.core.counter.CounterValue;
import io.wattune.core.ledger.Activity;
import io.wattune.core.ledger.Book;
import io.wattune.core.ledger.DeviceState;
import io.wattune.core.ledger.LedgerSettings;
import io.wattune.core.ledger.device.DeviceLedger;
import io.wattune.core.ledger.entry.LedgerEntry;
import io.wattune.core.ledger.entry.LedgerOutput;
import io.wattune.core.power.PowerColumns;
import io.wattune.core.power.TruePower;
import io.wattune.core.reading.PollBlock;
import io.wattune.core.ring.InMemoryChunkStore;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * The ledger of one device in the agent, the class that the Flink job runs, from the agent's start
 * on. For one thread, but for {@link #counted} and {@link #shown()}.
 */
final class DeviceMeter implements LedgerOutput {
  /** A device has a dozen counters or two; one that names ever new ones must not fill memory. */
  private static final int MOST_COUNTERS = 256;

  private static final double PER_WATT = 1e3;

  private final String device;
  private final DeviceLedger ledger;
  private final MeteredEnergy energy = new MeteredEnergy();
  private final Map<String, CounterValue> counters = new ConcurrentHashMap<>();
  private String model = "";
  private @Nullable DevicePower newest;
  private boolean isChanged;
  private volatile MeteredDevice shown;

  DeviceMeter(String device, LedgerSettings settings, PowerColumns columns) {
    this.device = device;
    this.ledger =
        new DeviceLedger(
            settings, device, new DeviceState(), new InMemoryChunkStore(), this, columns);
    this.shown = new MeteredDevice(device, "", null, null, Map.of(), Map.of(), List.of());
  }

  void read(PollBlock block) {
    if (!block.model().isEmpty()) {
      model = block.model();
    }
    DeviceLedger.BlockFate unused = ledger.readings(block);
    isChanged = true;
  }

  /** Makes what it has now seen by all threads. */
  void show() {
    if (!isChanged) {
      return;
    }
    isChanged = false;
    shown =
        new MeteredDevice(
            device, model, newest, energy.energy(), Map.of(), energy.userJoules(), energy.jobs());
  }

  void happened(Activity activity) {
    ledger.activity(activity);
  }

  /** Takes a counter reading, by any thread. */
  void counted(CounterReading reading) {
    for (CounterValue value : reading.counters()) {
      boolean isState = value.kind() != CounterKind.INCREASE;
      if (isState && (counters.size() < MOST_COUNTERS || counters.containsKey(value.counter()))) {
        counters.put(value.counter(), value);
      }
    }
  }

  /** What it shows now; by any thread. */
  MeteredDevice shown() {
    MeteredDevice of = shown;
    return new MeteredDevice(
        of.device(), of.model(), of.power(), of.energy(), counters, of.userJoules(), of.jobs());
  }

  @Override
  public void entry(LedgerEntry entry) {
    if (entry.book() == Book.WINDOW1S) {
      energy.window(entry);
    } else if (entry.book() == Book.JOB) {
      energy.job(entry);
    }
  }

  @Override
  public void power(TruePower power) {
    int last = power.samples() - 1;
    DevicePower before = newest;
    if (last < 0 || (before != null && power.timesNanos()[last] < before.timeNanos())) {
      return;
    }
    newest =
        new DevicePower(
            power.timesNanos()[last],
            watts(power.rawMilliwatts()[last]),
            watts(power.trueMilliwatts()[last]),
            watts(power.errorMilliwatts()[last]),
            Quality.ofCode(power.qualities()[last]));
  }

  private static double watts(int milliwatts) {
    return milliwatts == TruePower.NONE ? Double.NaN : milliwatts / PER_WATT;
  }

  @Override
  public void refused(Activity activity, String detail) {}

  @Override
  public void outOfBalance(Book book, long atNanos, long microjoulesTooMany) {}
}
