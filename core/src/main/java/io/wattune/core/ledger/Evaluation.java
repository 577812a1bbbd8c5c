package io.wattune.core.ledger;

import io.wattune.core.ledger.attribution.Contender;
import io.wattune.core.ledger.attribution.PieceVisitor;
import io.wattune.core.ledger.attribution.Sweep;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** What chosen activities get, each up to a time, while that is not settled. */
final class Evaluation implements PieceVisitor {
  /** Stretches that are not farther apart are swept in one go. */
  private static final long NEAR_NANOS = Sweep.GRID_NANOS;

  private final DeviceState state;
  private final @Nullable Accrued[] accrued;
  private final long[] ends;
  private int level;

  Evaluation(DeviceState state) {
    this.state = state;
    accrued = new Accrued[state.activities.size()];
    ends = new long[accrued.length];
    Arrays.fill(ends, SharingState.NEVER);
  }

  /** Chooses an activity by its place. */
  void add(int place, long endNanos) {
    accrued[place] = state.activities.get(place).settled();
    ends[place] = endNanos;
  }

  boolean has(int place) {
    return accrued[place] != null;
  }

  long endNanos(int place) {
    return ends[place];
  }

  @Nullable Accrued get(int place) {
    return accrued[place];
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
        Sweep sweep = competition.between(stretches.get(0)[0], last);
        stretches.forEach(stretch -> sweep.run(level, stretch[0], stretch[1], this));
      }
    }
  }

  /** The time of the chosen activities of the level, and of those with children of the level. */
  private List<long[]> stretches() {
    Set<String> parents = new HashSet<>();
    for (PendingActivity pending : state.activities) {
      String parentId = pending.activity().parentId();
      if (parentId != null && pending.activity().book().level() == level) {
        parents.add(parentId);
      }
    }
    List<long[]> stretches = new ArrayList<>();
    for (int place = 0; place < accrued.length; place++) {
      if (accrued[place] == null) {
        continue;
      }
      Activity activity = state.activities.get(place).activity();
      int own = activity.book().level();
      if (own == level || (own < level && parents.contains(activity.activityId()))) {
        long from = Math.max(activity.startNanos(), state.sharing.settledNanos[level]);
        from = Math.max(from, state.sharing.firstNanos);
        if (from < ends[place]) {
          stretches.add(new long[] {from, ends[place]});
        }
      }
    }
    return merged(stretches);
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
    int place = contender.place();
    Accrued own = accrued[place];
    if (own != null && toNanos <= ends[place]) {
      accrued[place] = own.plus(microjoules, rawMicrojoules, nanos);
    }
    Accrued outer = parent == null ? null : accrued[parent.place()];
    if (parent != null && outer != null && toNanos <= ends[parent.place()]) {
      accrued[parent.place()] = outer.plusChild(level, microjoules);
    }
  }

  @Override
  public void left(long toNanos, long microjoules, long rawMicrojoules, double nanos) {}
}
