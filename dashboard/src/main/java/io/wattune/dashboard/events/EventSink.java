package io.wattune.dashboard.events;

/** Where events go: one page. */
interface EventSink {
  /**
   * Sends an event; returns when the network has taken it.
   *
   * @return whether the page is still there
   */
  boolean send(String event, byte[] json);

  /** Sends a comment, by which a dead connection is noticed. */
  boolean beat();
}
