package io.wattune.archive.sink;

import io.wattune.kafka.FetchSettings;
import io.wattune.kafka.KafkaAccess;
import io.wattune.kafka.PartitionReader;
import io.wattune.kafka.PublishedSchemas;
import io.wattune.schemas.topics.Namespace;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import org.apache.kafka.clients.admin.Admin;

/**
 * What a writer opens at the broker.
 *
 * @param admin looks at topics
 * @param records reads them; partitions are assigned, since the manifest holds the offsets
 * @param schemas the schemas
 */
record BrokerClients(Admin admin, PartitionReader<byte[]> records, PublishedSchemas schemas)
    implements AutoCloseable {

  private static final String PART = "archive";
  private static final Duration CLOSING = Duration.ofSeconds(2);

  static BrokerClients open(KafkaAccess kafka, Namespace namespace) {
    Map<String, Object> common = new HashMap<>();
    common.put("client.id", "wattune-archive");
    common.put("default.api.timeout.ms", "15000");
    common.put("request.timeout.ms", "10000");
    Map<String, Object> records = new HashMap<>(common);
    // The group shows operators how far the archive is; the manifest is what counts.
    records.put("group.id", namespace.group(PART));
    records.put("isolation.level", "read_committed");
    records.put("auto.offset.reset", "none");
    records.putAll(FetchSettings.UNHURRIED);
    return new BrokerClients(
        kafka.admin(common),
        PartitionReader.ofBytes(kafka, records),
        new PublishedSchemas(kafka, namespace));
  }

  @Override
  public void close() {
    records.close(CLOSING);
    schemas.close(CLOSING);
    admin.close(CLOSING);
  }
}
