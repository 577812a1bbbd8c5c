package io.wattune.schemas.signature;

import io.wattune.core.decision.ActuationReason;
import io.wattune.core.lease.Obstacle;
import io.wattune.schemas.failure.EngineException;
import io.wattune.schemas.failure.FailureWords;
import io.wattune.schemas.file.ProtectedFile;
import io.wattune.schemas.file.UnprotectedFileException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.kafka.common.header.Headers;
import org.jspecify.annotations.Nullable;

/**
 * The public keys of nodes, with which their writers sign their answers. With no key listed every
 * answer is believed; with any, only what is signed with a key of its own node. The file has a line
 * for each key, as ssh keeps the keys of hosts; a node may have several, so that one can follow
 * another:
 *
 * <pre>
 * # node  public key
 * n17     MCowBQYDK2VwAyEA...
 * </pre>
 *
 * <p>Thread-safe. Test: {@code NodeKeysTest}.
 */
public final class NodeKeys {
  /** Every answer is believed. */
  public static final NodeKeys NONE = new NodeKeys(Map.of());

  private static final int LONGEST_BYTES = 64 << 20;

  private final Map<String, TrustedKeys> byNode;

  private NodeKeys(Map<String, TrustedKeys> byNode) {
    this.byNode = Map.copyOf(byNode);
  }

  /** Whether any key is listed. */
  public boolean areRequired() {
    return !byNode.isEmpty();
  }

  /**
   * Reads the file.
   *
   * @throws EngineException where it cannot be used, or is no {@link ProtectedFile}
   */
  public static NodeKeys read(Path file) throws EngineException {
    try {
      byte[] bytes = ProtectedFile.read(file, LONGEST_BYTES);
      return of(file, new String(bytes, StandardCharsets.UTF_8).lines().toList());
    } catch (NoSuchFileException e) {
      throw EngineException.wrongInput(file + " is not there");
    } catch (UnprotectedFileException e) {
      throw EngineException.wrongInput(String.valueOf(e.getMessage()));
    } catch (IOException e) {
      throw EngineException.wrongInput(file + " cannot be read: " + FailureWords.of(e));
    }
  }

  private static NodeKeys of(Path file, List<String> lines) throws EngineException {
    Map<String, List<TrustedKey>> listed = new HashMap<>();
    for (int i = 0; i < lines.size(); i++) {
      String line = lines.get(i).strip();
      if (line.isEmpty() || line.startsWith("#")) {
        continue;
      }
      String[] fields = line.split("\\s+", 0);
      try {
        if (fields.length != 2) {
          throw new IllegalArgumentException("it must have a node and a public key");
        }
        var key = Ed25519.publicKey(fields[1]);
        listed
            .computeIfAbsent(fields[0], absent -> new ArrayList<>())
            .add(new TrustedKey(Ed25519.id(key), key, Long.MIN_VALUE, Long.MAX_VALUE));
      } catch (IllegalArgumentException e) {
        throw EngineException.wrongInput(
            file + " line " + (i + 1) + " is wrong: " + e.getMessage());
      }
    }
    if (listed.isEmpty()) {
      throw EngineException.wrongInput(
          file
              + " lists no key; add a line for each node: NODE PUBLIC-KEY, as wattune keys show"
              + " prints it");
    }
    Map<String, TrustedKeys> byNode = new HashMap<>();
    listed.forEach((node, keys) -> byNode.put(node, new TrustedKeys(true, keys)));
    return new NodeKeys(byNode);
  }

  /**
   * Why a record is not believed to be the node's; null where it is.
   *
   * @param node the node that its key names
   */
  public @Nullable Obstacle refusal(
      String node, ClusterTopic topic, String key, byte @Nullable [] value, Headers headers) {
    if (byNode.isEmpty()) {
      return null;
    }
    TrustedKeys ofNode = byNode.get(node);
    if (ofNode == null) {
      return new Obstacle(
          ActuationReason.UNKNOWN_KEY, "no key of node '" + node + "' is listed in --node-keys");
    }
    Obstacle refusal = ofNode.refusal(topic, key, value, headers, 0);
    if (refusal == null || refusal.reason() == ActuationReason.BAD_SIGNATURE) {
      return refusal;
    }
    return new Obstacle(
        refusal.reason(),
        "it is not signed with a key that --node-keys lists for node '"
            + node
            + "'; see --node-key of its writer");
  }
}
