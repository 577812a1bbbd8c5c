package io.wattune.collectors.decisions;

import io.wattune.collectors.setup.NodeFolder;
import io.wattune.schemas.codec.HoldHeader;
import io.wattune.schemas.signature.SignatureHeaders;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;
import java.util.TreeSet;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.header.Header;

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
final class JournaledHolds {
  private static final String HOLD = "hold";

  private final KeptLines kept;
  private final String topic;
  private List<ConsumerRecord<String, byte[]>> known = List.of();

  /**
   * The holds on a node.
   *
   * @param topic from which they come
   */
  JournaledHolds(NodeFolder folder, String node, String topic) {
    this.kept =
        new KeptLines(
            folder.holds(),
            "wattune-holds 1",
            node,
            "only the holds that the topic has now count",
            "the holds cannot be kept in %s, and would not outlive the topic");
    this.topic = topic;
  }

  /** What was kept; empty where nothing was, or the file cannot be read, which is logged. */
  List<ConsumerRecord<String, byte[]>> read() {
    known =
        kept.read(lines -> lines.stream().map(line -> hold(line.split("\t", -1))).toList())
            .orElse(known);
    return known;
  }

  /** Keeps these, and these only; returns when they are on disk. */
  void write(List<ConsumerRecord<String, byte[]>> holds) {
    if (!holds.equals(known) && kept.write(holds.stream().map(JournaledHolds::line).toList())) {
      known = List.copyOf(holds);
    }
  }

  private static String line(ConsumerRecord<String, byte[]> hold) {
    String key = hold.key() == null ? "" : hold.key();
    var line = new StringBuilder(HOLD);
    line.append('\t').append(coded(key.getBytes(StandardCharsets.UTF_8)));
    line.append('\t').append(coded(hold.value()));
    var names = new TreeSet<>(SignatureHeaders.ALL);
    names.add(HoldHeader.NAME);
    for (String name : names) {
      Header header = hold.headers().lastHeader(name);
      if (header != null && header.value() != null) {
        line.append('\t').append(name).append('=').append(coded(header.value()));
      }
    }
    return line.toString();
  }

  private ConsumerRecord<String, byte[]> hold(String[] fields) {
    if (!fields[0].equals(HOLD)) {
      throw new IllegalArgumentException("no line of a hold");
    }
    String key = new String(decoded(fields[1]), StandardCharsets.UTF_8);
    var hold = new ConsumerRecord<>(topic, 0, 0L, key, decoded(fields[2]));
    for (int i = 3; i < fields.length; i++) {
      int equals = fields[i].indexOf('=');
      hold.headers().add(fields[i].substring(0, equals), decoded(fields[i].substring(equals + 1)));
    }
    return hold;
  }

  private static String coded(byte[] bytes) {
    return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
  }

  private static byte[] decoded(String text) {
    return Base64.getUrlDecoder().decode(text);
  }
}
