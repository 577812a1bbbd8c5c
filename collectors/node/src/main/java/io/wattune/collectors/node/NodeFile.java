package io.wattune.collectors.node;

import io.wattune.collectors.setup.DeviceConfig;
import io.wattune.collectors.setup.NodeFolder;
import io.wattune.collectors.setup.TuningRules;
import io.wattune.kafka.KafkaAccess;
import io.wattune.schemas.failure.FailureWords;
import io.wattune.schemas.file.ProtectedFile;
import io.wattune.schemas.file.UnprotectedFileException;
import io.wattune.schemas.signature.TrustedKeys;
import io.wattune.schemas.topics.Namespace;
import java.io.IOException;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Reads a node's file, strictly: an unknown key is an error, and all problems are reported at once.
 * The keys are in docs/reference/node-file.md.
 */
public final class NodeFile {
  /** A node's file has some kilobytes. */
  private static final int MOST_BYTES = 4 << 20;

  /** Milliseconds until a block is sent where the file does not say: no control waits for it. */
  private static final int AGE_WITHOUT_CONTROL = 1_000;

  private final Path file;
  private final List<String> problems = new ArrayList<>();

  private NodeFile(Path file) {
    this.file = file.toAbsolutePath().normalize();
  }

  /**
   * Reads a file.
   *
   * @throws NodeFileException where it cannot be read, or anything in it is wrong
   */
  public static NodeConfig read(Path file) throws NodeFileException {
    try {
      return read(file, content(file));
    } catch (UnprotectedFileException e) {
      throw new NodeFileException(file, List.of(String.valueOf(e.getMessage())));
    } catch (IOException e) {
      throw new NodeFileException(file, List.of("cannot be read: " + FailureWords.of(e)));
    }
  }

  /**
   * What stands in a file.
   *
   * @throws UnprotectedFileException where others could have written it: it says what may be set
   */
  public static byte[] content(Path file) throws IOException {
    return ProtectedFile.read(file, MOST_BYTES);
  }

  /**
   * Reads what stood in a file.
   *
   * @throws NodeFileException where anything in it is wrong
   */
  public static NodeConfig read(Path file, byte[] content) throws NodeFileException {
    var reading = new NodeFile(file);
    NodeConfig config = reading.config(StrictObject.of(content, reading.problems));
    if (!reading.problems.isEmpty()) {
      throw new NodeFileException(file, reading.problems);
    }
    return config;
  }

  private NodeConfig config(StrictObject object) {
    String node = object.text(NodeKey.NODE);
    if (node.indexOf('/') >= 0) {
      object.problem(NodeKey.NODE, "must not have a slash, was '" + node + "'");
    }
    Path base = file.getParent() == null ? file : file.getParent();
    NodeFolder folder = new NodeFolder(path(object, NodeKey.STATE_FOLDER, base));
    KafkaAccess kafka = kafka(object);
    Namespace namespace = namespace(object);
    List<DeviceConfig> devices = devices(object);
    Optional<TuningSection> section =
        object.object(NodeKey.TUNING).map(each -> new TuningSection(each, devices));
    TuningRules tuning = section.map(TuningSection::rules).orElse(NodeConfig.NO_TUNING);
    ReadingConfig reading = reading(object.section(NodeKey.READING), tuning.isOn());
    if (tuning.isOn() && devices.isEmpty() && !object.has(NodeKey.DEVICES)) {
      object.problem(
          NodeKey.DEVICES,
          "is missing, and tuning.isOn is true: own settings are put back only on devices that are"
              + " listed; wattune agent --list --json prints the list");
    }
    return new NodeConfig(
        node,
        object.has(NodeKey.RACK) ? object.text(NodeKey.RACK) : null,
        base,
        folder,
        kafka,
        namespace,
        devices,
        reading,
        tuning,
        section.map(TuningSection::trust).orElse(TrustedKeys.NONE),
        activities(object.section(NodeKey.ACTIVITIES), base, folder),
        WorkSection.read(object.list(NodeKey.WORK), devices));
  }

  private static KafkaAccess kafka(StrictObject object) {
    String servers = object.text(NodeKey.BOOTSTRAP);
    Map<String, String> security = object.texts(NodeKey.KAFKA);
    try {
      return new KafkaAccess(servers, security);
    } catch (IllegalArgumentException e) {
      if (!servers.isEmpty()) {
        object.problem(NodeKey.KAFKA, "is wrong: " + e.getMessage());
      }
      return KafkaAccess.of("127.0.0.1:9092"); // Only to read on: the file is refused.
    }
  }

  private static Path path(StrictObject object, NodeKey key, Path base) {
    String text = object.text(key);
    try {
      return base.resolve(text).normalize();
    } catch (InvalidPathException e) {
      object.problem(key, "must be a path, was '" + text + "'");
      return base;
    }
  }

  private static ActivitiesConfig activities(StrictObject object, Path base, NodeFolder folder) {
    return new ActivitiesConfig(
        object.flag(NodeKey.TAKES_ACTIVITIES),
        object.has(NodeKey.ACTIVITY_SOCKET)
            ? path(object, NodeKey.ACTIVITY_SOCKET, base)
            : folder.activitySocket(),
        object.has(NodeKey.ACTIVITY_FOLDER) ? path(object, NodeKey.ACTIVITY_FOLDER, base) : null,
        object.has(NodeKey.ACTIVITY_GROUP) ? object.text(NodeKey.ACTIVITY_GROUP) : null,
        object.has(NodeKey.ACTIVITY_PROFILES)
            ? path(object, NodeKey.ACTIVITY_PROFILES, base)
            : null);
  }

  private static Namespace namespace(StrictObject object) {
    String text = object.text(NodeKey.NAMESPACE);
    try {
      return new Namespace(text);
    } catch (IllegalArgumentException e) {
      object.problem(NodeKey.NAMESPACE, "is wrong: " + e.getMessage());
      return Namespace.live();
    }
  }

  private static List<DeviceConfig> devices(StrictObject object) {
    var devices = new ArrayList<DeviceConfig>();
    Set<String> uuids = new HashSet<>();
    for (StrictObject each : object.list(NodeKey.DEVICES)) {
      String uuid = each.text(NodeKey.UUID);
      if (!uuid.isEmpty() && !uuids.add(uuid)) {
        each.problem(NodeKey.UUID, "stands twice: '" + uuid + "'");
      }
      devices.add(new DeviceConfig(uuid, each.text(NodeKey.KIND), each.texts(NodeKey.SETTINGS)));
    }
    if (object.has(NodeKey.DEVICES) && devices.isEmpty()) {
      object.problem(NodeKey.DEVICES, "must list at least one device");
    }
    return devices;
  }

  private static ReadingConfig reading(StrictObject object, boolean isTuned) {
    return new ReadingConfig(
        isTuned || object.has(NodeKey.BLOCK_MAX_AGE)
            ? (int) object.number(NodeKey.BLOCK_MAX_AGE)
            : AGE_WITHOUT_CONTROL,
        (int) object.number(NodeKey.BLOCK_MAX_POLLS),
        (int) object.number(NodeKey.LINGER),
        (int) object.number(NodeKey.SPOOL),
        (int) object.number(NodeKey.HANG),
        object
            .object(NodeKey.COUNTERS)
            .map(
                each ->
                    new CountersConfig(
                        each.text(NodeKey.COUNTER_SOURCE), each.texts(NodeKey.COUNTER_SETTINGS)))
            .orElse(null));
  }
}
