package io.wattune.collectors.decisions;

import io.wattune.collectors.node.NodeConfig;
import io.wattune.collectors.node.NodeFile;
import io.wattune.collectors.node.NodeFileException;
import io.wattune.collectors.writer.NodeClock;
import io.wattune.schemas.failure.FailureWords;
import io.wattune.schemas.file.UnprotectedFileException;
import io.wattune.schemas.signature.TrustedKey;
import io.wattune.schemas.signature.TrustedKeys;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The keys in one node's file, as its writer follows them. A file that is gone, half written or
 * wrong in any place changes nothing: a key counts until a right file is there without it. Of a
 * right file the keys alone are taken. Used by one thread.
 */
final class WatchedKeys {
  private static final Logger LOG = LoggerFactory.getLogger(WatchedKeys.class);

  private final Path file;
  private final NodeIntake node;
  private byte @Nullable [] seen;
  private String lastTrouble = "";

  WatchedKeys(Path file, NodeIntake node) {
    this.file = file;
    this.node = node;
  }

  /** Looks once. */
  void look() {
    String trouble;
    try {
      byte[] content = NodeFile.content(file);
      // By content and not by time: a time is too coarse for two changes in a row.
      if (Arrays.equals(content, seen)) {
        return;
      }
      seen = content;
      trouble = follow(NodeFile.read(file, content));
    } catch (UnprotectedFileException e) {
      seen = null;
      trouble = String.valueOf(e.getMessage());
    } catch (IOException e) {
      seen = null; // What comes back is looked at, and said, though it is the same.
      trouble = file + " cannot be read: " + FailureWords.of(e);
    } catch (NodeFileException e) {
      trouble = String.valueOf(e.getMessage());
    } catch (RuntimeException e) {
      trouble = "a defect, please report it: " + e; // The other nodes are looked at all the same.
    }
    if (!trouble.isEmpty() && !trouble.equals(lastTrouble)) {
      LOG.error("node {}: the keys stay as they were: {}", node.node(), trouble);
    }
    lastTrouble = trouble;
  }

  /** Takes the keys; says why not, and nothing where it did. */
  private String follow(NodeConfig config) {
    if (!config.node().equals(node.node())) {
      return file + " is of node '" + config.node() + "' now";
    }
    TrustedKeys before = node.trust();
    TrustedKeys next = config.trust();
    if (next.isRequired() == before.isRequired() && next.keys().equals(before.keys())) {
      return "";
    }
    String lessCareful = node.follow(next);
    if (lessCareful != null) {
      return file + ": " + lessCareful + "; start the writer again if that is wanted";
    }
    long now = NodeClock.SYSTEM.now().wallNanos();
    LOG.info(
        "node {}: keys taken from {}: added {}, taken out {}, {} of {} count now; all else that"
            + " was changed in it counts from the writer's next start",
        node.node(),
        file,
        without(next, before),
        without(before, next),
        next.keys().stream().filter(key -> key.isValid(now)).count(),
        next.keys().size());
    return "";
  }

  private static List<String> without(TrustedKeys all, TrustedKeys others) {
    List<String> ids = others.keys().stream().map(TrustedKey::id).toList();
    return all.keys().stream().map(TrustedKey::id).filter(id -> !ids.contains(id)).toList();
  }
}
