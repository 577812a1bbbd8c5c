package io.wattune.pipeline;

import io.wattune.core.counter.CounterReading;
import io.wattune.core.decision.Actuation;
import io.wattune.core.decision.Decision;
import io.wattune.core.device.DeviceDescriptor;
import io.wattune.core.ledger.entry.LedgerEntry;
import io.wattune.core.power.TruePower;
import io.wattune.core.saving.FleetSavings;
import io.wattune.core.saving.Saving;
import io.wattune.core.sensor.SensorProfile;
import io.wattune.schemas.reject.RejectedDatum;
import java.util.HashMap;
import java.util.Map;
import java.util.TreeMap;

/** Counts what the topics say, and sums up each device's energy. Thread safe. */
final class LiveTally {
  private static final int MOST_OPEN = 50_000;

  /** The devices of a run begin with it, at their own settings: no lease is older. */
  private final FleetSavings savings = new FleetSavings(0, MOST_OPEN);

  private final Latencies latencies = new Latencies();
  private final Map<String, EnergyBook> books = new HashMap<>();
  private final Map<String, Long> decisionsByReason = new TreeMap<>();
  private final Map<String, Long> refusedByReason = new TreeMap<>();
  private final Map<String, Long> restoresByReason = new TreeMap<>();
  private final Map<String, Long> rejectsByReason = new TreeMap<>();
  private final Map<String, Newest> newestPower = new HashMap<>();
  private long samples;
  private long ledgerEntries;
  private long decisions;
  private long claims;
  private long applied;
  private long renewed;
  private long switched;
  private long partlyApplied;

  private record Newest(long timeNanos, int trueMilliwatts) {}

  /** A learned profile sends samples again, with their new true power: they count once. */
  synchronized void power(TruePower block) {
    Newest newest = newestPower.getOrDefault(block.device(), new Newest(Long.MIN_VALUE, 0));
    for (int i = 0; i < block.samples(); i++) {
      if (block.timesNanos()[i] > newest.timeNanos()) {
        samples++;
        int power = block.trueMilliwatts()[i];
        newest =
            new Newest(
                block.timesNanos()[i], power == TruePower.NONE ? newest.trueMilliwatts() : power);
      }
    }
    newestPower.put(block.device(), newest);
  }

  synchronized void entry(LedgerEntry entry) {
    if (entry.revision() == 0) {
      ledgerEntries++;
    }
    books.computeIfAbsent(entry.device(), device -> new EnergyBook()).add(entry);
    savings.energy(entry);
  }

  synchronized void device(DeviceDescriptor descriptor) {
    savings.device(descriptor);
  }

  synchronized void profile(SensorProfile profile) {
    savings.profile(profile);
  }

  synchronized void counters(CounterReading reading) {
    savings.counters(reading);
  }

  synchronized void decision(Decision decision) {
    savings.decision(decision);
    if (decision instanceof Decision.ForDevice forDevice) {
      decisions++;
      decisionsByReason.merge(forDevice.reason(), 1L, Long::sum);
      latencies.decided(forDevice);
    } else {
      claims++;
    }
  }

  synchronized void actuation(Actuation actuation) {
    latencies.actuated(actuation);
    savings.actuation(actuation);
    switch (actuation.outcome()) {
      case APPLIED -> applied++;
      case RENEWED -> renewed++;
      case SWITCHED -> switched++;
      case PARTLY_APPLIED -> partlyApplied++;
      case REFUSED -> refusedByReason.merge(actuation.reason(), 1L, Long::sum);
      case RESTORED -> restoresByReason.merge(actuation.reason(), 1L, Long::sum);
      case CLAIMED, PENDING -> {}
    }
  }

  synchronized void reject(RejectedDatum datum) {
    rejectsByReason.merge(datum.reason(), (long) datum.data(), Long::sum);
  }

  /** Sum of the newest true power of every device that has given one. */
  synchronized double totalPowerWatts() {
    return newestPower.values().stream().mapToLong(Newest::trueMilliwatts).sum() * 1e-3;
  }

  /**
   * How far the ledger is behind: age of the newest power of the device whose is oldest. Zero
   * before any has come.
   *
   * @param nowNanos by the clock of the agents, which is this machine's
   */
  synchronized long behindNanos(long nowNanos) {
    return newestPower.values().stream()
        .mapToLong(newest -> Math.max(0, nowNanos - newest.timeNanos()))
        .max()
        .orElse(0);
  }

  /** What the ledger says of a device's energy so far. */
  synchronized EnergyBook.Sum energy(String device) {
    EnergyBook book = books.get(device);
    return (book == null ? new EnergyBook() : book).sum();
  }

  /** What other settings than the own ones have saved so far, on all devices. */
  synchronized Saving saving() {
    return savings.saving().total();
  }

  synchronized LiveCounts counts() {
    return new LiveCounts(
        samples,
        ledgerEntries,
        decisions,
        new TreeMap<>(decisionsByReason),
        claims,
        applied,
        renewed,
        switched,
        partlyApplied,
        new TreeMap<>(refusedByReason),
        new TreeMap<>(restoresByReason),
        new TreeMap<>(rejectsByReason),
        latencies.summary());
  }
}
