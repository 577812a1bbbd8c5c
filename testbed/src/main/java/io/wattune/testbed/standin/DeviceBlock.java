package io.wattune.testbed.standin;

import java.util.List;
import java.util.stream.IntStream;

/**
 * One device's block of the page. Words, by their byte:
 *
 * <pre>
 *   0 kind (1 NVIDIA, 2 AMD, 3 powercap)   16 uuid, 80 bytes   112 name, 96 bytes
 *   registers: 256, 264 lowest and highest core clock of the lock, MHz (0: none)
 *              272, 280 the same of the memory clock   288 power limit, mW
 *   constants: 320, 328 numbers of core and memory clocks   336, 344, 352 lowest, highest and default
 *              limit, mW   360.. memory clocks   2048.. core clocks, both ascending, MHz
 *   state:     512 sequence, odd while the rest is written   520 time, ns   528 energy, nJ
 *              536 power, mW   544, 552 clocks, MHz   560 temperature, millicelsius
 *              568 power as the sensor shows it, mW   576 its mean of a second   584 energy counter, mJ
 *              592 clock reasons   600, 608, 616 ns with busy pipes, used memory, work
 *              624, 632 percent of time with work, of memory in use
 *              640 energy at own settings, nJ   648 ns with work at own settings
 *   programs:  1024 + 64 i, see {@link ProgramSlot}
 * </pre>
 */
final class DeviceBlock {
  private static final int KIND_AT = 0;
  private static final int UUID_AT = 16;
  private static final int UUID_BYTES = 80;
  private static final int NAME_AT = 112;
  private static final int NAME_BYTES = 96;
  private static final int CORE_LOW_AT = 256;
  private static final int CORE_HIGH_AT = 264;
  private static final int MEMORY_LOW_AT = 272;
  private static final int MEMORY_HIGH_AT = 280;
  private static final int LIMIT_AT = 288;
  private static final int CORE_COUNT_AT = 320;
  private static final int MEMORY_COUNT_AT = 328;
  private static final int LOWEST_LIMIT_AT = 336;
  private static final int HIGHEST_LIMIT_AT = 344;
  private static final int DEFAULT_LIMIT_AT = 352;
  private static final int MEMORY_CLOCKS_AT = 360;
  private static final int MOST_MEMORY_CLOCKS = 8;
  private static final int SEQUENCE_AT = 512;
  private static final int NANOS_AT = 520;
  private static final int ENERGY_AT = 528;
  private static final int POWER_AT = 536;
  private static final int CORE_AT = 544;
  private static final int MEMORY_AT = 552;
  private static final int TEMPERATURE_AT = 560;
  private static final int SENSOR_AT = 568;
  private static final int AVERAGE_AT = 576;
  private static final int COUNTER_AT = 584;
  private static final int REASONS_AT = 592;
  private static final int PIPE_AT = 600;
  private static final int DRAM_AT = 608;
  private static final int BUSY_AT = 616;
  private static final int GPU_USE_AT = 624;
  private static final int MEMORY_USE_AT = 632;
  private static final int OWN_ENERGY_AT = 640;
  private static final int OWN_BUSY_AT = 648;
  private static final int PROGRAMS_AT = 1024;
  private static final int PROGRAMS = 16;
  private static final int CORE_CLOCKS_AT = 2048;
  private static final int MOST_CORE_CLOCKS = 256;
  private static final double NANO = 1e-9;

  private final StandInPageText words;
  private final List<ProgramSlot> programs;

  DeviceBlock(StandInPageText words) {
    this.words = words;
    this.programs =
        IntStream.range(0, PROGRAMS)
            .mapToObj(i -> new ProgramSlot(words, PROGRAMS_AT + i * ProgramSlot.BYTES))
            .toList();
  }

  /** Writes what a new device has. */
  void create(NewDevice device) {
    CardModel model = device.model();
    words.put(KIND_AT, device.kind().ordinal() + 1);
    words.putText(UUID_AT, UUID_BYTES, device.uuid());
    words.putText(NAME_AT, NAME_BYTES, model.name());
    clocks(model.coreMegahertz(), CORE_COUNT_AT, CORE_CLOCKS_AT, MOST_CORE_CLOCKS);
    clocks(model.memoryMegahertz(), MEMORY_COUNT_AT, MEMORY_CLOCKS_AT, MOST_MEMORY_CLOCKS);
    words.put(LOWEST_LIMIT_AT, model.lowestLimitMilliwatts());
    words.put(HIGHEST_LIMIT_AT, model.highestLimitMilliwatts());
    words.put(DEFAULT_LIMIT_AT, model.ownLimitMilliwatts());
    words.put(LIMIT_AT, model.ownLimitMilliwatts());
  }

  private void clocks(List<Integer> clocks, int countAt, int clocksAt, int most) {
    if (clocks.size() > most) {
      throw new IllegalArgumentException("at most " + most + " clocks, were " + clocks.size());
    }
    words.put(countAt, clocks.size());
    for (int i = 0; i < clocks.size(); i++) {
      words.put(clocksAt + i * Long.BYTES, clocks.get(i));
    }
  }

  StandInKind kind() {
    return StandInKind.values()[(int) words.get(KIND_AT) - 1];
  }

  String uuid() {
    return words.text(UUID_AT, UUID_BYTES);
  }

  Registers registers() {
    return new Registers(words.get(CORE_HIGH_AT), words.get(MEMORY_HIGH_AT), words.get(LIMIT_AT));
  }

  /** What a new device has. */
  Registers own() {
    return new Registers(0, 0, words.get(DEFAULT_LIMIT_AT));
  }

  /** Sets the registers, as a driver does; locks begin at 0. */
  void set(Registers registers) {
    words.put(CORE_LOW_AT, 0);
    words.put(CORE_HIGH_AT, registers.coreCeiling());
    words.put(MEMORY_LOW_AT, 0);
    words.put(MEMORY_HIGH_AT, registers.memoryCeiling());
    words.put(LIMIT_AT, registers.limitMilliwatts());
  }

  List<ProgramSlot> programs() {
    return programs;
  }

  /** Shows how the device is. For one thread of one process. */
  void publish(SimulatedDevice device, long nanos) {
    CardState state = device.state();
    DeviceTotals totals = device.totals();
    long sequence = words.get(SEQUENCE_AT) | 1;
    words.put(SEQUENCE_AT, sequence);
    words.put(NANOS_AT, nanos);
    words.put(ENERGY_AT, Math.round(totals.joules() / NANO));
    words.put(POWER_AT, Math.round(state.watts() * 1e3));
    words.put(CORE_AT, state.core());
    words.put(MEMORY_AT, state.memory());
    words.put(TEMPERATURE_AT, Math.round(device.celsius() * 1e3));
    words.put(SENSOR_AT, Math.round(device.sensorWatts() * 1e3));
    words.put(AVERAGE_AT, Math.round(device.averageWatts() * 1e3));
    words.put(COUNTER_AT, (long) (device.counterJoules() * 1e3));
    words.put(REASONS_AT, state.reasons());
    words.put(PIPE_AT, Math.round(totals.pipeNanos()));
    words.put(DRAM_AT, Math.round(totals.dramNanos()));
    words.put(BUSY_AT, totals.busyNanos());
    words.put(GPU_USE_AT, state.programs() > 0 ? 100 : 0);
    words.put(MEMORY_USE_AT, Math.round(state.dram() * 100));
    words.put(OWN_ENERGY_AT, Math.round(totals.ownJoules() / NANO));
    words.put(OWN_BUSY_AT, Math.round(totals.ownBusySeconds() / NANO));
    words.put(SEQUENCE_AT, sequence + 1);
  }

  /** What the device really has taken and done until now; one moment's. */
  DeviceTruth truth() {
    while (true) {
      long before = words.get(SEQUENCE_AT);
      var truth =
          new DeviceTruth(
              words.get(NANOS_AT),
              words.get(ENERGY_AT) * NANO,
              words.get(OWN_ENERGY_AT) * NANO,
              words.get(BUSY_AT) * NANO,
              words.get(OWN_BUSY_AT) * NANO,
              words.get(POWER_AT) * 1e-3,
              (int) words.get(CORE_AT),
              (int) words.get(MEMORY_AT),
              words.get(TEMPERATURE_AT) * 1e-3);
      if ((before & 1) == 0 && before == words.get(SEQUENCE_AT)) {
        return truth;
      }
      Thread.onSpinWait();
    }
  }
}
