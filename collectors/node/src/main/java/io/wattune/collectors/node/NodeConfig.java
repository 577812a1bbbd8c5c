package io.wattune.collectors.node;

import io.wattune.collectors.setup.DeviceConfig;
import io.wattune.collectors.setup.NodeFolder;
import io.wattune.collectors.setup.NodeSetup;
import io.wattune.collectors.setup.OutsideConfig;
import io.wattune.collectors.setup.TuningRules;
import io.wattune.core.device.DeviceId;
import io.wattune.kafka.KafkaAccess;
import io.wattune.schemas.signature.TrustedKeys;
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
 * @param trust whose decisions are believed
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
    TuningRules tuning,
    TrustedKeys trust,
    ActivitiesConfig activities,
    List<ServerConfig> servers) {

  /** Nothing may be written: what holds where the file says nothing. */
  public static final TuningRules NO_TUNING =
      new TuningRules(
          false,
          (int) NodeKey.LONGEST_LEASE.rule().initialNumber(),
          true,
          List.of(),
          false,
          new OutsideConfig((int) NodeKey.LOOK.rule().initialNumber(), 0));

  public NodeConfig {
    devices = List.copyOf(devices);
    servers = List.copyOf(servers);
  }

  /** The same, but the writer only says what it would write. */
  public NodeConfig inShadow() {
    return with(devices, tuning.inShadow());
  }

  /** What whoever sets its devices must know. */
  public NodeSetup setup() {
    return new NodeSetup(node, fileFolder, folder, devices, reading.hangMillis(), tuning);
  }

  /** Device id of one of its devices. */
  public String deviceId(DeviceConfig device) {
    return DeviceId.of(node, device.uuid());
  }

  /** The same node with these devices. */
  public NodeConfig withDevices(List<DeviceConfig> others) {
    return with(others, tuning);
  }

  private NodeConfig with(List<DeviceConfig> otherDevices, TuningRules otherTuning) {
    return new NodeConfig(
        node,
        rack,
        fileFolder,
        folder,
        kafka,
        namespace,
        otherDevices,
        reading,
        otherTuning,
        trust,
        activities,
        servers);
  }
}
