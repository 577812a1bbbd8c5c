package io.wattune.collectors.meter;

import io.wattune.collectors.agent.ForwardingSink;
import io.wattune.collectors.agent.RecordSink;
import io.wattune.core.counter.CounterReading;
import io.wattune.core.ledger.Activity;
import io.wattune.core.ledger.Book;
import io.wattune.core.ledger.LedgerSettings;
import io.wattune.core.power.PowerColumns;
import io.wattune.core.reading.PollBlock;
import io.wattune.core.sensor.ProfileChoice;
import io.wattune.schemas.codec.CounterReadingCodec;
import io.wattune.schemas.thread.Worker;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Meters the devices of a node: their true power and their energy since the agent began, on the
 * readings that it makes anyway, by a thread of its own and by whoever looks. Threads that read
 * never wait for it: where it cannot keep up, readings are left out here, and counted; what is
 * published has them.
 */
public final class PowerMeter implements AutoCloseable {
  /** After so long an entry is final. Longer than any sensor's response, and than a line's way. */
  static final long HORIZON_NANOS = 30_000_000_000L;

  private static final int MOST_WAITING = 4_096;

  /**
   * What waits is metered when somebody looks, when it has half of its room, and otherwise so
   * often: a wake costs more than metering a block.
   */
  private static final long GATHER_NANOS = 5_000_000_000L;

  /** One of the two. */
  private record Datum(@Nullable PollBlock block, @Nullable Activity activity) {}

  private final Map<String, DeviceMeter> meters = new LinkedHashMap<>();
  private final BlockingQueue<Datum> waiting = new ArrayBlockingQueue<>(MOST_WAITING);
  private final AtomicLong left = new AtomicLong();
  private final Consumer<@Nullable Throwable> failures;
  private final Worker worker;

  private PowerMeter(
      String node, List<String> devices, ProfileChoice profiles, Consumer<String> changes) {
    var settings = new LedgerSettings(HORIZON_NANOS, profiles);
    var columns = new PowerColumns();
    devices.forEach(id -> meters.put(id, new DeviceMeter(id, settings, columns)));
    this.failures =
        Worker.saying("this is a defect in the metering of power, please report it: ", changes);
    this.worker = Worker.every(GATHER_NANOS, "power-meter-" + node, this::turn, failures);
  }

  /**
   * Begins.
   *
   * @param devices ids of the node's devices
   * @param profiles what is known of their sensors
   * @param changes receives one line for each problem
   */
  public static PowerMeter start(
      String node, List<String> devices, ProfileChoice profiles, Consumer<String> changes) {
    var meter = new PowerMeter(node, devices, profiles, changes);
    meter.worker.start();
    return meter;
  }

  /** A sink that hands on to another one, and shows this what the devices and programs say. */
  public RecordSink beside(RecordSink sink) {
    return new ForwardingSink(sink) {
      @Override
      public void polled(PollBlock block) {
        super.polled(block);
        if (!meters.containsKey(block.device())) {
          return;
        }
        if (!waiting.offer(new Datum(block, null))) {
          left.addAndGet(block.polls());
        } else if (waiting.size() == MOST_WAITING / 2) {
          worker.wake();
        }
      }

      @Override
      public void counted(CounterReading reading, CounterReadingCodec codec) {
        super.counted(reading, codec);
        DeviceMeter meter = meters.get(reading.device());
        if (meter != null) {
          meter.counted(reading);
        }
      }

      @Override
      public void happened(Activity activity) {
        super.happened(activity);
        // What runs within jobs costs the more the shorter it is, and is shown nowhere here.
        if (activity.book() == Book.JOB && meters.containsKey(activity.device())) {
          boolean unused = waiting.offer(new Datum(null, activity));
        }
      }
    };
  }

  /** Each device with all that has come until now, in the order of the node's file. */
  public List<MeteredDevice> devices() {
    turn();
    return meters.values().stream().map(DeviceMeter::shown).toList();
  }

  /** Readings that were left out, since they came faster than they could be metered. */
  public long leftOut() {
    return left.get();
  }

  int waiting() {
    return waiting.size();
  }

  private synchronized void turn() {
    List<Datum> taken = new ArrayList<>();
    waiting.drainTo(taken);
    if (!taken.isEmpty()) {
      take(taken);
      meters.values().forEach(DeviceMeter::show);
    }
  }

  /** In the order in which they came, as far as one device is concerned. */
  private void take(List<Datum> taken) {
    Map<String, List<PollBlock>> blocks = new LinkedHashMap<>();
    for (Datum datum : taken) {
      PollBlock block = datum.block();
      Activity activity = datum.activity();
      if (block != null) {
        blocks.computeIfAbsent(block.device(), device -> new ArrayList<>()).add(block);
      }
      if (activity != null) {
        List<PollBlock> before = blocks.remove(activity.device());
        read(activity.device(), before == null ? List.of() : before);
        orSay(() -> meter(activity.device()).happened(activity));
      }
    }
    blocks.forEach(this::read);
  }

  private void read(String device, List<PollBlock> blocks) {
    for (PollBlock block : JoinedBlocks.of(blocks)) {
      orSay(() -> meter(device).read(block));
    }
  }

  private void orSay(Runnable step) {
    try {
      step.run();
    } catch (RuntimeException e) {
      failures.accept(e);
    }
  }

  private DeviceMeter meter(String device) {
    DeviceMeter meter = meters.get(device);
    if (meter == null) {
      throw new IllegalArgumentException("there is no device '" + device + "'");
    }
    return meter;
  }

  @Override
  public void close() {
    worker.close();
  }
}
