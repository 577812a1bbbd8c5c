package io.wattune.sinks.point;

import io.wattune.schemas.codec.UndecodableException;
import org.jspecify.annotations.Nullable;

/** Makes the points of one topic's records. One for each thread: codecs reuse their buffers. */
@FunctionalInterface
public interface PointMaker {

  /**
   * Adds the record's points. Where it throws, some of them may have been added.
   *
   * @param key says who may have written the record
   * @throws UndecodableException where the bytes are not such a record, or it is about something
   *     else than its key
   * @throws IllegalArgumentException where the record holds what no store can
   */
  void make(@Nullable String key, byte @Nullable [] value, PointLines lines)
      throws UndecodableException;
}
