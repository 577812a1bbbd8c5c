package io.wattune.kafka;

import io.wattune.schemas.signature.NodeCodeKey;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.kafka.common.config.ConfigException;

/** The properties of codes of nodes, beside those that Kafka's clients have of their own. */
final class CodeProperty {
  /** With what a node's agent and writer make codes. */
  static final String KEY = "wattune.node-code.key";

  /** From what a reader derives the keys of all nodes; several with commas between. */
  static final String MASTER = "wattune.node-code.master";

  private CodeProperty() {}

  static boolean isOne(String name) {
    return name.equals(KEY) || name.equals(MASTER);
  }

  /** The keys that a client's settings hold, once secrets have been read. */
  static List<NodeCodeKey> keys(Map<String, ?> settings, String name) {
    if (!(settings.get(name) instanceof String text)) {
      throw new ConfigException(name + " is missing");
    }
    List<NodeCodeKey> keys = new ArrayList<>();
    for (String each : text.split(",", 0)) {
      try {
        keys.add(NodeCodeKey.parse(each));
      } catch (IllegalArgumentException e) {
        throw new ConfigException(
            name + " is wrong: " + e.getMessage() + "; make one with: wattune keys");
      }
    }
    return keys;
  }
}
