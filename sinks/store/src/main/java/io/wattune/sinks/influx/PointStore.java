package io.wattune.sinks.influx;

/** A store, as the writer of batches sees it. Used by one thread. */
interface PointStore extends AutoCloseable {

  /** Makes the store ready for points; may be called again, and is after every absence. */
  void prepare() throws StoreUnavailableException;

  /**
   * Writes points, and returns when the store has them.
   *
   * @param lines line protocol, each line with its line break
   * @throws StoreRefusedException where the points are at fault; some of them may be written
   * @throws StoreUnavailableException where the store is; some of them may be written
   */
  void write(String lines) throws StoreRefusedException, StoreUnavailableException;

  /** Breaks off the call that is under way, which then fails. Called by another thread. */
  void cancel();

  @Override
  void close();
}
