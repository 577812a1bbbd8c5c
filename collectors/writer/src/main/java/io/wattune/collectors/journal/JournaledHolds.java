package io.wattune.collectors.journal;

import io.wattune.collectors.setup.NodeFolder;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The holds on a node, on its disk until each is released or over: a broker that has lost its topic
 * must release nothing. As text with the journal's check sum, tabs between fields; what came from
 * the topic is in Base64, byte for byte, since its signature is checked again:
 *
 * <pre>
 * wattune-holds 1
 * node     n17
 * hold     KEY     VALUE   HEADER=VALUE    ...
 * crc32c   e40881e2
 * </pre>
 *
 * <p>Only who holds the writer lock uses it. Not thread-safe. Test: {@code JournaledHoldsTest}.
 */
public final class JournaledHolds {
  private static final Logger LOG = LoggerFactory.getLogger(JournaledHolds.class);
  private static final String HEAD = "wattune-holds 1\nnode\t";
  private static final String HOLD = "hold";

  private final Path file;
  private final String node;
  private List<JournaledRecord> known = List.of();
  private String trouble = "";

  /**
   * A record of the topic of holds.
   *
   * @param key its key, the hold's id
   * @param value its value, owned by this record
   * @param headers the headers that count, by name
   */
  @SuppressWarnings("ArrayRecordComponent") // Compared by identity: it changes with its record.
  public record JournaledRecord(String key, byte[] value, Map<String, byte[]> headers) {}

  /** The holds on this node. */
  public JournaledHolds(NodeFolder folder, String node) {
    this.file = folder.holds();
    this.node = node;
  }

  /** What was kept; empty where nothing was, or the file cannot be read, which is logged. */
  public List<JournaledRecord> read() {
    try {
      List<JournaledRecord> read = parsed(Files.readAllBytes(file));
      if (read != null) {
        known = read;
        return read;
      }
      LOG.error("node {}: {} is damaged; only the holds that the topic has now count", node, file);
    } catch (NoSuchFileException e) {
      LOG.debug("no holds were kept", e);
    } catch (IOException e) {
      LOG.error(
          "node {}: {} cannot be read, so that only the holds that the topic has now count: {}",
          node,
          file,
          e.toString());
    }
    return List.of();
  }

  /** Keeps these, and these only; returns when they are on disk. */
  public void write(List<JournaledRecord> holds) {
    if (holds.equals(known)) {
      return;
    }
    try {
      DurableFile.write(file, CheckedText.write(text(holds)), DurableFile.OWNER);
      known = List.copyOf(holds);
      trouble = "";
    } catch (IOException e) {
      if (!trouble.equals(e.toString())) {
        LOG.error(
            "node {}: the holds cannot be kept in {}, and would not outlive the topic: {}",
            node,
            file,
            e.toString());
      }
      trouble = e.toString();
    }
  }

  private String text(List<JournaledRecord> holds) {
    var text = new StringBuilder(HEAD).append(node).append('\n');
    for (JournaledRecord each : holds) {
      text.append(HOLD)
          .append('\t')
          .append(coded(each.key().getBytes(StandardCharsets.UTF_8)))
          .append('\t')
          .append(coded(each.value()));
      each.headers()
          .forEach(
              (name, value) -> text.append('\t').append(name).append('=').append(coded(value)));
      text.append('\n');
    }
    return text.toString();
  }

  private @Nullable List<JournaledRecord> parsed(byte[] bytes) {
    String text = CheckedText.read(bytes);
    if (text == null || !text.startsWith(HEAD + node + "\n")) {
      return null;
    }
    List<JournaledRecord> holds = new ArrayList<>();
    try {
      for (String line : text.substring((HEAD + node + "\n").length()).lines().toList()) {
        holds.add(kept(line.split("\t", -1)));
      }
    } catch (IllegalArgumentException | ArrayIndexOutOfBoundsException e) {
      return null; // Of another version.
    }
    return holds;
  }

  private static JournaledRecord kept(String[] fields) {
    if (!fields[0].equals(HOLD)) {
      throw new IllegalArgumentException("no line of a hold");
    }
    Map<String, byte[]> headers = new TreeMap<>();
    for (int i = 3; i < fields.length; i++) {
      int equals = fields[i].indexOf('=');
      headers.put(fields[i].substring(0, equals), decoded(fields[i].substring(equals + 1)));
    }
    return new JournaledRecord(
        new String(decoded(fields[1]), StandardCharsets.UTF_8), decoded(fields[2]), headers);
  }

  private static String coded(byte[] bytes) {
    return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
  }

  private static byte[] decoded(String text) {
    return Base64.getUrlDecoder().decode(text);
  }
}
