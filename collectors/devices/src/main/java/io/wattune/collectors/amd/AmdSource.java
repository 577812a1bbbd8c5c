package io.wattune.collectors.amd;

import io.wattune.collectors.device.Control;
import io.wattune.collectors.device.DeviceException;
import io.wattune.collectors.device.EventSource;
import io.wattune.collectors.device.PeriodicCounters;
import io.wattune.collectors.device.PoweredDevice;
import io.wattune.core.device.DeviceDescriptor;
import io.wattune.core.device.Signal;
import io.wattune.core.device.SignalUnit;
import io.wattune.core.reading.EnergyColumn;
import io.wattune.core.reading.PollBlock;
import io.wattune.core.tunable.Tunable;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * The reader's face of a GPU. After an error its folders are looked for anew: a driver that was
 * loaded again numbers them differently.
 */
final class AmdSource extends PoweredDevice {
  /** The signals of power, the one to prefer first: an average hides what its window was. */
  static final List<String> SIGNALS = List.of("power1_input", "power1_average");

  static final String METRICS = "gpu_metrics";
  private static final String ENERGY = "energy_accumulator";

  private final EventSource events;
  private final boolean followsUpdates;
  private AmdCard card;
  private @Nullable Path power;

  private AmdSource(
      String device,
      AmdCard card,
      Signal signal,
      @Nullable Signal energy,
      boolean followsUpdates,
      LongSupplier epochNanos) {
    super(device, signal, energy);
    this.card = card;
    this.followsUpdates = followsUpdates;
    this.events = new PeriodicCounters(device, new AmdCounters(this::card), epochNanos);
  }

  /**
   * Opens a GPU.
   *
   * @param wished its signal; null for the first that is there
   * @param followsUpdates whether polls follow the sensor's updates once they are known
   */
  static AmdSource open(
      String device,
      AmdCard card,
      @Nullable String wished,
      long periodNanos,
      boolean followsUpdates,
      LongSupplier epochNanos)
      throws DeviceException {
    List<String> names = wished == null ? SIGNALS : List.of(wished);
    String name =
        names.stream()
            .filter(SIGNALS::contains)
            .filter(each -> card.sensor(each).isPresent())
            .findFirst()
            .orElseThrow(
                () ->
                    new DeviceException(
                        "device '%s' has no sensor of power: none of %s is in %s"
                            .formatted(device, names, card.file("hwmon"))));
    return new AmdSource(
        device,
        card,
        new Signal(name, SignalUnit.MICROWATTS, periodNanos),
        energySignal(card, periodNanos).orElse(null),
        followsUpdates,
        epochNanos);
  }

  /**
   * The accumulator's signal, where the driver gives one whose layout is known; of a GPU that
   * sleeps it is believed.
   */
  static Optional<Signal> energySignal(AmdCard card, long periodNanos) {
    Path metrics = card.file(METRICS);
    try {
      return card.tree().isThere(metrics)
              && (card.isAsleep() || EnergyField.isThere(card.tree().bytes(metrics)))
          ? Optional.of(new Signal(ENERGY, SignalUnit.MICROJOULES, periodNanos))
          : Optional.empty();
    } catch (DeviceException e) {
      return Optional.empty(); // The finding of this GPU says which.
    }
  }

  private AmdCard card() {
    return card;
  }

  @Override
  public DeviceDescriptor describe(long nowNanos) throws DeviceException {
    card = card.now();
    if (card.isAsleep()) {
      throw new DeviceException(
          "the GPU at " + card.address() + " is asleep; it is described once something uses it");
    }
    List<Tunable> tunables = new ArrayList<>();
    for (Control control : AmdControls.open(device(), card).controls()) {
      long now = control.read();
      tunables.add(
          control
              .tunable()
              .withOwnValue(
                  now == ClockControl.NOT_KNOWN ? OptionalLong.empty() : OptionalLong.of(now)));
    }
    return described(AmdKind.NAME, card.model(), card.driver(), nowNanos, tunables);
  }

  @Override
  public EventSource events() {
    return events;
  }

  @Override
  public boolean mayFollowUpdates() {
    return followsUpdates;
  }

  /**
   * The second die of a board of two says 0 W: the first counts for both. A GPU that sleeps does
   * not fail: it has no reading.
   */
  @Override
  public int read() throws DeviceException {
    try {
      OptionalLong microwatts = card.tree().number(file());
      if (microwatts.isEmpty() || microwatts.getAsLong() == 0) {
        return PollBlock.MISSING;
      }
      long value = microwatts.getAsLong();
      if (value < 0 || value > Integer.MAX_VALUE) {
        throw new DeviceException(
            "power of device '" + device() + "' is out of range, was " + value + " microwatts");
      }
      return (int) value;
    } catch (DeviceException e) {
      power = null;
      if (card.isAsleep()) {
        return PollBlock.MISSING;
      }
      throw e;
    }
  }

  private Path file() throws DeviceException {
    Path file = power;
    if (file == null) {
      card = card.now();
      file = card.requiredSensor(signal().name());
      power = file;
    }
    return file;
  }

  @Override
  public long readEnergy() throws DeviceException {
    if (energySignal() == null) {
      return EnergyColumn.MISSING;
    }
    try {
      return EnergyField.microjoules(card.tree().bytes(card.file(METRICS)))
          .orElse(EnergyColumn.MISSING);
    } catch (DeviceException e) {
      if (card.isAsleep()) {
        return EnergyColumn.MISSING;
      }
      throw e;
    }
  }
}
