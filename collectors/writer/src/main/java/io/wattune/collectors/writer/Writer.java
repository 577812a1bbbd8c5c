package io.wattune.collectors.writer;

import io.wattune.collectors.journal.BrokenJournalException;
import io.wattune.collectors.journal.FenceKeeper;
import io.wattune.collectors.journal.Journal;
import io.wattune.collectors.journal.JournalFiles;
import io.wattune.collectors.journal.JournalKeeper;
import io.wattune.collectors.kinds.DeviceKinds;
import io.wattune.collectors.running.RunningWatch;
import io.wattune.collectors.setup.DeviceConfig;
import io.wattune.collectors.setup.NodeSetup;
import io.wattune.collectors.setup.TuningRules;
import io.wattune.core.decision.ActuationReason;
import io.wattune.core.decision.Decision;
import io.wattune.core.lease.Holds;
import io.wattune.core.lease.Obstacle;
import java.io.IOException;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The writer of one node: the only one that writes its settings while all is well. Holds the node's
 * writer lock from {@link #start} to {@link #stop}; a process may have several, of different nodes.
 * Decisions and holds are handed in; what was done goes to a sink. Thread-safe.
 */
public final class Writer implements NodeSetter {
  /**
   * How long before the end of a lease restoring begins: time for the guardian to see that a writer
   * hangs, and for it or the writer to write and read back.
   */
  public static final long RESTORE_LEAD_NANOS = 750_000_000L;

  static final String ROLE = "writer";
  private static final Logger LOG = LoggerFactory.getLogger(Writer.class);
  private static final long STOP_LIMIT_NANOS = 6_000_000_000L;

  private final WriterNode node;
  private final JournalFiles files;
  private final NodeLock lock;
  private final Pulse pulse;
  private final ExecutorService threads;
  private final @Nullable JournalKeeper journal;
  private final Map<String, DeviceWriter> devices = new HashMap<>();
  private boolean isStopped;
  private boolean isRestored;

  private Writer(
      WriterNode node,
      JournalFiles files,
      NodeLock lock,
      Pulse pulse,
      ExecutorService threads,
      @Nullable JournalKeeper journal) {
    this.node = node;
    this.files = files;
    this.lock = lock;
    this.pulse = pulse;
    this.threads = threads;
    this.journal = journal;
  }

  /**
   * Takes the node's writer lock and begins: what an earlier life left is restored, own settings go
   * to the journal, and then decisions are obeyed, once {@link #holds} has been called.
   *
   * @throws WriterException where another writer runs, or the node's folder cannot be used
   */
  public static Writer start(
      NodeSetup config, DeviceKinds kinds, NodeClock clock, ActuationSink sink)
      throws WriterException, InterruptedException {
    NodeLock lock = WriterLock.take(config, ROLE);
    var files = new JournalFiles(config.folder());
    if (config.tuning().isShadow() && files.isThere()) {
      WriterLock.giveBack(lock);
      throw new WriterException(
          "node '"
              + config.node()
              + "' has a journal of an earlier life, which a writer in shadow does not restore;"
              + " run wattune restore first");
    }
    ExecutorService threads =
        Executors.newCachedThreadPool(
            work -> {
              var thread = new Thread(work, "wattune-control");
              thread.setDaemon(true);
              return thread;
            });
    var conditions = new Conditions(config.tuning());
    var fence = FenceKeeper.open(config.folder(), config.node(), clock.now().wallNanos());
    var running =
        new RunningWatch(config.folder().running(), () -> clock.now().monotonicNanos(), threads);
    var node =
        new WriterNode(
            config, kinds, clock, threads, sink, conditions, fence, clock.now(), running);
    try {
      // The heart beats before anything else: a guardian must not take a slow start for a hang.
      var pulse = new Pulse(node, Heartbeat.open(config.folder().lease()));
      pulse.start();
      var writer = new Writer(node, files, lock, pulse, threads, journal(node, files));
      writer.open();
      return writer;
    } catch (IOException e) {
      WriterLock.giveBack(lock);
      throw new WriterException(
          "the state folder " + config.folder().path() + " cannot be used: " + e, e);
    }
  }

  private static @Nullable JournalKeeper journal(WriterNode node, JournalFiles files)
      throws IOException {
    if (node.config().tuning().isShadow()) {
      return JournalKeeper.inMemory(node.config().node());
    }
    try {
      return JournalKeeper.open(files, node.config().node());
    } catch (BrokenJournalException e) {
      String what = String.valueOf(e.getMessage());
      LOG.error("node {}: nothing is written: {}", node.config().node(), what);
      node.conditions().journalIsBroken(what);
      return null;
    }
  }

  private void open() {
    NodeSetup config = node.config();
    sayRules(config, journal == null ? new Journal(node(), List.of()) : journal.journal());
    for (DeviceConfig device : config.devices()) {
      String id = config.deviceId(device);
      boolean isToOpen =
          journal != null && (config.tuning().isOn() || !journal.journal().of(id).isEmpty());
      devices.put(id, new DeviceWriter(node, isToOpen ? journal : null, device, pulse::beat));
    }
    pulse.devices(List.copyOf(devices.values()));
    devices.values().forEach(DeviceWriter::start);
  }

  /** What it says at its start of what the node's file lets it do, and what not. */
  private static void sayRules(NodeSetup config, Journal journal) {
    String node = config.node();
    TuningRules tuning = config.tuning();
    if (!tuning.isOn()) {
      LOG.warn("node {}: tuning is off in the node's file; nothing is written", node);
    } else if (tuning.isShadow()) {
      LOG.warn("node {}: in shadow: what would be set is said, and nothing is written", node);
    } else if (!tuning.requiresGuardian()) {
      LOG.warn(
          "node {}: the node's file does not require a guardian: settings stay if this process is"
              + " killed while there is none",
          node);
    }
    for (String stranger : strangers(config, journal)) {
      LOG.error(
          "node {}: the journal has own settings of {}, which the node's file does not list; list"
              + " it again until they are restored",
          node,
          stranger);
    }
  }

  /** Devices of the journal that the node's file does not list. */
  private static Set<String> strangers(NodeSetup config, Journal journal) {
    Set<String> listed =
        config.devices().stream().map(config::deviceId).collect(Collectors.toSet());
    var strangers = new TreeSet<String>();
    journal.values().stream()
        .map(own -> own.device())
        .filter(device -> !listed.contains(device))
        .forEach(strangers::add);
    return strangers;
  }

  @Override
  public String node() {
    return node.config().node();
  }

  @Override
  public WriterStatus status() {
    Conditions conditions = node.conditions();
    long now = node.clock().now().monotonicNanos();
    Map<String, WriterStatus.Device> states = new HashMap<>();
    devices.forEach((id, device) -> states.put(id, status(device, now)));
    return new WriterStatus(
        node(),
        conditions.mayWrite(),
        conditions.isGuarded(),
        node.config().tuning().requiresGuardian(),
        conditions.areHoldsRead(),
        conditions.isShadow(),
        states,
        node.running().refused());
  }

  private static WriterStatus.Device status(DeviceWriter device, long now) {
    LeaseExposure exposure = device.exposure();
    boolean isLeased = exposure.isOut() && !exposure.isReturning();
    return new WriterStatus.Device(
        exposure.isOut(),
        isLeased ? Math.max(0, exposure.restoreDeadlineNanos() - now) : 0,
        device.outsideChanges());
  }

  @Override
  public void decide(Decision decision) {
    if (!decision.node().equals(node())) {
      answer(decision, ActuationReason.OTHER_NODE, "it is for node '" + decision.node() + "'");
    } else if (decision instanceof Decision.Claim claim) {
      long wallNanos = node.clock().now().wallNanos();
      Obstacle implausible = FenceKeeper.implausible(claim.epoch(), wallNanos);
      if (implausible != null) {
        node.refuse(decision, implausible);
        return;
      }
      // On disk first. Where that fails the devices obey it all the same in this life: it shuts
      // out,
      // and lets nothing in, since a decision of its epoch must reach the disk too.
      Obstacle unfenced = node.fence().claimed(claim.epoch(), wallNanos);
      var answer = new ClaimAnswer(node, claim, devices.size(), unfenced);
      devices.values().forEach(device -> device.claim(answer));
    } else if (decision instanceof Decision.ForDevice of) {
      DeviceWriter device = devices.get(of.device());
      if (device == null) {
        answer(
            decision,
            ActuationReason.UNKNOWN_DEVICE,
            "the node's file does not list device '" + of.device() + "'");
      } else {
        device.decide(of);
      }
    }
  }

  @Override
  public void refuse(Obstacle why) {
    node.refuse(new Decision.Claim(node(), 0, "", 0), why);
  }

  private void answer(Decision decision, ActuationReason reason, String detail) {
    node.refuse(decision, new Obstacle(reason, detail));
  }

  @Override
  public void holds(Holds newest) {
    node.conditions().holds(newest);
    devices.values().forEach(DeviceWriter::look);
  }

  /**
   * Puts every device's own settings back, verifies them, removes the journal and gives the lock
   * back.
   *
   * @return whether all were verified; if not the journal stays, for the guardian and for the next
   *     start
   */
  @Override
  public synchronized boolean stop() {
    if (!isStopped) {
      isStopped = true;
      isRestored = stopDevices();
    }
    return isRestored;
  }

  private boolean stopDevices() {
    var reason = new Obstacle(ActuationReason.STOPPED, "the writer was asked to stop");
    Map<String, CompletableFuture<Boolean>> all = new HashMap<>();
    devices.forEach((id, device) -> all.put(id, device.stop(reason)));
    long deadline = System.nanoTime() + STOP_LIMIT_NANOS;
    Set<String> verified = new HashSet<>();
    for (Map.Entry<String, CompletableFuture<Boolean>> each : all.entrySet()) {
      if (isRestored(each.getValue(), deadline - System.nanoTime())) {
        verified.add(each.getKey());
      }
    }
    boolean isVerified = verified.size() == devices.size();
    try {
      if (journal != null) {
        journal.remove(verified);
      }
      isVerified &= !files.isThere();
    } catch (IOException e) {
      LOG.error("node {}: the journal cannot be removed: {}", node(), e.toString());
      isVerified = false;
    }
    pulse.close();
    node.running().close();
    threads.shutdown();
    WriterLock.giveBack(lock);
    return isVerified;
  }

  private static boolean isRestored(CompletableFuture<Boolean> device, long limitNanos) {
    try {
      return device.get(Math.max(0, limitNanos), TimeUnit.NANOSECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    } catch (ExecutionException | TimeoutException e) {
      return false;
    }
  }
}
