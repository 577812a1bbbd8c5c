package io.wattune.control;

import io.wattune.schemas.codec.SchemaStore;
import io.wattune.schemas.failure.FailureWords;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Closes what a task has opened. */
final class Closing {
  private static final Logger LOG = LoggerFactory.getLogger(Closing.class);

  private Closing() {}

  /** Closes a store of schemas, if it is one that has a connection. */
  static void close(SchemaStore schemas) {
    if (schemas instanceof AutoCloseable closeable) {
      try {
        closeable.close();
      } catch (Exception e) {
        LOG.warn("the connection to the topic of schemas did not close: {}", FailureWords.of(e));
      }
    }
  }
}
