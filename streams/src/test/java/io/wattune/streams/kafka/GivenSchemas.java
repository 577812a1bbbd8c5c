package io.wattune.streams.kafka;

import io.wattune.schemas.codec.BundledSchemas;
import io.wattune.schemas.codec.SchemaStore;
import io.wattune.schemas.topics.Topic;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.avro.Schema;
import org.apache.avro.SchemaNormalization;

/** Schemas that a test gives in place of a topic. */
public final class GivenSchemas implements SchemaExchange {
  private static final long serialVersionUID = 1L;
  // Static: Flink's harness serialises the function, and the copy must see what the test gives.
  private static final Map<Long, String> GIVEN = new ConcurrentHashMap<>();
  private static final List<Topic> PUBLISHED = new ArrayList<>();

  public void give(Schema schema) {
    GIVEN.put(SchemaNormalization.parsingFingerprint64(schema), schema.toString());
  }

  public List<Topic> published() {
    return PUBLISHED;
  }

  @Override
  public void publish(List<Topic> topics) {
    PUBLISHED.addAll(topics);
  }

  @Override
  public SchemaStore open() {
    return fingerprint -> {
      Schema committed = BundledSchemas.get().byFingerprint(fingerprint);
      String given = GIVEN.get(fingerprint);
      return committed != null || given == null ? committed : new Schema.Parser().parse(given);
    };
  }
}
