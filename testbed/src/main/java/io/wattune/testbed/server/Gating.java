package io.wattune.testbed.server;

import java.util.List;

/**
 * Which units' idle power is saved: a model of what the hardware could do, since the MI50 does not
 * gate units that are masked (Chow 2023, section 4.1.2).
 */
public enum Gating {
  /** The hardware as it is. */
  NONE {
    @Override
    int gated(List<Integer> units, int perEngine) {
      return 0;
    }
  },
  /** Each unit that is not in use. */
  UNIT {
    @Override
    int gated(List<Integer> units, int perEngine) {
      return units.stream().mapToInt(count -> perEngine - count).sum();
    }
  },
  /** All units of engines that have none in use. */
  ENGINE {
    @Override
    int gated(List<Integer> units, int perEngine) {
      return perEngine * (int) units.stream().filter(count -> count == 0).count();
    }
  };

  abstract int gated(List<Integer> units, int perEngine);
}
