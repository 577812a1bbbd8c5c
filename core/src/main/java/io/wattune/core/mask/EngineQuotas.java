package io.wattune.core.mask;

/**
 * How many units each of some engines gives. Counts are in steps of what is masked together: on
 * RDNA a step is a pair. Allocates nothing.
 */
final class EngineQuotas {
  private EngineQuotas() {}

  /** How many engines, from the first of an order on, have room for a number of steps. */
  static int enginesThatHold(int[] room, int[] order, int steps) {
    int engines = 0;
    for (int free = 0; free < steps; engines++) {
      free += room[order[engines]];
    }
    return engines;
  }

  /**
   * The rounded-up share to each, in order, until all are given (Chow 2023, algorithm 1, lines 3
   * and 13). What an engine with disabled units has no room for goes to the first that has.
   *
   * @param quotas result: steps by place in the order
   */
  static void roundedUp(int[] room, int[] order, int engines, int steps, int[] quotas) {
    int share = (steps + engines - 1) / engines;
    int left = steps;
    for (int i = 0; i < engines; i++) {
      quotas[i] = Math.min(Math.min(share, room[order[i]]), left);
      left -= quotas[i];
    }
    for (int i = 0; i < engines && left > 0; i++) {
      int more = Math.min(left, room[order[i]] - quotas[i]);
      quotas[i] += more;
      left -= more;
    }
  }

  /**
   * As evenly as room allows: no engine that has room stays behind another by two steps.
   *
   * @param quotas result: steps by place in the order
   */
  static void balanced(int[] room, int[] order, int engines, int steps, int[] quotas) {
    for (int i = 0; i < engines; i++) {
      quotas[i] = 0;
    }
    int left = steps;
    while (left > 0) {
      int open = 0;
      for (int i = 0; i < engines; i++) {
        open += quotas[i] < room[order[i]] ? 1 : 0;
      }
      int share = Math.max(1, left / open);
      for (int i = 0; i < engines && left > 0; i++) {
        int more = Math.min(Math.min(share, left), room[order[i]] - quotas[i]);
        quotas[i] += more;
        left -= more;
      }
    }
  }
}
