package io.wattune.testbed.standin;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * A CPU package in a tree like the kernel's: {@code class/powercap/intel-rapl:<n>}, with an energy
 * counter that begins again and limits for long and for short, of which the lower counts. For one
 * thread.
 */
final class PowercapFace implements DeviceFace {
  private static final long RANGE_MICROJOULES = 262_143_328_850L;
  private static final double MICRO = 1e-6;

  private final SetFile longLimit;
  private final SetFile shortLimit;
  private final ShownFile energy;
  private long longMicrowatts;
  private long shortMicrowatts;

  PowercapFace(Path root, Path drafts, int number, CardModel model) throws IOException {
    Path zone = Files.createDirectories(root.resolve("class/powercap/intel-rapl:" + number));
    this.longMicrowatts = model.ownLimitMilliwatts() * 1000;
    this.shortMicrowatts = longMicrowatts * 6 / 5;
    put(zone, "name", name(number));
    put(zone, "enabled", "1");
    put(zone, "max_energy_range_uj", Long.toString(RANGE_MICROJOULES));
    this.longLimit = constraint(zone, 0, "long_term", model, longMicrowatts);
    this.shortLimit = constraint(zone, 1, "short_term", model, shortMicrowatts);
    this.energy = new ShownFile(zone.resolve("energy_uj"), drafts);
    energy.show(0);
  }

  /** The zone's name. */
  static String name(int number) {
    return "package-" + number;
  }

  private static SetFile constraint(
      Path zone, int number, String name, CardModel model, long microwatts) throws IOException {
    String constraint = "constraint_" + number;
    put(zone, constraint + "_name", name);
    put(zone, constraint + "_min_power_uw", Long.toString(model.lowestLimitMilliwatts() * 1000));
    put(zone, constraint + "_max_power_uw", Long.toString(model.highestLimitMilliwatts() * 1200));
    put(zone, constraint + "_time_window_us", number == 0 ? "999424" : "2440");
    return new SetFile(zone.resolve(constraint + "_power_limit_uw"), Long.toString(microwatts));
  }

  private static void put(Path folder, String file, String text) throws IOException {
    Files.writeString(folder.resolve(file), text + "\n");
  }

  @Override
  public Registers registers() throws IOException {
    longMicrowatts = longLimit.number().orElse(longMicrowatts);
    shortMicrowatts = shortLimit.number().orElse(shortMicrowatts);
    return new Registers(0, 0, Math.min(longMicrowatts, shortMicrowatts) / 1000);
  }

  @Override
  public void show(SimulatedDevice device, long nowNanos) throws IOException {
    energy.show((long) (device.counterJoules() / MICRO) % RANGE_MICROJOULES);
  }

  @Override
  public void close() throws IOException {
    longLimit.close();
    shortLimit.close();
    energy.close();
  }
}
