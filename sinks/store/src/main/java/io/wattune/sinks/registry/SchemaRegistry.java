package io.wattune.sinks.registry;

import io.wattune.schemas.failure.EngineException;
import java.io.IOException;
import org.apache.avro.Schema;

/** Gives schemas numbers. */
interface SchemaRegistry {
  /**
   * The number of a schema, under which others find it.
   *
   * @param subject what it is the schema of: {@code <topic>-value}
   * @throws EngineException where the registry does not take it
   * @throws IOException where none answers; later it may
   */
  int register(String subject, Schema schema)
      throws IOException, EngineException, InterruptedException;
}
