package io.wattune.core.serving;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.Iterator;
import java.util.List;
import java.util.stream.Collectors;

/**
 * For each step of the rate of requests, the setting with the least power that serves it with a
 * 95th percentile within the objective (Chow 2023, section 4.2.2). Power at a rate is that of
 * batches and of waiting by their times:
 *
 * <pre>watts(r) = waiting + r s(b) / b (busy - waiting)</pre>
 *
 * <p>with {@code s(b)} seconds of a batch; for batches of more than one it is the power at which
 * full batches would be served, and a lower bound. Rates beyond what any setting serves have the
 * fastest one. Test: {@code RateTableTest}.
 */
public final class RateTable {
  /** Steps from no requests to the largest rate. */
  static final int STEPS = 40;

  /**
   * Part of the objective that a tail may take in the table. A tail of just the objective has 5 %
   * of the requests beyond it, which is all that it allows.
   */
  private static final double MARGIN = 0.95;

  private final double largestRate;
  private final List<ServingSetting> settings;

  private RateTable(double largestRate, List<ServingSetting> settings) {
    this.largestRate = largestRate;
    this.settings = List.copyOf(settings);
  }

  /**
   * Makes a table.
   *
   * @param candidates settings that may be chosen
   * @param largestRate requests a second at its last step
   * @param objectiveSeconds what the tail may be
   */
  public static RateTable of(
      ServingProfile profile,
      List<ServingSetting> candidates,
      QueueModel queue,
      double largestRate,
      double objectiveSeconds) {
    double mayTake = MARGIN * objectiveSeconds;
    List<ServingSetting> left =
        candidates.stream()
            .filter(each -> profile.seconds(each.ofBatch(1)) <= mayTake)
            .collect(Collectors.toCollection(ArrayList::new));
    List<ServingSetting> settings = new ArrayList<>();
    for (int step = 1; step <= STEPS; step++) {
      double rate = largestRate * step / STEPS;
      left.sort(Comparator.comparingDouble(each -> watts(profile, each, rate)));
      Iterator<ServingSetting> cheapest = left.iterator();
      ServingSetting chosen = null;
      while (chosen == null && cheapest.hasNext()) {
        ServingSetting each = cheapest.next();
        if (queue.tailSeconds(profile, each, rate) <= mayTake) {
          chosen = each;
        } else {
          // What is too slow at a rate is too slow at higher ones.
          cheapest.remove();
        }
      }
      settings.add(chosen == null ? fastest(profile, candidates) : chosen);
    }
    return new RateTable(largestRate, settings);
  }

  /** That which serves most a second; of equals the quicker one. */
  private static ServingSetting fastest(ServingProfile profile, List<ServingSetting> candidates) {
    return candidates.stream()
        .min(
            Comparator.comparingDouble(
                    (ServingSetting each) -> profile.seconds(each) / each.batch())
                .thenComparingDouble(each -> profile.seconds(each.ofBatch(1))))
        .orElseThrow(() -> new IllegalArgumentException("there is no setting to choose from"));
  }

  /** Power of a setting at a rate that it keeps up with. */
  public static double watts(ServingProfile profile, ServingSetting setting, double rate) {
    double busy = Math.min(1, rate * profile.seconds(setting) / setting.batch());
    double waiting = profile.waitingWatts(setting);
    return waiting + busy * (profile.busyWatts(setting) - waiting);
  }

  /** The setting for a rate: that of the step at or above it. */
  public ServingSetting at(double rate) {
    int step = (int) Math.ceil(rate / largestRate * STEPS - 1e-9);
    return settings.get(Math.min(STEPS, Math.max(1, step)) - 1);
  }

  /** Requests a second at the last step. */
  public double largestRate() {
    return largestRate;
  }
}
