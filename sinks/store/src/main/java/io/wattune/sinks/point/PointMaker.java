package io.wattune.sinks.point;

import io.wattune.schemas.codec.UndecodableException;
import org.jspecify.annotations.Nullable;

/** Makes the points of one topic's records. One for each thread: codecs reuse their buffers. */
public interface PointMaker {

  /**
   * Adds the record's points. Where it throws, some of them may have been added.
   *
   * @throws UndecodableException where the bytes are not such a record
   * @throws IllegalArgumentException where the record holds what no store can
   */
  void make(byte @Nullable [] value, PointLines lines) throws UndecodableException;

  /**
   * The same, where the key says who may have written the record.
   *
   * @throws UndecodableException where the record is about something else than its key, too
   */
  void make(@Nullable String key, byte @Nullable [] value, PointLines lines)
      throws UndecodableException;
}
