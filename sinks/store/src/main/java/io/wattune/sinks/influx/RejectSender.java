package io.wattune.sinks.influx;

import java.io.IOException;
import java.util.List;

/** Where rejects go. Used by one thread. */
interface RejectSender extends AutoCloseable {

  /**
   * Sends rejects, and returns when the broker has them.
   *
   * @throws IOException where it does not take them now
   */
  void send(List<KeyedReject> rejects) throws IOException;

  @Override
  void close();
}
