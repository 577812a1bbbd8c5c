package io.wattune.collectors.spool;

import java.util.Map;

/**
 * A publisher at one moment. Once it has been closed, {@code published + recovered = confirmed +
 * spooledRecords + the sum of dropped}; while it runs, queued and unconfirmed records make up the
 * difference.
 *
 * @param state where records go
 * @param published records that were handed in
 * @param recovered records that an earlier life's spool held
 * @param confirmed records that the broker has
 * @param queued records that wait in memory
 * @param unconfirmed records that were sent and are not confirmed
 * @param spooledRecords records on disk that are to be sent
 * @param spooledBytes size of the spool
 * @param resent records that were put back to be sent again, since their fate was unknown: the
 *     broker may have them twice
 * @param cutBytes bytes of an earlier life's spool that were no whole records
 * @param dropped records that were lost, by topic: queue or spool full, or refused by the broker
 */
public record PublisherStatus(
    PublisherState state,
    long published,
    long recovered,
    long confirmed,
    long queued,
    long unconfirmed,
    long spooledRecords,
    long spooledBytes,
    long resent,
    long cutBytes,
    Map<String, Long> dropped) {

  public PublisherStatus {
    dropped = Map.copyOf(dropped);
  }

  /** Records that were lost, of all topics. */
  public long droppedRecords() {
    return dropped.values().stream().mapToLong(Long::longValue).sum();
  }
}
