package io.wattune.testbed.standin;

/**
 * A load program as a device sees it: what it has asked for and what it has got. Work is in seconds
 * at the highest clocks with the device for itself. Not thread safe.
 */
final class Program {
  private CardModel.Mix mix = new CardModel.Mix(1, 0);
  private double requested;
  private double delivered;

  /** What it asks for now: everything up to a total, of a mix. */
  void ask(double total, CardModel.Mix newMix) {
    requested = total;
    mix = newMix;
  }

  CardModel.Mix mix() {
    return mix;
  }

  /** What it has got in all. */
  double delivered() {
    return delivered;
  }

  boolean isBusy() {
    return delivered < requested;
  }

  /** What is left of what it asked for. */
  double left() {
    return requested - delivered;
  }

  /** Gets some; the last of it exactly. */
  void get(double work) {
    delivered = work >= left() ? requested : delivered + work;
  }
}
