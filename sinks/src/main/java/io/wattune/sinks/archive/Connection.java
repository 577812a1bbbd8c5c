package io.wattune.sinks.archive;

import io.wattune.kafka.KafkaAccess;
import io.wattune.kafka.TopicSchemaStore;
import io.wattune.schemas.topics.Namespace;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.consumer.KafkaConsumer;

/**
 * What a writer opens at the broker.
 *
 * @param admin looks at topics
 * @param records reads them; partitions are assigned, since the manifest holds the offsets
 * @param schemasConsumer reads the schemas
 * @param schemas the schemas
 */
record Connection(
    Admin admin,
    KafkaConsumer<byte[], byte[]> records,
    KafkaConsumer<String, byte[]> schemasConsumer,
    TopicSchemaStore schemas)
    implements AutoCloseable {

  private static final String PART = "archive";
  private static final Duration CLOSING = Duration.ofSeconds(2);

  static Connection open(KafkaAccess kafka, Namespace namespace) {
    Map<String, Object> common = new HashMap<>();
    common.put("client.id", "wattune-archive");
    common.put("default.api.timeout.ms", "15000");
    common.put("request.timeout.ms", "10000");
    Map<String, Object> records = new HashMap<>(common);
    // The group shows operators how far the archive is; the manifest is what counts.
    records.put("group.id", namespace.group(PART));
    records.put("isolation.level", "read_committed");
    records.put("auto.offset.reset", "none");
    records.put("fetch.max.wait.ms", "100");
    records.put("max.poll.records", "5000");
    var schemasConsumer = kafka.consumer(common);
    return new Connection(
        kafka.admin(common),
        kafka.bytesConsumer(records),
        schemasConsumer,
        new TopicSchemaStore(schemasConsumer, namespace));
  }

  @Override
  public void close() {
    var options = org.apache.kafka.clients.consumer.CloseOptions.timeout(CLOSING);
    records.close(options);
    schemasConsumer.close(options);
    admin.close(CLOSING);
  }
}
