package io.wattune.collectors.dcgm;

import io.wattune.collectors.device.DeviceException;
import io.wattune.collectors.device.EventSource;
import io.wattune.collectors.device.PoweredDevice;
import io.wattune.core.counter.CounterReading;
import io.wattune.core.counter.CounterValue;
import io.wattune.core.device.DeviceDescriptor;
import io.wattune.core.device.Signal;
import io.wattune.core.device.SignalUnit;
import io.wattune.core.reading.EnergyColumn;
import io.wattune.core.reading.PollBlock;
import java.util.List;
import java.util.OptionalDouble;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * A GPU by a dcgm-exporter: its power, energy and counters from the pages that all the exporter's
 * GPUs share. A poll asks for a page and waits for none: it hands out what has come since the one
 * before, with the time at which that was asked, so that a slow exporter holds nobody up. The
 * exporter's own interval bounds how new the values are; nothing can be set.
 */
final class DcgmSource extends PoweredDevice implements EventSource {
  private static final double MILLI = 1000;

  private final String uuid;
  private final PageReader pages;
  private final LongSupplier epochNanos;
  private final DcgmField power;
  private ExporterPage.Gpu newest;
  private @Nullable DeviceException failure;
  private long pageNanos;
  private long countedToNanos;
  private long sequence;

  /**
   * A GPU that was on the exporter's page.
   *
   * @param pages owned by the result
   * @param first what the page showed of it
   */
  DcgmSource(
      String device,
      PageReader pages,
      ExporterPage.Gpu first,
      long periodNanos,
      LongSupplier epochNanos)
      throws DeviceException {
    super(
        device,
        new Signal(powerField(first).label(), SignalUnit.MILLIWATTS, periodNanos),
        energySignal(first, periodNanos));
    this.uuid = first.uuid();
    this.pages = pages;
    this.epochNanos = epochNanos;
    this.newest = first;
    this.power = powerField(first);
    this.pageNanos = epochNanos.getAsLong();
    this.countedToNanos = pageNanos;
  }

  /**
   * The instantaneous field where it is shown: an average of a second can be undone only in part. A
   * GPU that is there takes power: 0 W is a field that nobody fills, and no reading.
   */
  static DcgmField powerField(ExporterPage.Gpu gpu) throws DeviceException {
    if (gpu.value(DcgmField.POWER_INSTANT).orElse(0) != 0) {
      return DcgmField.POWER_INSTANT;
    }
    if (gpu.value(DcgmField.POWER).isPresent()) {
      return DcgmField.POWER;
    }
    throw new DeviceException(
        "the dcgm-exporter shows no power of GPU '%s'; add %s to its list of counters"
            .formatted(gpu.uuid(), DcgmField.POWER_INSTANT.label()));
  }

  /** The energy counter's signal, where the exporter shows one. */
  static @Nullable Signal energySignal(ExporterPage.Gpu gpu, long periodNanos) {
    return gpu.value(DcgmField.ENERGY).isPresent()
        ? new Signal(DcgmField.ENERGY.label(), SignalUnit.MILLIJOULES, periodNanos)
        : null;
  }

  @Override
  public DeviceDescriptor describe(long nowNanos) {
    return described(DcgmKind.VENDOR, newest.model(), newest.driver(), nowNanos, List.of());
  }

  @Override
  public EventSource events() {
    return this;
  }

  @Override
  public boolean keepsReadings() {
    return true;
  }

  /** While the exporter fails each call does: what it fails of holds until a page comes. */
  @Override
  public int readKept(KeptSink sink) throws DeviceException {
    int given = 0;
    for (PageAnswer answer : pages.take()) {
      try {
        newest = answer.got().gpu(uuid, pages.uri());
        pageNanos = epochNanos.getAsLong() - pages.ageNanos(answer.askedNanos());
        int milliwatts = milliwatts();
        failure = null;
        sink.reading(pageNanos, milliwatts, millijoules());
        given += milliwatts == PollBlock.MISSING ? 0 : 1;
      } catch (DeviceException e) {
        failure = e;
      }
    }
    if (failure != null) {
      throw failure;
    }
    return given;
  }

  private int milliwatts() throws DeviceException {
    OptionalDouble watts = newest.value(power);
    if (watts.isEmpty() || watts.getAsDouble() == 0) {
      return PollBlock.MISSING;
    }
    double milliwatts = watts.getAsDouble() * MILLI;
    if (!(milliwatts >= 0 && milliwatts <= Integer.MAX_VALUE)) {
      throw new DeviceException(
          "the dcgm-exporter at %s shows %s W of GPU '%s', which is no power; look at its page"
              .formatted(pages.uri(), watts.getAsDouble(), uuid));
    }
    return (int) Math.round(milliwatts);
  }

  private long millijoules() {
    OptionalDouble counted = newest.value(DcgmField.ENERGY);
    return energySignal() == null || counted.isEmpty()
        ? EnergyColumn.MISSING
        : Math.round(counted.getAsDouble());
  }

  @Override
  public void drain(Sink sink) {
    List<CounterValue> values = DcgmCounters.values(newest);
    if (pageNanos > countedToNanos && !values.isEmpty()) {
      sink.counters(
          new CounterReading(
              device(), sequence++, countedToNanos, pageNanos, null, null, null, values, false));
      countedToNanos = pageNanos;
    }
  }

  @Override
  public void close() {
    pages.close();
  }
}
