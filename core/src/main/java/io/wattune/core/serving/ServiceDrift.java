package io.wattune.core.serving;

import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * How many times as long requests take as was measured. Of a server that is idle for a fifth of the
 * time or more, one request in five waits for nothing; so the quickest tenth takes as long as
 * service does, within its spread, whatever the load is. It is taken of requests at one setting
 * that was in force when they came, and known between the bounds of the histogram's bucket: a
 * coarse histogram shows large drifts only. The factor is the largest one that these bounds let be.
 *
 * <p>Error: with a spread of {@code v} of service, the quickest tenth lies within {@code 2 v} of
 * the mean, so that the factor is at most {@code 1 + 2 v} and the bucket's width too large, and at
 * most {@code 2 v} too small. Test: {@code ServiceDriftTest}.
 *
 * <p>Not for two threads at once.
 */
final class ServiceDrift {
  /** Requests of which the tenth is known: the fifth of them, at the least. */
  private static final int ENOUGH = 50;

  /** What is asked for. */
  private static final double QUICKEST = 0.1;

  /** Busier than this, fewer than a tenth may find nothing to wait for. */
  private static final double BUSY = 0.8;

  /** Smaller ones are within what a table keeps of the objective. */
  private static final double NOTABLE = 0.05;

  /** Beyond these it is something else than drift, and for the guards. */
  private static final double LEAST = 0.5;

  private static final double MOST = 3;

  private final MeasuredProfile profile;
  private double factor = 1;
  private @Nullable ServingSetting before;
  private @Nullable ServingSetting of;
  private LatencyHistogram latencies = LatencyHistogram.EMPTY;
  private double seconds;

  ServiceDrift(MeasuredProfile profile) {
    this.profile = profile;
  }

  /** How many times as long; 1 as long as nothing else is known. */
  double factor() {
    return factor;
  }

  /**
   * Requests were answered.
   *
   * @param setting the one that was in force all the time; null where it was not one
   * @return whether the factor is another one than before
   */
  boolean isOtherAfter(ServedTime served, @Nullable ServingSetting setting) {
    // Requests that were answered now may have begun before: the reading before has to agree.
    ServingSetting last = before;
    before = setting;
    if (setting == null || !setting.equals(last)) {
      return false;
    }
    if (!setting.equals(of)) {
      of = setting;
      latencies = LatencyHistogram.EMPTY;
      seconds = 0;
    }
    latencies = latencies.plus(served.latencies());
    seconds += served.seconds();
    long requests = latencies.requests();
    if (requests < ENOUGH) {
      return false;
    }
    Optional<LatencyBound> quickest = latencies.quantile(QUICKEST);
    // One that finds nothing to wait for is alone, however many are taken at once.
    double measured = profile.seconds(setting.ofBatch(1));
    double passed = seconds;
    latencies = LatencyHistogram.EMPTY;
    seconds = 0;
    // Busy for as long as its requests take if none takes longer than the quickest tenth does.
    return quickest.isPresent()
        && requests * quickest.get().highSeconds() < BUSY * passed
        && isOther(quickest.get(), measured);
  }

  private boolean isOther(LatencyBound quickest, double measured) {
    double chance = 2 * profile.spread();
    double least = quickest.lowSeconds() / measured / (1 + chance);
    double most = quickest.highSeconds() / measured / (1 - chance);
    boolean isWithin = least < (1 + NOTABLE) * factor && most > (1 - NOTABLE) * factor;
    if (isWithin || !(most <= MOST) || least < LEAST) {
      return false;
    }
    factor = most;
    return true;
  }
}
