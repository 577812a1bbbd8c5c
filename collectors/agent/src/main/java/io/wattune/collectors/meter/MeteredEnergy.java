package io.wattune.collectors.meter;

import io.wattune.core.NewestEntries;
import io.wattune.core.Quality;
import io.wattune.core.fleet.WindowBook;
import io.wattune.core.fleet.WindowEnergy;
import io.wattune.core.ledger.entry.LedgerEntry;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Sums of one device's ledger entries, as counters that never fall.
 *
 * <p>The energy is the sum of the newest revisions of the windows of one second. A revision may
 * take some away from a window of the last half minute; what was said stays said then, until what
 * comes makes up for it: whoever reads a counter that falls takes it for a new one, and counts all
 * of it once more. In the end the sum is that of the final windows.
 *
 * <p>Its standard error is {@code sqrt(sum of (e_i^2 - s_i^2)) + sum of s_i} over the final windows
 * of standard error {@code e_i}, of which {@code s_i} is common to all of the device and adds up
 * (DESIGN.md section 7, {@link LedgerEntry#scaleErrorMicrojoules}). Test: {@code PowerMeterTest}.
 *
 * <p>For one thread.
 */
final class MeteredEnergy {
  /** What no job took. */
  static final String NOBODY = "(none)";

  /** Everybody who came after the first {@value #MOST_USERS}: the number of series is bounded. */
  static final String OTHERS = "(others)";

  static final int MOST_USERS = 200;

  /** A device rarely ends more jobs between two looks of whoever scrapes. */
  static final int MOST_JOBS = 20;

  private static final double PER_JOULE = 1e6;

  private final WindowBook windows = new WindowBook();
  private final Map<Quality, Double> seconds = new EnumMap<>(Quality.class);
  private final Map<String, Long> users = new TreeMap<>();
  private final Map<String, MeteredJob> jobs = NewestEntries.put(MOST_JOBS);
  private Map<String, Double> userJoules = Map.of();
  private List<MeteredJob> newestJobs = List.of();
  private long saidMicrojoules;
  private double variance;
  private double common;

  /** Takes an entry of the windows of one second. */
  void window(LedgerEntry entry) {
    var unused =
        windows.take(
            new WindowEnergy(
                entry.startNanos(),
                entry.endNanos(),
                entry.revision(),
                entry.clockSetBacks(),
                entry.isFinal(),
                entry.energyMicrojoules()));
    OptionalLong sum = windows.microjoules();
    if (sum.isPresent()) {
      saidMicrojoules = Math.max(saidMicrojoules, sum.getAsLong());
    }
    if (entry.isFinal()) {
      double error = entry.standardErrorMicrojoules();
      double shared = entry.scaleErrorMicrojoules();
      variance += Math.max(0, error * error - shared * shared);
      common += shared;
      seconds.merge(entry.quality(), (entry.endNanos() - entry.startNanos()) * 1e-9, Double::sum);
    }
  }

  /** Takes an entry of the book of jobs; counts it once it is final. */
  void job(LedgerEntry entry) {
    if (!entry.isFinal()) {
      return;
    }
    String user = entry.isRemainder() ? NOBODY : entry.user();
    String name = user == null || user.isEmpty() ? NOBODY : user;
    boolean isKnown = users.containsKey(name) || users.size() < MOST_USERS;
    users.merge(isKnown ? name : OTHERS, Math.max(0, entry.energyMicrojoules()), Long::sum);
    Map<String, Double> joules = new TreeMap<>();
    users.forEach((each, microjoules) -> joules.put(each, microjoules / PER_JOULE));
    userJoules = Map.copyOf(joules);
    String id = entry.activityId();
    if (id != null) {
      jobs.remove(id); // The newest stand last.
      jobs.put(id, new MeteredJob(id, name, entry.energyMicrojoules() / PER_JOULE));
      newestJobs = List.copyOf(jobs.values());
    }
  }

  /** The energy; null before the first window. */
  @Nullable DeviceEnergy energy() {
    return windows.microjoules().isEmpty()
        ? null
        : new DeviceEnergy(
            saidMicrojoules / PER_JOULE, (Math.sqrt(variance) + common) / PER_JOULE, seconds);
  }

  /** Energy of jobs that have ended, by user. */
  Map<String, Double> userJoules() {
    return userJoules;
  }

  /** The last {@value #MOST_JOBS} jobs that have ended, the newest last. */
  List<MeteredJob> jobs() {
    return newestJobs;
  }
}
