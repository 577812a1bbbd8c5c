package io.wattune.core.ledger.sharing;

import io.wattune.core.ledger.AccruedEnergy;
import io.wattune.core.ledger.Activity;
import io.wattune.core.ledger.Book;
import io.wattune.core.ledger.DeviceState;
import io.wattune.core.ledger.PendingActivities;
import io.wattune.core.ledger.attribution.Contender;
import io.wattune.core.ledger.attribution.PieceVisitor;
import io.wattune.core.ledger.attribution.ShareSweep;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** What chosen activities get, each up to a time, while that is not settled. */
final class ShareEvaluation implements PieceVisitor {
  /** Stretches that are not farther apart are swept in one go. */
  private static final long NEAR_NANOS = ShareSweep.GRID_NANOS;

  private final DeviceState state;
  private final PendingActivities pendings;
  private final Map<Integer, Choice> chosen = new TreeMap<>();
  private int level;

  /** A chosen activity: what it has got, and up to when it is looked at. */
  private static final class Choice {
    private AccruedEnergy accrued;
    private final long endNanos;

    Choice(AccruedEnergy accrued, long endNanos) {
      this.accrued = accrued;
      this.endNanos = endNanos;
    }
  }

  ShareEvaluation(DeviceState state) {
    this.state = state;
    this.pendings = PendingActivities.of(state);
  }

  /** Chooses an activity by its place. */
  void add(int place, long endNanos) {
    chosen.put(place, new Choice(pendings.get(place).settled(), endNanos));
  }

  /** Receives what was chosen. */
  interface Visitor {
    void chosen(int place, AccruedEnergy accrued, long endNanos);
  }

  /** Visits what was chosen, in the order of places. */
  void forEach(Visitor visitor) {
    chosen.forEach((place, choice) -> visitor.chosen(place, choice.accrued, choice.endNanos));
  }

  /** Shares out the time of all that were chosen. */
  void run(Competition competition) {
    for (level = 0; level < Book.LEVELS; level++) {
      if (!state.sharing.isOpen(level)) {
        continue;
      }
      List<long[]> stretches = stretches();
      if (!stretches.isEmpty()) {
        long last = stretches.get(stretches.size() - 1)[1];
        ShareSweep sweep = competition.between(stretches.get(0)[0], last);
        stretches.forEach(stretch -> sweep.run(level, stretch[0], stretch[1], this));
      }
    }
  }

  /** The time of the chosen activities of the level, and of those with children of the level. */
  private List<long[]> stretches() {
    List<long[]> stretches = new ArrayList<>();
    forEach(
        (place, accrued, endNanos) -> {
          Activity activity = pendings.get(place).activity();
          int own = activity.book().level();
          if (own == level || (own < level && hasChildren(activity))) {
            long from = Math.max(activity.startNanos(), state.sharing.settledNanos[level]);
            from = Math.max(from, state.sharing.firstNanos);
            if (from < endNanos) {
              stretches.add(new long[] {from, endNanos});
            }
          }
        });
    return merged(stretches);
  }

  private boolean hasChildren(Activity activity) {
    return pendings.hasChildren(Book.ofLevel(level), activity.activityId());
  }

  private static List<long[]> merged(List<long[]> stretches) {
    stretches.sort(Comparator.comparingLong(stretch -> stretch[0]));
    List<long[]> merged = new ArrayList<>();
    for (long[] stretch : stretches) {
      long[] last = merged.isEmpty() ? null : merged.get(merged.size() - 1);
      if (last != null && stretch[0] - NEAR_NANOS <= last[1]) {
        last[1] = Math.max(last[1], stretch[1]);
      } else {
        merged.add(stretch);
      }
    }
    return merged;
  }

  @Override
  public void part(
      Contender contender,
      @Nullable Contender parent,
      long toNanos,
      long microjoules,
      long rawMicrojoules,
      double nanos) {
    Choice own = chosen.get(contender.place());
    if (own != null && toNanos <= own.endNanos) {
      own.accrued = own.accrued.plus(microjoules, rawMicrojoules, nanos);
    }
    Choice outer = parent == null ? null : chosen.get(parent.place());
    if (outer != null && toNanos <= outer.endNanos) {
      outer.accrued = outer.accrued.plusChild(level, microjoules);
    }
  }

  @Override
  public void left(long toNanos, long microjoules, long rawMicrojoules, double nanos) {}
}
