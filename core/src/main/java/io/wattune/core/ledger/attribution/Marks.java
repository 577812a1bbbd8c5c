package io.wattune.core.ledger.attribution;

/** A device's books as a function of time. */
public interface Marks {

  Mark at(long timeNanos);

  /**
   * Time that the first reading after a time describes; {@link Long#MAX_VALUE} if there is none.
   */
  long nextSeenNanos(long timeNanos);
}
