package io.wattune.core.serving;

/** Chooses a server's setting from poll to poll. Pure but for what it remembers of its polls. */
public interface ServingPolicy {
  /** The setting until the next poll. */
  ServingSetting next(ServingPoll poll);

  /** Whether units are put out of use while nothing is served. */
  default boolean isParking() {
    return false;
  }

  /** A server that is left alone. */
  static ServingPolicy unchanged(ServingSetting setting) {
    return poll -> setting;
  }
}
