package io.wattune.control;

import io.wattune.schemas.failure.EngineException;
import io.wattune.schemas.signature.SigningKey;
import io.wattune.schemas.signature.SigningKeys;
import io.wattune.schemas.thread.Worker;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The signing keys of a file or a folder, looked at again while the controller runs, so that a key
 * is replaced without a pause in which leases run out. What is gone, half written or may be read by
 * others changes nothing, and a node that was sent signed records is never sent unsigned ones. A
 * thread of its own: a file system that hangs must not hold up a decision. Thread-safe.
 */
public final class FollowedKeys implements Signing, AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(FollowedKeys.class);
  private static final String FILES = "*.pem";

  /** From a change until it counts, as the docs say. */
  private static final long PERIOD_NANOS = 2_000_000_000L;

  /** A key's file is shorter; in a longer one a change is detected in this much of it. */
  private static final int LOOKED_AT_BYTES = 16_384;

  private final Path place;
  private final Worker worker =
      Worker.every(PERIOD_NANOS, "signing-keys", this::look, failure -> {});
  private final Map<String, SigningKey> lastByNode = new ConcurrentHashMap<>();
  private volatile SigningKeys now;
  private Map<Path, ByteBuffer> seen = Map.of();
  private String lastTrouble = "";

  private FollowedKeys(Path place, SigningKeys now) {
    this.place = place;
    this.now = now;
  }

  /**
   * The keys that are there now.
   *
   * @throws EngineException where they cannot be used: a controller does not start with such
   */
  public static FollowedKeys read(Path place) throws EngineException {
    return new FollowedKeys(place, SigningKeys.read(place));
  }

  /** Begins to look. */
  public void start() {
    worker.start();
  }

  @Override
  public @Nullable SigningKey of(String node) {
    SigningKey key = now.of(node);
    if (key == null) {
      return lastByNode.get(node);
    }
    lastByNode.put(node, key);
    return key;
  }

  /** Looks once. */
  void look() {
    String trouble = "";
    try {
      Map<Path, ByteBuffer> content = content();
      if (!content.equals(seen)) {
        boolean isFirst = seen.isEmpty();
        now = SigningKeys.read(place);
        seen = content;
        if (!isFirst) {
          LOG.info("signing keys taken from {}; decisions are signed with them from now on", place);
        }
      }
    } catch (IOException | EngineException | RuntimeException e) {
      trouble = String.valueOf(e.getMessage());
      if (!trouble.equals(lastTrouble)) {
        LOG.error("decisions go on to be signed with the keys as they were: {}", trouble);
      }
    }
    lastTrouble = trouble;
  }

  private Map<Path, ByteBuffer> content() throws IOException {
    Map<Path, ByteBuffer> content = new HashMap<>();
    if (!Files.isDirectory(place)) {
      content.put(place, head(place));
      return content;
    }
    try (DirectoryStream<Path> files = Files.newDirectoryStream(place, FILES)) {
      for (Path file : files) {
        content.put(file, head(file));
      }
    }
    return content;
  }

  private static ByteBuffer head(Path file) throws IOException {
    try (InputStream in = Files.newInputStream(file)) {
      return ByteBuffer.wrap(in.readNBytes(LOOKED_AT_BYTES));
    }
  }

  @Override
  public void close() {
    worker.close();
  }
}
