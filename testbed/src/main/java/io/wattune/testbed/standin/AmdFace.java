package io.wattune.testbed.standin;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;

/**
 * An AMD GPU in a tree like the kernel's: {@code class/drm/card<n>/device} with the files of
 * amdgpu. Levels are taken in the performance level {@code manual} alone, and forgotten in {@code
 * auto}. For one thread.
 */
final class AmdFace implements DeviceFace {
  private static final String LEVEL = "power_dpm_force_performance_level";
  private static final long SLOW_NANOS = 100_000_000L;
  private static final double MICRO = 1e-6;

  private final SetFile level;
  private final SetFile cap;
  private final ClockLevelFile core;
  private final ClockLevelFile memory;
  private final ShownFile power;
  private final ShownFile metrics;
  private final ShownFile coreHertz;
  private final ShownFile memoryHertz;
  private final ShownFile temperature;
  private final ShownFile gpuBusy;
  private final ShownFile memoryBusy;
  private boolean wasCoreWritten;
  private boolean wasMemoryWritten;
  private long limitMilliwatts;
  private long slowNanos = Long.MIN_VALUE;

  AmdFace(Path root, Path drafts, int number, NewDevice device) throws IOException {
    CardModel model = device.model();
    Path card = root.resolve("class/drm/card" + number + "/device");
    Path sensors = Files.createDirectories(card.resolve("hwmon/hwmon" + number));
    constants(card, number, device);
    limits(sensors, model);
    this.limitMilliwatts = model.ownLimitMilliwatts();
    this.level = new SetFile(card.resolve(LEVEL), "auto");
    this.cap = new SetFile(sensors.resolve("power1_cap"), Long.toString(limitMilliwatts * 1000));
    this.core = new ClockLevelFile(card.resolve("pp_dpm_sclk"), model.coreMegahertz());
    this.memory = new ClockLevelFile(card.resolve("pp_dpm_mclk"), model.memoryMegahertz());
    this.power = new ShownFile(sensors.resolve("power1_average"), drafts);
    this.metrics = new ShownFile(card.resolve("gpu_metrics"), drafts);
    this.coreHertz = new ShownFile(sensors.resolve("freq1_input"), drafts);
    this.memoryHertz = new ShownFile(sensors.resolve("freq2_input"), drafts);
    this.temperature = new ShownFile(sensors.resolve("temp1_input"), drafts);
    this.gpuBusy = new ShownFile(card.resolve("gpu_busy_percent"), drafts);
    this.memoryBusy = new ShownFile(card.resolve("mem_busy_percent"), drafts);
  }

  /** Address of the card with a number. */
  static String address(int number) {
    return String.format(java.util.Locale.ROOT, "0000:%02x:00.0", number + 3);
  }

  private static void constants(Path card, int number, NewDevice device) throws IOException {
    put(card, "vendor", "0x1002");
    put(card, "device", "0x66a1");
    put(card, "uevent", "DRIVER=amdgpu\nPCI_ID=1002:66A1\nPCI_SLOT_NAME=" + address(number));
    put(card, "unique_id", device.uuid());
    put(card, "product_name", device.model().name());
  }

  private static void limits(Path sensors, CardModel model) throws IOException {
    put(sensors, "name", "amdgpu");
    put(sensors, "power1_cap_min", Long.toString(model.lowestLimitMilliwatts() * 1000));
    put(sensors, "power1_cap_max", Long.toString(model.highestLimitMilliwatts() * 1000));
    put(sensors, "power1_cap_default", Long.toString(model.ownLimitMilliwatts() * 1000));
  }

  private static void put(Path folder, String file, String text) throws IOException {
    Files.writeString(folder.resolve(file), text + "\n");
  }

  /** Masks are read before the level: whoever writes one has set the level before. */
  @Override
  public Registers registers() throws IOException {
    String cores = core.written();
    String memories = memory.written();
    wasCoreWritten = !cores.isEmpty();
    wasMemoryWritten = !memories.isEmpty();
    switch (level.text()) {
      case "auto" -> {
        core.allowAll();
        memory.allowAll();
      }
      case "manual" -> {
        if (wasCoreWritten) {
          core.allow(cores);
        }
        if (wasMemoryWritten) {
          memory.allow(memories);
        }
      }
      default -> {} // Somebody is about to write it.
    }
    limitMilliwatts = cap.number().orElse(limitMilliwatts * 1000) / 1000;
    return new Registers(core.ceiling(), memory.ceiling(), limitMilliwatts);
  }

  @Override
  public void show(SimulatedDevice device, long nowNanos) throws IOException {
    CardState state = device.state();
    core.show(state.core(), wasCoreWritten);
    memory.show(state.memory(), wasMemoryWritten);
    power.show(Math.round(device.sensorWatts() / MICRO));
    metrics.show(metricsTable(device.counterJoules()));
    if (nowNanos - slowNanos >= SLOW_NANOS || slowNanos == Long.MIN_VALUE) {
      slowNanos = nowNanos;
      coreHertz.show(state.core() * 1_000_000L);
      memoryHertz.show(state.memory() * 1_000_000L);
      temperature.show(Math.round(device.celsius() * 1e3));
      gpuBusy.show(state.programs() > 0 ? 100 : 0);
      memoryBusy.show(Math.round(state.dram() * 100));
    }
  }

  /** Version 1.3 with its energy accumulator, of 2^-16 J, and no other value. */
  private static byte[] metricsTable(double joules) {
    byte[] bytes = new byte[120];
    Arrays.fill(bytes, (byte) 0xFF);
    ByteBuffer.wrap(bytes)
        .order(ByteOrder.LITTLE_ENDIAN)
        .putShort(0, (short) bytes.length)
        .put(2, (byte) 1)
        .put(3, (byte) 3)
        .putLong(24, (long) (joules * 65_536));
    return bytes;
  }

  @Override
  public void close() throws IOException {
    level.close();
    cap.close();
    core.close();
    memory.close();
    for (ShownFile each :
        List.of(power, metrics, coreHertz, memoryHertz, temperature, gpuBusy, memoryBusy)) {
      each.close();
    }
  }
}
