package io.wattune.collectors.decisions;

import io.wattune.core.decision.Hold;
import io.wattune.core.decision.HoldScope;
import io.wattune.core.device.DeviceId;
import io.wattune.core.lease.Holds;
import io.wattune.core.lease.Obstacle;
import io.wattune.core.tunable.Configuration;
import io.wattune.schemas.codec.HoldCodec;
import io.wattune.schemas.codec.HoldHeader;
import io.wattune.schemas.codec.UndecodableException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.BiConsumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The holds on this process' nodes: the newest of each key of the topic, which is the hold's id.
 * Where a record's key is not the id in it, the key counts, since it is what the topic is compacted
 * by: two such records with one id are two holds, and both are obeyed. What is released or over,
 * and what is for other nodes, is forgotten.
 *
 * <p>A hold that cannot be read holds what its header {@link HoldHeader} names, until its id is
 * written again or deleted; one that names nothing changes nothing: what its id held before stays
 * held. A hold that the topic has lost without a release stays, too.
 *
 * <p>Settings in a hold are believed by a node as a decision is: where it requires a signature, one
 * without holds the device at its own settings. Used by one thread.
 */
final class HoldBook {
  /** More are held as one of everything: a flood must not cost the memory of who restores. */
  static final int MOST = 2_000;

  static final String TOO_MANY = "too-many-holds";

  /** Ended holds are forgotten so much later: this clock may run ahead, and be put right. */
  private static final long KEEP_NANOS = 2 * 86_400_000_000_000L;

  private static final Logger LOG = LoggerFactory.getLogger(HoldBook.class);
  private static final String UNKNOWN = "unknown";

  private final Set<String> nodes;
  private final Map<String, Hold> byId = new HashMap<>();
  private final Map<String, ConsumerRecord<String, byte[]>> records = new TreeMap<>();
  private final HoldCodec codec = new HoldCodec();
  private final Map<String, ConsumerRecord<String, byte[]>> warned = new HashMap<>();

  /** Ids that the book before this one has; and of these, those that the topic has ended. */
  private final Set<String> before;

  private final Set<String> ended = new HashSet<>();
  private long unreadable;

  /**
   * An empty book.
   *
   * @param nodes the nodes that it is for
   */
  HoldBook(Collection<String> nodes) {
    this(nodes, Set.of());
  }

  private HoldBook(Collection<String> nodes, Set<String> before) {
    this.nodes = Set.copyOf(nodes);
    this.before = Set.copyOf(before);
  }

  /** As anybody may order them: those at settings among them. */
  Holds holds() {
    return new Holds(byId.values());
  }

  /** The records of the holds on a node, by id. */
  List<ConsumerRecord<String, byte[]>> recordsOn(String node) {
    return records.entrySet().stream()
        .filter(each -> isOn(node, Objects.requireNonNull(byId.get(each.getKey()))))
        .map(Map.Entry::getValue)
        .toList();
  }

  /** Records that could not be read, so far. */
  long unreadable() {
    return unreadable;
  }

  /**
   * As a node believes them.
   *
   * @param belief by what it believes them
   * @param onRefused receives each order that it does not believe, once
   */
  Holds believedBy(
      Belief belief, String node, BiConsumer<ConsumerRecord<String, byte[]>, Obstacle> onRefused) {
    List<Hold> trusted = new ArrayList<>();
    for (Map.Entry<String, Hold> each : byId.entrySet()) {
      Hold hold = each.getValue();
      ConsumerRecord<String, byte[]> record = records.get(each.getKey());
      if (!isOn(node, hold)) {
        continue;
      }
      Obstacle refusal =
          record == null || hold.settings().isEmpty() ? null : belief.refusal(record);
      // One that is over can only be in force for a clock that was set back.
      boolean isTrusted = refusal == null && hold.untilNanos() > belief.wallNanos();
      trusted.add(isTrusted ? hold : hold.at(Configuration.EMPTY));
      if (refusal != null && !Objects.equals(warned.put(each.getKey(), record), record)) {
        LOG.warn(
            "hold '{}' is for settings of {} and is not believed ({}), so that the device is left"
                + " at its own: {}",
            each.getKey(),
            hold.name(),
            refusal.reason().code(),
            refusal.detail());
        onRefused.accept(record, refusal);
      }
    }
    return new Holds(trusted);
  }

  /** A new reading from the beginning; what was known counts until it is whole. */
  HoldBook begin() {
    return new HoldBook(nodes, byId.keySet());
  }

  /** Takes over what was read; what it does not have, and was not ended in it, stays. */
  void end(HoldBook whole) {
    Map<String, Hold> lost = new HashMap<>(byId);
    lost.keySet().removeAll(whole.byId.keySet());
    lost.keySet().removeAll(whole.ended);
    Map<String, ConsumerRecord<String, byte[]>> recordsBefore = new HashMap<>(records);
    byId.clear();
    records.clear();
    byId.putAll(whole.byId);
    records.putAll(whole.records);
    unreadable += whole.unreadable;
    lost.forEach(
        (id, hold) -> {
          LOG.warn(
              "hold '{}' ({}) is not in the topic and was not released; it stays until: wattune"
                  + " release --id {} --force",
              id,
              hold.why(),
              id);
          put(hold, recordsBefore.get(id));
        });
    warned.keySet().retainAll(byId.keySet());
  }

  /**
   * Takes a record.
   *
   * @param wallNanos the node's clock
   */
  void take(ConsumerRecord<String, byte[]> record, long wallNanos) {
    String id = record.key() == null ? UNKNOWN : record.key();
    if (record.value() == null) {
      forget(id);
      return;
    }
    try {
      Hold read = codec.decode(record.value());
      boolean isNamed = record.key() != null;
      Hold hold = isNamed ? read.named(id) : read.at(Configuration.EMPTY).named(id);
      boolean isOver = hold.isReleased() || hold.untilNanos() <= wallNanos - KEEP_NANOS;
      forget(id);
      if (!isOver) {
        put(hold, record);
      }
    } catch (UndecodableException e) {
      takeUnreadable(record, id, e);
    }
  }

  private void takeUnreadable(
      ConsumerRecord<String, byte[]> record, String id, UndecodableException e) {
    unreadable++;
    Hold named = HoldHeader.read(record.headers(), id, e.reason());
    // At the first, second, fourth, ...: a flood must not fill the log.
    if (Long.bitCount(unreadable) == 1) {
      LOG.error(
          "hold '{}' cannot be read and so {}; release it with: wattune release --id {}: {}",
          id,
          named == null ? "holds what it held before" : "what it names is held",
          id,
          e.detail());
    }
    if (named != null) {
      forget(id);
      put(named, record);
    }
  }

  private void put(Hold hold, @Nullable ConsumerRecord<String, byte[]> record) {
    if (nodes.stream().noneMatch(node -> isOn(node, hold))) {
      return;
    }
    if (byId.size() >= MOST && !hold.holdId().equals(TOO_MANY)) {
      tooMany();
      return;
    }
    byId.put(hold.holdId(), hold);
    if (record != null) {
      records.put(hold.holdId(), record);
    }
  }

  private void tooMany() {
    if (byId.containsKey(TOO_MANY)) {
      return;
    }
    LOG.error(
        "more than {} holds are on {}, so that everything is held; release some, and start the"
            + " writer again",
        MOST,
        nodes);
    byId.put(
        TOO_MANY,
        new Hold(
            TOO_MANY,
            HoldScope.ALL,
            "",
            Long.MIN_VALUE,
            Hold.UNTIL_RELEASED,
            UNKNOWN,
            "more than " + MOST + " holds are in the topic",
            false));
  }

  private void forget(String id) {
    byId.remove(id);
    records.remove(id);
    warned.remove(id);
    if (before.contains(id)) {
      ended.add(id);
    }
  }

  private static boolean isOn(String node, Hold hold) {
    return switch (hold.scope()) {
      case ALL, JOB -> true;
      case NODE -> hold.name().equals(node);
      case DEVICE -> DeviceId.nodeOf(hold.name()).equals(node);
    };
  }
}
