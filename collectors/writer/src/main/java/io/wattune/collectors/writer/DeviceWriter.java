package io.wattune.collectors.writer;

import io.wattune.collectors.device.DeviceException;
import io.wattune.collectors.journal.JournalKeeper;
import io.wattune.collectors.setup.DeviceConfig;
import io.wattune.core.decision.ActuationReason;
import io.wattune.core.decision.Decision;
import io.wattune.core.lease.LeaseTime;
import io.wattune.core.lease.Obstacle;
import java.util.Objects;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One device's thread: takes decisions, claims and switches in order, and looks after the lease in
 * between. It never calls the device itself, so that it is never late. A device that cannot be
 * opened is tried again every second; until then decisions for it are refused with the reason.
 */
final class DeviceWriter {
  private static final Logger LOG = LoggerFactory.getLogger(DeviceWriter.class);
  private static final long RETRY_NANOS = 1_000_000_000L;
  private static final int LONGEST_QUEUE = 1_024;

  private sealed interface Message {
    record Decide(Decision.ForDevice decision) implements Message {}

    record Claim(ClaimAnswer answer) implements Message {}

    /** Something has changed: look. */
    record Look() implements Message {}

    record LateAnswer() implements Message {}
  }

  private record Stop(Obstacle reason, CompletableFuture<Boolean> isRestored) {}

  private final WriterNode node;
  private final String device;
  private final @Nullable DeviceOpening opening;
  private final BlockingQueue<Message> queue = new ArrayBlockingQueue<>(LONGEST_QUEUE);
  private final Thread thread;

  private volatile @Nullable DeviceSession session;
  private volatile @Nullable String running;
  private final AtomicLong claimedEpoch = new AtomicLong();
  private volatile @Nullable Stop stop;
  private @Nullable String switchedTo;
  private String problem = "it is being opened";
  private long retryAtNanos;

  /**
   * A device.
   *
   * @param journal null where the device is not to be opened: nothing may be written to it
   */
  DeviceWriter(
      WriterNode node, @Nullable JournalKeeper journal, DeviceConfig config, Runnable beat) {
    this.node = node;
    this.device = node.config().deviceId(config);
    this.claimedEpoch.set(node.fence().epoch());
    this.opening =
        journal == null
            ? null
            : new DeviceOpening(node, journal, config, () -> offer(new Message.LateAnswer()), beat);
    this.retryAtNanos = node.clock().now().monotonicNanos();
    this.thread = new Thread(this::run, "wattune-writer-" + device);
    this.thread.setDaemon(true);
  }

  void start() {
    thread.start();
  }

  /** Takes a decision, and answers it later; one too many is refused at once. */
  void decide(Decision.ForDevice decision) {
    if (!queue.offer(new Message.Decide(decision))) {
      node.refuse(
          decision,
          new Obstacle(
              ActuationReason.DEVICE_HANGS,
              LONGEST_QUEUE + " decisions for " + device + " wait already"));
    }
  }

  /**
   * Takes a claim. It counts from now on, also for decisions that came before it and have not been
   * looked at yet.
   */
  void claim(ClaimAnswer answer) {
    claimedEpoch.accumulateAndGet(answer.epoch(), Math::max);
    if (!queue.offer(new Message.Claim(answer))) {
      answer.of(true);
    }
  }

  /** A hold, the guardian or another condition has changed. */
  void look() {
    offer(new Message.Look());
  }

  /** The device's thread looks anyway, soon: a queue that is full needs no more of these. */
  private void offer(Message message) {
    boolean unused = queue.offer(message);
  }

  /** Looks what runs on the device, where that matters; called every few milliseconds. */
  void lookWhatRuns() {
    DeviceSession open = session;
    if (open != null && open.isSwitching()) {
      String now = open.runningActivity();
      if (!Objects.equals(now, running)) {
        running = now;
        look();
      }
    }
  }

  boolean isSwitching() {
    DeviceSession open = session;
    return open != null && open.isSwitching();
  }

  LeaseExposure exposure() {
    DeviceSession open = session;
    return open == null ? LeaseExposure.NONE : open.exposure();
  }

  /** How often somebody else's value has become an own setting. */
  long outsideChanges() {
    DeviceSession open = session;
    return open == null ? 0 : open.outsideChanges();
  }

  /** Own settings, verified; the thread ends. False where they could not be verified. */
  CompletableFuture<Boolean> stop(Obstacle reason) {
    var isRestored = new CompletableFuture<Boolean>();
    stop = new Stop(reason, isRestored);
    look();
    return isRestored;
  }

  private void run() {
    try {
      Stop asked = stop;
      while (asked == null) {
        long idle = idleNanos();
        Message message = idle <= 0 ? queue.poll() : queue.poll(idle, TimeUnit.NANOSECONDS);
        asked = stop;
        if (asked == null) {
          if (message != null) {
            handle(message);
          }
          tick();
        } else if (message != null) {
          refuse(message, asked.reason());
        }
      }
      stop(asked);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } catch (RuntimeException | Error e) {
      // The heartbeat stops when this device is not restored in time; then the guardian restores
      // it.
      LOG.error("{}: the thread of this device has failed; its guardian restores it", device, e);
      throw e;
    }
  }

  private long idleNanos() {
    DeviceSession open = session;
    return open != null
        ? open.idleNanos()
        : opening == null ? RETRY_NANOS : retryAtNanos - node.clock().now().monotonicNanos();
  }

  private void tick() throws InterruptedException {
    DeviceSession open = session;
    if (open != null) {
      open.tick();
      String now = running;
      if (open.isSwitching() && !Objects.equals(now, switchedTo)) {
        switchedTo = now;
        open.switchTo(now);
      }
    } else if (opening != null && idleNanos() <= 0) {
      open(opening);
    }
  }

  private void open(DeviceOpening from) throws InterruptedException {
    try {
      DeviceSession opened = from.open();
      boolean unused = opened.claim(claimedEpoch.get());
      session = opened;
      LOG.info("{}: its own settings are in the journal, tuning may begin", device);
    } catch (DeviceException | RuntimeException | Error e) {
      String now = openingFailure(e);
      if (!now.equals(problem)) {
        LOG.warn("{}: {}; tried again every second", device, now);
      }
      problem = now;
      retryAtNanos = node.clock().now().monotonicNanos() + RETRY_NANOS;
    }
  }

  /** Whatever a driver's library throws: the next try may find it mended. */
  private static String openingFailure(Throwable failure) {
    if (failure instanceof VirtualMachineError ours) {
      throw ours;
    }
    return failure instanceof DeviceException
        ? String.valueOf(failure.getMessage())
        : "it cannot be opened: " + failure;
  }

  private void handle(Message message) throws InterruptedException {
    DeviceSession open = session;
    if (open != null) {
      boolean unused = open.claim(claimedEpoch.get());
    }
    if (message instanceof Message.Decide of) {
      if (open == null) {
        refuse(of.decision());
      } else {
        open.decide(of.decision());
      }
    } else if (message instanceof Message.Claim of) {
      long epoch = of.answer().epoch();
      of.answer().of(open == null ? epoch == claimedEpoch.get() : open.claim(epoch));
    } else if (message instanceof Message.LateAnswer && open != null) {
      open.retryNow();
    }
  }

  private void refuse(Decision.ForDevice decision) {
    LeaseTime now = node.clock().now();
    Obstacle obstacle = node.conditions().on(device, now.wallNanos());
    node.refuse(
        decision,
        obstacle != null ? obstacle : new Obstacle(ActuationReason.DEVICE_ERROR, problem));
  }

  /** What had not been looked at when the stop came is answered too. */
  private void refuse(Message message, Obstacle reason) {
    if (message instanceof Message.Decide of) {
      node.refuse(of.decision(), reason);
    } else if (message instanceof Message.Claim of) {
      of.answer().of(true);
    }
  }

  private void stop(Stop asked) throws InterruptedException {
    for (Message waiting = queue.poll(); waiting != null; waiting = queue.poll()) {
      refuse(waiting, asked.reason());
    }
    DeviceSession open = session;
    if (open != null) {
      asked.isRestored().complete(open.stop(asked.reason()));
      open.close();
    } else {
      // Never opened: nothing was written in this life, and what an earlier one has left is not
      // verified.
      asked.isRestored().complete(opening == null || opening.isNothingLeft());
      if (opening != null) {
        opening.close();
      }
    }
  }
}
