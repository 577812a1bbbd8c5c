package io.wattune.core.policy;

import io.wattune.core.tunable.Setting;
import io.wattune.core.tunable.Tunable;
import io.wattune.core.tunable.ValueGrid;
import java.util.ArrayList;
import java.util.List;

/**
 * The values that a tunable may be set to, from its own setting down. Rung 0 is the own setting,
 * which is not written; the others are values of the device's grid below it, so no rung is ever
 * above. A grid of many values is thinned to {@value #MOST_RUNGS} rungs, evenly by index and with
 * the lowest among them: neighbours of a fine grid differ by less than noise shows. A floor cuts
 * the ladder off and does not number its rungs anew.
 *
 * @param tunable the tunable
 * @param values those of rung 1, 2, ..., descending
 */
public record Ladder(Tunable tunable, List<Long> values) {
  /** Most rungs below the own setting; Harmonia's tunables have 6 or 7 (section 3.1). */
  public static final int MOST_RUNGS = 8;

  public Ladder {
    values = List.copyOf(values);
  }

  /**
   * The rungs of a tunable; none where it may not be written or its own setting is not known.
   *
   * @param floor no rung is lower
   */
  public static Ladder of(Tunable tunable, long floor) {
    if (!tunable.isWritable() || tunable.ownValue().isEmpty()) {
      return new Ladder(tunable, List.of());
    }
    ValueGrid grid = tunable.grid();
    long own = tunable.ownValue().getAsLong();
    int count = own == Long.MIN_VALUE ? 0 : grid.indexAtOrBelow(own - 1) + 1;
    int rungs = Math.min(count, MOST_RUNGS);
    List<Long> values = new ArrayList<>(rungs);
    for (int rung = 1; rung <= rungs; rung++) {
      long value = grid.valueAt(count - (int) ((long) rung * count / rungs));
      if (value >= floor) {
        values.add(value);
      }
    }
    return new Ladder(tunable, values);
  }

  /** The lowest rung's number; 0 where there is only the own setting. */
  public int lowest() {
    return values.size();
  }

  /** The setting of a rung from 1 on. */
  public Setting setting(int rung) {
    return tunable.at(values.get(rung - 1));
  }

  /**
   * By which share a lower rung lies below another; 0 where that cannot be said.
   *
   * @param most a value above this counts as this
   */
  double step(int rung, int lower, double most) {
    double own = rung == 0 ? tunable.ownValue().orElse(0) : values.get(rung - 1);
    double from = Math.min(own, most);
    return lower > values.size() || from <= 0 ? 0 : Math.max(0, 1 - values.get(lower - 1) / from);
  }

  /**
   * Number of the rung whose value is nearest to a share of the own setting; of two that are as
   * near, the higher setting's.
   */
  public int nearest(double share) {
    long own = tunable.ownValue().orElse(0);
    int nearest = 0;
    double distance = Math.abs(own - share * own);
    for (int rung = 1; rung <= values.size(); rung++) {
      double other = Math.abs(values.get(rung - 1) - share * own);
      if (other < distance) {
        nearest = rung;
        distance = other;
      }
    }
    return nearest;
  }

  /** Number of the rung with this value; -1 where none has it. */
  public int rungOf(long value) {
    int index = values.indexOf(value);
    return index < 0 ? -1 : index + 1;
  }
}
