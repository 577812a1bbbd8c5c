package io.wattune.collectors.spool;

/**
 * Where a publisher's records go.
 *
 * <pre>
 *              broker reached, spool empty
 *   SPOOLING ------------------------------> CONNECTED
 *    ^  ^  \                                  ^    |
 *    |  |   \ broker reached                  |    | failure or stall
 *    |  |    v            spool read          |    |
 *    |  +- DRAINING --------------------------+    |
 *    |  failure or stall                           |
 *    +---------------------------------------------+
 * </pre>
 */
public enum PublisherState {
  /** To the broker. */
  CONNECTED,
  /** To the spool; the broker is being looked for. At the start, too. */
  SPOOLING,
  /** The spool to the broker, in order; what is new waits behind it. */
  DRAINING
}
