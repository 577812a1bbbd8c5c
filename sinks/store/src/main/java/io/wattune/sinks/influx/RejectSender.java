package io.wattune.sinks.influx;

import java.util.List;

/** Where rejects go. Used by one thread. */
interface RejectSender extends AutoCloseable {

  /**
   * Sends rejects, and returns when the broker has them.
   *
   * @throws RejectsUnsentException where it does not take them now
   */
  void send(List<KeyedReject> rejects) throws RejectsUnsentException;

  @Override
  void close();
}
