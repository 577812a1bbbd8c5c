package io.wattune.collectors.node;

import io.wattune.collectors.setup.DeviceConfig;
import io.wattune.collectors.setup.NodeFolder;
import io.wattune.collectors.setup.NodeSetup;
import io.wattune.core.device.DeviceId;
import io.wattune.kafka.KafkaAccess;
import io.wattune.schemas.topics.Namespace;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a node's file says; {@link NodeFile} reads it.
 *
 * @param node name of the node
 * @param rack the rack that it is in, where the file says so
 * @param fileFolder the folder that the file is in; relative paths in it start here
 * @param folder where agent, writer and guardian keep their files, which they share
 * @param kafka how Kafka is reached
 * @param namespace namespace of the topics
 * @param devices the devices; uuids are unique; none where the file leaves it to what is found
 * @param reading how devices are read
 * @param tuning what may be set
 * @param activities how activities are taken from programs
 * @param servers whose work is read
 */
public record NodeConfig(
    String node,
    @Nullable String rack,
    Path fileFolder,
    NodeFolder folder,
    KafkaAccess kafka,
    Namespace namespace,
    List<DeviceConfig> devices,
    ReadingConfig reading,
    TuningConfig tuning,
    ActivitiesConfig activities,
    List<ServerConfig> servers) {

  public NodeConfig {
    devices = List.copyOf(devices);
    servers = List.copyOf(servers);
  }

  /** A node that takes no activities from programs. */
  public NodeConfig(
      String node,
      @Nullable String rack,
      Path fileFolder,
      NodeFolder folder,
      KafkaAccess kafka,
      Namespace namespace,
      List<DeviceConfig> devices,
      ReadingConfig reading,
      TuningConfig tuning) {
    this(
        node,
        rack,
        fileFolder,
        folder,
        kafka,
        namespace,
        devices,
        reading,
        tuning,
        new ActivitiesConfig(false, folder.activitySocket(), null, null, null),
        List.of());
  }

  /** The same, but the writer only says what it would write. */
  public NodeConfig inShadow() {
    return new NodeConfig(
        node,
        rack,
        fileFolder,
        folder,
        kafka,
        namespace,
        devices,
        reading,
        tuning.inShadow(),
        activities,
        servers);
  }

  /** What whoever sets its devices must know. */
  public NodeSetup setup() {
    return new NodeSetup(node, fileFolder, folder, devices, reading.hangMillis(), tuning.rules());
  }

  /** Device id of one of its devices. */
  public String deviceId(DeviceConfig device) {
    return DeviceId.of(node, device.uuid());
  }

  /** The same node with these devices. */
  public NodeConfig withDevices(List<DeviceConfig> others) {
    return new NodeConfig(
        node,
        rack,
        fileFolder,
        folder,
        kafka,
        namespace,
        others,
        reading,
        tuning,
        activities,
        servers);
  }
}
