package io.wattune.collectors.nvml;

import io.wattune.collectors.device.DeviceException;
import io.wattune.collectors.device.DeviceSettings;
import io.wattune.collectors.device.PollRates;
import java.util.Arrays;
import java.util.OptionalLong;
import java.util.Set;

/**
 * What the node's file says of an NVIDIA GPU.
 *
 * @param device device id
 * @param uuid NVIDIA's uuid
 * @param power which power is read
 * @param pollPeriodNanos how often
 * @param keptPeriodNanos how often the driver's buffer of readings is emptied, where that is read
 * @param followsUpdates whether polls follow the sensor's updates once they are known
 * @param counterPeriodNanos how often counters are read; 0 for never
 * @param ownCoreMegahertz what an admin has locked the core clock to; empty where it is not locked
 * @param ownMemoryMegahertz the same of the memory clock
 */
record NvidiaSettings(
    String device,
    String uuid,
    PowerChoice power,
    long pollPeriodNanos,
    long keptPeriodNanos,
    boolean followsUpdates,
    long counterPeriodNanos,
    OptionalLong ownCoreMegahertz,
    OptionalLong ownMemoryMegahertz) {
  static final String UUID = "uuid";
  static final String SIGNAL = "signal";
  static final String POLL_PERIOD = "pollPeriodMillis";
  static final String FOLLOW_UPDATES = PollRates.FOLLOW_UPDATES;
  static final String COUNTER_HERTZ = "counterHertz";
  static final String OWN_CORE = "ownCoreMegahertz";
  static final String OWN_MEMORY = "ownMemoryMegahertz";
  static final Set<String> KNOWN =
      Set.of(UUID, SIGNAL, POLL_PERIOD, FOLLOW_UPDATES, COUNTER_HERTZ, OWN_CORE, OWN_MEMORY);

  /** Faster than any sensor that is known, slower than a driver call. */
  static final long POLL_MILLIS = 20;

  /** As often as blocks are sent where settings may be set; a buffer holds a second and more. */
  static final long KEPT_MILLIS = 100;

  private static final long MILLI = 1_000_000L;
  private static final long SECOND = 1_000_000_000L;
  private static final long LONGEST_POLL_MILLIS = 10_000;
  private static final long MOST_COUNTER_HERTZ = 10;

  static NvidiaSettings of(DeviceSettings settings) throws DeviceException {
    settings.allowOnly(KNOWN);
    String device = settings.device();
    String uuid = settings.values().getOrDefault(UUID, device.substring(device.indexOf('/') + 1));
    if (uuid.startsWith("MIG-")) {
      throw DeviceException.ofTheFile(
          "device '"
              + device
              + "' is a MIG slice: NVIDIA gives no power of a slice, and Wattune does not guess"
              + " one; list its whole GPU instead");
    }
    long millis = settings.wholeNumber(POLL_PERIOD, POLL_MILLIS, 1, LONGEST_POLL_MILLIS);
    long hertz = settings.wholeNumber(COUNTER_HERTZ, 1, 0, MOST_COUNTER_HERTZ);
    return new NvidiaSettings(
        device,
        uuid,
        power(settings),
        millis * MILLI,
        settings.wholeNumber(POLL_PERIOD, KEPT_MILLIS, 1, LONGEST_POLL_MILLIS) * MILLI,
        settings.flag(FOLLOW_UPDATES, true),
        hertz == 0 ? 0 : SECOND / hertz,
        megahertz(settings, OWN_CORE),
        megahertz(settings, OWN_MEMORY));
  }

  private static PowerChoice power(DeviceSettings settings) throws DeviceException {
    String text = settings.values().getOrDefault(SIGNAL, PowerChoice.AUTO.label());
    for (PowerChoice choice : PowerChoice.values()) {
      if (choice.label().equals(text)) {
        return choice;
      }
    }
    throw DeviceException.ofTheFile(
        "setting '%s' of device '%s' must be one of %s, was '%s'"
            .formatted(
                SIGNAL,
                settings.device(),
                Arrays.stream(PowerChoice.values()).map(PowerChoice::label).toList(),
                text));
  }

  private static OptionalLong megahertz(DeviceSettings settings, String key)
      throws DeviceException {
    return settings.values().containsKey(key)
        ? OptionalLong.of(settings.wholeNumber(key, 0, 1, 100_000))
        : OptionalLong.empty();
  }
}
