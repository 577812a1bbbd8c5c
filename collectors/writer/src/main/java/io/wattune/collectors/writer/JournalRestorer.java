package io.wattune.collectors.writer;

import io.wattune.collectors.device.DeviceControls;
import io.wattune.collectors.device.DeviceException;
import io.wattune.collectors.journal.Journal;
import io.wattune.collectors.journal.JournalKeeper;
import io.wattune.collectors.journal.OwnValue;
import io.wattune.collectors.kinds.DeviceKinds;
import io.wattune.collectors.setup.DeviceConfig;
import io.wattune.collectors.setup.NodeSetup;
import io.wattune.core.decision.ActuationReason;
import io.wattune.core.lease.Obstacle;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/**
 * Puts everything back that stands in a journal, without a writer: all devices at the same time and
 * each control by itself. The caller holds the writer lock. Used by one thread; may be called again
 * for what did not come back.
 */
final class JournalRestorer {
  private static final int TRIES = 3;

  /** What opening a device and the pauses between tries may take on top of a control's answer. */
  private static final long SLACK_NANOS = 500_000_000L;

  private static final long NANOS_PER_MILLI = 1_000_000L;

  /** One device's way back, kept from one call to the next. */
  private static final class Way {
    private @Nullable DeviceControls controls;
    private @Nullable DeviceLanes lanes;
    private @Nullable CompletableFuture<String> running;

    private void close() {
      if (controls != null) {
        controls.close();
      }
      controls = null;
      lanes = null;
    }
  }

  private final NodeSetup config;
  private final DeviceKinds kinds;
  private final ExecutorService threads;
  private final Map<String, Way> ways = new HashMap<>();

  JournalRestorer(NodeSetup config, DeviceKinds kinds, ExecutorService threads) {
    this.config = config;
    this.kinds = kinds;
    this.threads = threads;
  }

  /**
   * Restores and verifies, and takes what is verified out of the journal.
   *
   * @return what could not be verified, with what to do, one line each
   */
  List<String> restore(JournalKeeper keeper) throws InterruptedException, IOException {
    Journal journal = keeper.journal();
    Set<String> devices = new LinkedHashSet<>();
    journal.values().forEach(own -> devices.add(own.device()));
    for (String device : devices) {
      begin(device, journal.of(device));
    }
    long hangNanos = hangNanos();
    long deadline = System.nanoTime() + hangNanos + SLACK_NANOS;
    List<String> troubles = new ArrayList<>();
    Set<String> verified = new LinkedHashSet<>();
    for (String device : devices) {
      String trouble = await(device, deadline - System.nanoTime());
      if (trouble.isEmpty()) {
        verified.add(device);
      } else {
        troubles.add(trouble);
      }
    }
    keeper.remove(verified);
    return troubles;
  }

  private long hangNanos() {
    return config.hangMillis() * NANOS_PER_MILLI;
  }

  private void begin(String device, List<OwnValue> own) {
    Way way = ways.computeIfAbsent(device, id -> new Way());
    if (way.running == null || way.running.isDone()) {
      way.running = CompletableFuture.supplyAsync(() -> restore(device, way, own), threads);
    }
  }

  private String await(String device, long limitNanos) throws InterruptedException {
    CompletableFuture<String> running = ways.getOrDefault(device, new Way()).running;
    try {
      return running == null ? "" : running.get(Math.max(0, limitNanos), TimeUnit.NANOSECONDS);
    } catch (TimeoutException e) {
      return device + " does not answer";
    } catch (ExecutionException e) {
      return device + " failed: " + e.getCause();
    }
  }

  private String restore(String device, Way way, List<OwnValue> own) {
    try {
      DeviceLanes lanes = way.lanes;
      if (lanes == null) {
        Optional<DeviceConfig> listed =
            config.devices().stream()
                .filter(each -> config.deviceId(each).equals(device))
                .findFirst();
        if (listed.isEmpty()) {
          return device
              + " is in the journal and not in the node's file; list it again until it is restored";
        }
        DeviceControls opened = WriterNode.open(config, kinds, listed.get());
        way.controls = opened;
        lanes = new DeviceLanes(opened, false, threads, () -> {});
        way.lanes = lanes;
      }
      Obstacle trouble =
          Outcomes.trouble(
              device, lanes.put(own.stream().map(OwnValue::setting).toList(), TRIES, hangNanos()));
      if (trouble == null) {
        return "";
      }
      if (trouble.reason() == ActuationReason.UNKNOWN_CONTROL) {
        // It may only have been overlooked by a driver in trouble: opened anew the next time.
        way.close();
      }
      return trouble.detail();
    } catch (DeviceException e) {
      return device + " cannot be opened: " + e.getMessage();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return device + ": interrupted";
    }
  }

  /** Closes the devices that are restored. One that hangs is left to the end of the process. */
  void close() {
    for (Way way : ways.values()) {
      if (way.running != null && way.running.isDone()) {
        way.close();
      }
    }
    ways.clear();
  }
}
