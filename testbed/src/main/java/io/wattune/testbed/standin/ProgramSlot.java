package io.wattune.testbed.standin;

/**
 * A program's place at a device. Words: 0 process id, 0 for a free place; 8 work asked for in all
 * and 16 work delivered, in nanoseconds at the highest clocks; 24 and 32 shares of compute and
 * memory, in millionths. The program writes the first, second and last two, who plays the device
 * the third; he frees the place when the process is gone.
 */
final class ProgramSlot {
  static final int BYTES = 64;
  private static final int REQUESTED_AT = 8;
  private static final int DELIVERED_AT = 16;
  private static final int COMPUTE_AT = 24;
  private static final int MEMORY_AT = 32;
  private static final double NANO = 1e-9;
  private static final double MILLIONTH = 1e-6;

  private final StandInPageText words;
  private final int start;

  ProgramSlot(StandInPageText words, int start) {
    this.words = words;
    this.start = start;
  }

  long pid() {
    return words.get(start);
  }

  /** Takes the place if it is free. */
  boolean take(long pid) {
    return words.swap(start, 0, pid);
  }

  /** Frees the place of a process that is gone. */
  void free() {
    words.put(start + REQUESTED_AT, 0);
    words.put(start + DELIVERED_AT, 0);
    words.put(start, 0);
  }

  /** Asks for work of a mix; what is still open is of that mix, too. */
  void ask(double total, CardModel.Mix mix) {
    words.put(start + COMPUTE_AT, Math.round(mix.compute() / MILLIONTH));
    words.put(start + MEMORY_AT, Math.round(mix.memory() / MILLIONTH));
    words.put(start + REQUESTED_AT, Math.round(total / NANO));
  }

  double requested() {
    return words.get(start + REQUESTED_AT) * NANO;
  }

  /** What is asked for; shares that make no sense are cut. */
  CardModel.Mix mix() {
    double compute = share(COMPUTE_AT);
    return new CardModel.Mix(compute, Math.min(share(MEMORY_AT), 1 - compute));
  }

  private double share(int at) {
    return Math.max(0, Math.min(1, words.get(start + at) * MILLIONTH));
  }

  double delivered() {
    return words.get(start + DELIVERED_AT) * NANO;
  }

  void deliver(double total) {
    words.put(start + DELIVERED_AT, Math.round(total / NANO));
  }
}
