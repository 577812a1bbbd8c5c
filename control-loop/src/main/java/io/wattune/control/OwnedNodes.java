package io.wattune.control;

import io.wattune.core.decision.Actuation;
import io.wattune.core.decision.ActuationOutcome;
import io.wattune.core.decision.ActuationReason;
import io.wattune.core.device.DeviceId;
import io.wattune.core.loop.DeviceLoop;
import io.wattune.core.loop.LoopSnapshot;
import io.wattune.core.loop.LoopState;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The nodes of a task and their devices: in memory, and in the store what must outlive the task. No
 * node is decided for before its claim of this task's life has been sent, with a higher epoch than
 * any before it.
 */
final class OwnedNodes {
  private static final Logger LOG = LoggerFactory.getLogger(OwnedNodes.class);

  /** What counts of a time in which nobody looked: the machine slept, or its clock was set. */
  private static final long LONGEST_PAUSE_MILLIS = 10_000;

  /** A writer that is there answers a claim within a fraction of this. */
  private static final long FIRST_PATIENCE_MILLIS = 5_000;

  /** So often even a node that is never tuned is asked: its writer may start at any time. */
  private static final long LONGEST_PATIENCE_MILLIS = 60_000;

  private final NodeStore store;
  private final DeviceLoop loop;
  private final Outbox outbox;
  private final ControllerCounters counters;
  private final Epochs epochs = new Epochs();
  private final Map<String, KnownNode> nodes = new TreeMap<>();

  /** Keys to delete once the store may be written to. */
  private final List<String> useless = new ArrayList<>();

  private boolean hasClaimed;
  private long livedMillis;
  private long lookedMillis;

  OwnedNodes(NodeStore store, DeviceLoop loop, Outbox outbox, ControllerCounters counters) {
    this.store = store;
    this.loop = loop;
    this.outbox = outbox;
    this.counters = counters;
  }

  /** Takes over what the store has. */
  void restore(long nowMillis) {
    lookedMillis = nowMillis;
    store.readAll(
        new NodeStore.Receiver() {
          @Override
          public void node(String node, long epoch) {
            epochs.seen(epoch, nowMillis);
            known(node);
          }

          @Override
          public void device(LoopSnapshot learned) {
            add(known(DeviceId.nodeOf(learned.device())), loop.restored(learned));
          }

          @Override
          public void unreadable(String key, String why) {
            useless.add(key);
            counters.unreadableStates.inc();
            LOG.warn("the stored state '{}' cannot be read and begins anew: {}", key, why);
          }

          @Override
          public void leftOver(String key) {
            useless.add(key);
          }
        });
  }

  /** Claims all nodes that were taken over; once. */
  void claimRestored(long nowMillis) {
    if (hasClaimed) {
      return;
    }
    hasClaimed = true;
    useless.forEach(store::deleteKey);
    nodes.values().forEach(node -> claim(node, nowMillis));
  }

  private void claim(KnownNode node, long nowMillis) {
    node.epoch = epochs.next(nowMillis);
    node.hasForgotten = false;
    node.ticksOutranked = 0;
    node.devices.values().forEach(device -> device.sequence = 0);
    node.patienceMillis = FIRST_PATIENCE_MILLIS;
    node.repeatMillis = livedMillis + node.patienceMillis;
    store.putNode(node.node, node.epoch);
    outbox.claim(node);
  }

  /**
   * Repeats claims that are not answered. A writer begins at the end of its topic: one that starts
   * after the claim would neither know it, and obey an older controller, nor be known to be there.
   * To be called every second.
   */
  void repeatClaims() {
    for (KnownNode node : nodes.values()) {
      if (node.epoch > 0
          && node.answeredEpoch != node.epoch
          && !node.isOutranked()
          && livedMillis >= node.repeatMillis) {
        node.patienceMillis = Math.min(2 * node.patienceMillis, LONGEST_PATIENCE_MILLIS);
        node.repeatMillis = livedMillis + node.patienceMillis;
        outbox.claim(node);
      }
    }
  }

  /** The node of a device; one that was not known is claimed. */
  KnownNode nodeOf(String device, long nowMillis) {
    KnownNode node = known(DeviceId.nodeOf(device));
    if (node.epoch == 0) {
      claim(node, nowMillis);
    }
    return node;
  }

  private KnownNode known(String name) {
    return nodes.computeIfAbsent(
        name,
        absent -> {
          counters.nodes.inc();
          return new KnownNode(name);
        });
  }

  /** Whether a device has been heard of. */
  boolean isKnown(String device) {
    KnownNode node = nodes.get(DeviceId.nodeOf(device));
    return node != null && node.devices.containsKey(device);
  }

  /** A device of the node, which is heard of now. */
  KnownDevice device(KnownNode node, String name, long nowMillis) {
    KnownDevice device = node.devices.get(name);
    if (device == null) {
      if (node.hasForgotten) {
        claim(node, nowMillis);
      }
      device = add(node, loop.newState(name));
    }
    device.heardMillis = livedMillis;
    return device;
  }

  private KnownDevice add(KnownNode node, LoopState state) {
    var device = new KnownDevice(state, livedMillis);
    node.devices.put(device.device, device);
    counters.devices.inc();
    return device;
  }

  /** Keeps what was learned of a device. */
  void store(KnownDevice device) {
    store.putDevice(device.loop.snapshot());
  }

  /**
   * A node has answered. Where it shows a higher epoch than this task's, somebody else has claimed
   * it. That is not contested at once: this task may be the one that has been replaced. Whoever
   * takes the node over next begins above it.
   */
  void answered(Actuation actuation, long nowMillis) {
    KnownNode node = nodes.get(actuation.node());
    if (node != null && actuation.epoch() == node.epoch) {
      node.answeredEpoch = node.epoch;
      switch (actuation.outcome()) {
        case REFUSED ->
            node.isDecidedForTooLate |=
                actuation.reason().equals(ActuationReason.LEASE_OVER.code());
        case APPLIED, PENDING, RENEWED, PARTLY_APPLIED -> node.isDecidedForTooLate = false;
        case CLAIMED, SWITCHED, RESTORED -> {}
      }
    }
    if (node == null
        || actuation.epoch() <= Math.max(node.epoch, node.seenEpoch)
        || !Epochs.isCredible(actuation.epoch(), nowMillis)
        // An epoch that was refused is not in force.
        || actuation.outcome() == ActuationOutcome.REFUSED) {
      return;
    }
    node.seenEpoch = actuation.epoch();
    node.ticksOutranked = 0;
    epochs.seen(actuation.epoch(), nowMillis);
    store.putNode(node.node, actuation.epoch());
    counters.outranked.inc();
    LOG.warn(
        "node {} follows epoch {}, this controller's is {}: another controller has claimed it",
        node.node,
        actuation.epoch(),
        node.epoch);
  }

  /**
   * Claims again what another has claimed, if this task is still the owner after so many ticks. A
   * task that has been replaced does not get there: between two ticks its thread has talked to the
   * group, which throws it out.
   */
  void reclaim(int afterTicks, long nowMillis) {
    for (KnownNode node : nodes.values()) {
      if (node.isOutranked() && ++node.ticksOutranked >= afterTicks) {
        claim(node, nowMillis);
      }
    }
  }

  /** The device has gone, or has been silent for too long. */
  void forget(String device) {
    KnownNode node = nodes.get(DeviceId.nodeOf(device));
    KnownDevice gone = node == null ? null : node.devices.remove(device);
    if (node == null || gone == null) {
      return;
    }
    report(gone);
    counters.servers(gone.servers, Map.of());
    node.hasForgotten |= gone.sequence > 0;
    store.deleteDevice(device);
    counters.devices.dec();
    counters.forgotten.inc();
    if (node.devices.isEmpty()) {
      // Its epoch goes, too: that of the task keeps growing, and so does the clock.
      nodes.remove(node.node);
      store.deleteNode(node.node);
      counters.nodes.dec();
    }
  }

  /**
   * Forgets the devices of which nothing has come for so long, and nodes without any. To be called
   * every second: only time in which this task could have heard of them counts.
   */
  void forgetSilent(long nowMillis, long silentMillis) {
    long passed = nowMillis - lookedMillis;
    livedMillis += Math.max(0, Math.min(passed, LONGEST_PAUSE_MILLIS));
    lookedMillis = nowMillis;
    List<String> silent = new ArrayList<>();
    for (KnownNode node : nodes.values()) {
      for (KnownDevice device : node.devices.values()) {
        if (livedMillis - device.heardMillis > silentMillis) {
          silent.add(device.device);
        }
      }
    }
    silent.forEach(this::forget);
  }

  /** Adds what the loops have counted to the controller's counts. */
  void report() {
    for (KnownNode node : nodes.values()) {
      node.devices.values().forEach(this::report);
    }
  }

  private void report(KnownDevice device) {
    counters.loop(device.loop.counts());
    Map<String, Long> now = device.loop.serverStates();
    counters.servers(device.servers, now);
    device.servers = now;
  }

  void close() {
    report();
    for (KnownNode node : nodes.values()) {
      counters.devices.dec(node.devices.size());
      node.devices.values().forEach(device -> counters.servers(device.servers, Map.of()));
    }
    counters.nodes.dec(nodes.size());
    nodes.clear();
  }
}
