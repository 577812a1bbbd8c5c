package io.wattune.control;

import io.wattune.core.loop.LoopCounts;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;

/**
 * Counts what the controller does; any thread may count, any may look. Keys are stable codes, of
 * which there are few. Each record that comes is counted once as read, and then as used or as
 * rejected: {@code read = used + rejected}, once no record is being worked on.
 */
public final class ControllerCounters {
  private final Map<String, LongAdder> read = new ConcurrentHashMap<>();
  private final Map<String, LongAdder> rejected = new ConcurrentHashMap<>();
  private final Map<String, LongAdder> decisions = new ConcurrentHashMap<>();
  private final Map<String, LongAdder> discarded = new ConcurrentHashMap<>();
  private final Map<String, LongAdder> vetoed = new ConcurrentHashMap<>();
  private final Map<String, LongAdder> narrowed = new ConcurrentHashMap<>();
  private final Map<String, LongAdder> refused = new ConcurrentHashMap<>();
  private final LongAdder evidence = new LongAdder();
  private final LongAdder kernelsDropped = new LongAdder();
  private final LongAdder used = new LongAdder();
  private final LongAdder claims = new LongAdder();
  private final LongAdder held = new LongAdder();
  private final LongAdder nodes = new LongAdder();
  private final LongAdder devices = new LongAdder();
  private final LongAdder forgotten = new LongAdder();
  private final LongAdder outranked = new LongAdder();
  private final LongAdder unreadableStates = new LongAdder();
  private final LongAdder unreadableHolds = new LongAdder();

  void read(InputKind kind) {
    add(read, kind.topic().label());
  }

  /** An input that is not even an envelope. */
  void readUnknown() {
    add(read, "unknown");
  }

  void used() {
    used.increment();
  }

  void rejected(String reason) {
    add(rejected, reason);
  }

  void decision(String reason) {
    add(decisions, reason);
  }

  void claim() {
    claims.increment();
  }

  /** A hold has kept a record from being decided on. */
  void held() {
    held.increment();
  }

  /** What a loop has counted since it was asked last. */
  void loop(LoopCounts before, LoopCounts now) {
    evidence.add(now.evidenceUsed() - before.evidenceUsed());
    kernelsDropped.add(now.kernelsDropped() - before.kernelsDropped());
    addGrowth(discarded, before.evidenceDiscarded(), now.evidenceDiscarded());
    addGrowth(vetoed, before.vetoed(), now.vetoed());
    addGrowth(narrowed, before.narrowed(), now.narrowed());
    addGrowth(refused, before.refused(), now.refused());
  }

  private static void addGrowth(
      Map<String, LongAdder> counters, Map<String, Long> before, Map<String, Long> now) {
    now.forEach(
        (key, count) -> {
          long growth = count - before.getOrDefault(key, 0L);
          if (growth > 0) {
            counters.computeIfAbsent(key, absent -> new LongAdder()).add(growth);
          }
        });
  }

  void nodes(int change) {
    nodes.add(change);
  }

  void devices(int change) {
    devices.add(change);
  }

  void forgotten() {
    forgotten.increment();
  }

  void outranked() {
    outranked.increment();
  }

  void unreadableState() {
    unreadableStates.increment();
  }

  void unreadableHold() {
    unreadableHolds.increment();
  }

  /**
   * What has been counted so far.
   *
   * @param replacedThreads counted by the controller's host
   */
  ControllerSnapshot snapshot(long replacedThreads) {
    return new ControllerSnapshot(
        sums(read),
        used.sum(),
        sums(rejected),
        sums(decisions),
        claims.sum(),
        held.sum(),
        sums(vetoed),
        sums(narrowed),
        sums(refused),
        evidence.sum(),
        sums(discarded),
        kernelsDropped.sum(),
        nodes.sum(),
        devices.sum(),
        forgotten.sum(),
        outranked.sum(),
        unreadableStates.sum(),
        unreadableHolds.sum(),
        replacedThreads);
  }

  private static void add(Map<String, LongAdder> counters, String key) {
    counters.computeIfAbsent(key, absent -> new LongAdder()).increment();
  }

  private static Map<String, Long> sums(Map<String, LongAdder> counters) {
    Map<String, Long> sums = new TreeMap<>();
    counters.forEach((key, adder) -> sums.put(key, adder.sum()));
    return sums;
  }
}
