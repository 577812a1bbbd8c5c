package io.wattune.schemas.signature;

import io.wattune.schemas.failure.EngineException;
import io.wattune.schemas.failure.FailureWords;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The keys of a controller: one for every node, or one for each. With a key for each node, whoever
 * gets hold of one can command that one node only. Thread-safe.
 */
public final class SigningKeys {
  /** Nothing is signed. */
  public static final SigningKeys NONE = new SigningKeys(null, Map.of());

  private static final String SUFFIX = ".pem";
  private static final String EVERY_NODE = "every-node";

  private final @Nullable SigningKey forEveryNode;
  private final Map<String, SigningKey> byNode;

  private SigningKeys(@Nullable SigningKey forEveryNode, Map<String, SigningKey> byNode) {
    this.forEveryNode = forEveryNode;
    this.byNode = Map.copyOf(byNode);
  }

  /** One key for every node. */
  public static SigningKeys of(SigningKey forEveryNode) {
    return new SigningKeys(forEveryNode, Map.of());
  }

  /**
   * The keys of a file, for every node, or of a folder: {@code NODE.pem} for a node, {@code
   * every-node.pem} for all others, if it is there.
   *
   * @throws EngineException where a file cannot be used, or the folder has none
   */
  public static SigningKeys read(Path place) throws EngineException {
    return Files.isDirectory(place) ? readFolder(place) : of(KeyFile.read(place));
  }

  private static SigningKeys readFolder(Path folder) throws EngineException {
    Map<String, SigningKey> keys = new HashMap<>();
    try (DirectoryStream<Path> files = Files.newDirectoryStream(folder, "*" + SUFFIX)) {
      for (Path file : files) {
        String name = file.getFileName().toString();
        keys.put(name.substring(0, name.length() - SUFFIX.length()), KeyFile.read(file));
      }
    } catch (IOException e) {
      throw EngineException.wrongInput(folder + " cannot be read: " + FailureWords.of(e));
    }
    if (keys.isEmpty()) {
      throw EngineException.wrongInput(
          folder + " has no key; make one with: wattune keys new " + folder.resolve("NODE.pem"));
    }
    SigningKey forEveryNode = keys.remove(EVERY_NODE);
    return new SigningKeys(forEveryNode, keys);
  }

  /** The key for a node; null where there is none, and messages to it are not signed. */
  public @Nullable SigningKey of(String node) {
    SigningKey ofNode = byNode.get(node);
    return ofNode == null ? forEveryNode : ofNode;
  }
}
