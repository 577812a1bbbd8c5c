package io.wattune.core.serving;

import java.util.Locale;
import java.util.OptionalDouble;
import java.util.Set;

/**
 * What a server says of itself, held against what was measured of it: requests answered in less
 * than half of the least time, half again as many as the whole device serves, open requests of
 * which none is answered, or a power that its load does not explain. Test: {@code ServersTest}.
 *
 * <p>Not for two threads at once.
 */
final class ReadingDoubts {
  /** Shorter than half of what was measured, or half again as many as can be served. */
  private static final double SHORT = 0.5;

  private static final double MANY = 1.5;

  /** Requests that are open while none is answered for longer than this, and so many requests. */
  private static final double STUCK_SECONDS = 5;

  private static final double STUCK_REQUESTS = 10;

  /** A median of fewer requests says nothing. */
  private static final int ENOUGH = 5;

  /**
   * Power may be above what the load explains by this part of it, and by this part of what serving
   * takes more than waiting: tables are measured, sensors are late, and loads come in bursts.
   */
  private static final double MORE_POWER = 0.1;

  private static final double MORE_SERVING = 0.35;

  private final MeasuredProfile profile;
  private double stuckSeconds;

  ReadingDoubts(MeasuredProfile profile) {
    this.profile = profile;
  }

  /**
   * Why a reading cannot be so; empty where it can.
   *
   * @param watts mean power of its device in that time; empty where it is not known
   * @param possible settings of which one was in force
   * @param drift how many times as long requests take as was measured
   */
  String contradiction(
      ServedTime served, OptionalDouble watts, Set<ServingSetting> possible, double drift) {
    boolean isStuck = served.open() > 0 && served.finished() == 0;
    stuckSeconds = isStuck ? stuckSeconds + served.seconds() : 0;
    int batch = profile.baseline().batch();
    double least = Double.POSITIVE_INFINITY;
    double most = 0;
    double mostServed = 0;
    for (MeasuredProfile.Row row : profile.rows()) {
      double full = profile.seconds(row.setting().ofBatch(batch));
      least = Math.min(least, row.seconds());
      most = Math.max(most, full);
      mostServed = Math.max(mostServed, batch / full);
    }
    if (stuckSeconds > Math.max(STUCK_SECONDS, STUCK_REQUESTS * most)) {
      return String.format(
          Locale.ROOT, "none of its open requests was answered for %.0f s", stuckSeconds);
    }
    if (served.finished() >= ENOUGH && served.medianSeconds() < SHORT * least) {
      return String.format(
          Locale.ROOT,
          "half of its requests took at most %.3g s, the least that was measured is %.3g s",
          served.medianSeconds(),
          least);
    }
    if (served.finished() > MANY * served.seconds() * mostServed + Math.max(ENOUGH, batch)) {
      return String.format(
          Locale.ROOT,
          "it answered %.3g requests a second, the most that was measured is %.3g",
          served.finished() / served.seconds(),
          mostServed);
    }
    double explained = explained(served, possible, drift);
    if (watts.isPresent() && watts.getAsDouble() > explained) {
      return String.format(
          Locale.ROOT,
          "its device takes %.0f W, its load explains at most %.0f W",
          watts.getAsDouble(),
          explained);
    }
    return "";
  }

  private double explained(ServedTime served, Set<ServingSetting> possible, double drift) {
    double most = 0;
    for (MeasuredProfile.Row row : profile.rows()) {
      ServingSetting full = row.setting().ofBatch(profile.baseline().batch());
      if (possible.isEmpty() || possible.contains(full)) {
        // One more was being served in the beginning, one may have been given up in the end.
        double requests = Math.max(served.arrived(), served.finished()) + 2;
        double busy =
            served.open() > 0
                ? 1
                : Math.min(1, requests * drift * row.seconds() / served.seconds());
        // However large its batches were: each alone takes longest, a full one may take most.
        double serving = Math.max(row.busyWatts(), profile.busyWatts(full)) - row.waitingWatts();
        most =
            Math.max(
                most,
                (1 + MORE_POWER) * (row.waitingWatts() + busy * serving) + MORE_SERVING * serving);
      }
    }
    return most;
  }
}
