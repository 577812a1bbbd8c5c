package io.wattune.evaluation.estimators;

import io.wattune.core.ledger.Activity;
import io.wattune.core.ledger.Book;
import io.wattune.core.ledger.DeviceState;
import io.wattune.core.ledger.LedgerSettings;
import io.wattune.core.ledger.device.DeviceLedger;
import io.wattune.core.ledger.entry.LedgerEntry;
import io.wattune.core.ledger.entry.LedgerOutput;
import io.wattune.core.power.PowerColumns;
import io.wattune.core.ring.InMemoryChunkStore;
import io.wattune.core.sensor.ProfileChoice;
import java.util.List;
import java.util.Map;

/** The ledger entries of a trace's activities, by {@link DeviceLedger} as the pipeline runs it. */
final class EnergyRun implements LedgerOutput {
  private final LedgerEntry[] entries;

  private EnergyRun(int activities) {
    entries = new LedgerEntry[activities];
  }

  /** The newest entry of each activity of the trace's load. */
  static LedgerEntry[] of(SimulatedCase simulated) {
    Load load = simulated.load();
    var run = new EnergyRun(load.activities());
    var settings =
        new LedgerSettings(
            LedgerSettings.DEFAULT.horizonNanos(),
            new ProfileChoice(true, List.of(simulated.trace().sensor().profile())));
    var ledger =
        new DeviceLedger(
            settings,
            KnownSensor.DEVICE,
            new DeviceState(),
            new InMemoryChunkStore(),
            run,
            new PowerColumns());
    for (int i = 0; i < load.activities(); i++) {
      ledger.activity(activity(i, load));
    }
    ledger.readings(simulated.polls());
    ledger.activitiesEnded();
    return run.entries;
  }

  private static Activity activity(int number, Load load) {
    String id = Integer.toString(number);
    return new Activity(
        KnownSensor.DEVICE,
        id,
        Book.KERNEL,
        id,
        load.startsNanos().get(number),
        load.endsNanos().get(number),
        null,
        Map.of());
  }

  @Override
  public void entry(LedgerEntry entry) {
    String id = entry.activityId();
    if (id != null) {
      entries[Integer.parseInt(id)] = entry;
    }
  }

  @Override
  public void refused(Activity activity, String detail) {
    throw new IllegalStateException(detail);
  }

  @Override
  public void outOfBalance(Book book, long atNanos, long microjoulesTooMany) {
    throw new IllegalStateException(book.label() + " is " + microjoulesTooMany + " uJ off");
  }
}
