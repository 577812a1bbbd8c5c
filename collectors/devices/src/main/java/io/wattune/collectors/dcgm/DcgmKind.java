package io.wattune.collectors.dcgm;

import io.wattune.collectors.device.CounterDescriptor;
import io.wattune.collectors.device.CounterPlugin;
import io.wattune.collectors.device.DeviceControls;
import io.wattune.collectors.device.DeviceCounters;
import io.wattune.collectors.device.DeviceException;
import io.wattune.collectors.device.DeviceKind;
import io.wattune.collectors.device.DeviceSettings;
import io.wattune.collectors.device.DeviceSource;
import io.wattune.collectors.device.Discovery;
import io.wattune.collectors.device.Finding;
import io.wattune.collectors.device.FoundDevice;
import io.wattune.collectors.device.MissingInputs;
import io.wattune.collectors.device.OwnWorkSignal;
import io.wattune.core.counter.CounterValue;
import io.wattune.core.device.DeviceId;
import io.wattune.core.device.Signal;
import io.wattune.core.device.SignalUnit;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.LongSupplier;

/**
 * NVIDIA GPUs by a dcgm-exporter: where the driver's library cannot be reached, as from a
 * container, and as a source of counters beside it. What is opened by one kind shares the pages of
 * an exporter: one question a period, whatever the number of devices.
 *
 * <p>Settings: {@code url}, by default {@code http://127.0.0.1:9400/metrics}; {@code
 * pollPeriodMillis}, by default 1000.
 */
public final class DcgmKind implements DeviceKind, CounterPlugin {
  static final String VENDOR = "nvidia";
  private static final String URL = "url";
  private static final String PERIOD = "pollPeriodMillis";
  private static final long PERIOD_MILLIS = 1000;
  private static final long SHORTEST_MILLIS = 100;
  private static final long NANOS_PER_MILLI = 1_000_000L;

  private final URI usual;
  private final SharedExporters exporters;

  /** Looks for an exporter where it usually listens. */
  public DcgmKind() {
    this(SharedExporters.USUAL, new SharedExporters(SharedExporters.PATIENCE, System::nanoTime));
  }

  DcgmKind(URI usual, SharedExporters exporters) {
    this.usual = usual;
    this.exporters = exporters;
  }

  @Override
  public String name() {
    return "dcgm";
  }

  @Override
  public Discovery find() {
    ExporterPage page;
    try (PageReader reader = exporters.open(usual, PERIOD_MILLIS * NANOS_PER_MILLI)) {
      page = reader.first();
    } catch (DeviceException e) {
      return Discovery.NOTHING; // Most machines have none, and none is needed.
    }
    List<FoundDevice> devices = new ArrayList<>();
    page.gpus().values().forEach(gpu -> devices.add(found(gpu)));
    List<Finding> findings = new ArrayList<>();
    findings.add(Finding.ok("a dcgm-exporter answers at " + usual));
    if (page.slices() > 0) {
      findings.add(slices(devices.isEmpty()));
    }
    return new Discovery(devices, findings);
  }

  /** With MIG an exporter shows slices in place of the GPUs, unless configured otherwise. */
  private static Finding slices(boolean isAllThereIs) {
    String what =
        "the exporter shows slices of GPUs (MIG); power is the whole GPU's and is not divided among"
            + " them";
    return isAllThereIs
        ? Finding.missing(
            what + ", and the whole GPUs are not on its page",
            "start the exporter with --devices g, which shows whole GPUs with MIG, too")
        : Finding.note(what);
  }

  private FoundDevice found(ExporterPage.Gpu gpu) {
    List<Signal> signals = new ArrayList<>();
    List<Finding> findings = new ArrayList<>();
    try {
      long period = PERIOD_MILLIS * NANOS_PER_MILLI;
      signals.add(new Signal(DcgmSource.powerField(gpu).label(), SignalUnit.MILLIWATTS, period));
      findings.add(
          Finding.note(
              "values are as old as the exporter's interval (its option -c, 30000 ms by default)"));
    } catch (DeviceException e) {
      findings.add(
          Finding.missing(
              "the exporter shows no power of it",
              "add " + DcgmField.POWER_INSTANT.label() + " to the exporter's list of counters"));
    }
    Signal energy = DcgmSource.energySignal(gpu, PERIOD_MILLIS * NANOS_PER_MILLI);
    if (energy != null) {
      signals.add(energy);
    }
    if (gpu.value(DcgmField.DRAM).isEmpty()) {
      findings.add(
          Finding.missing(
              "the exporter shows no profiling fields of it",
              "add "
                  + DcgmField.DRAM.label()
                  + " and its like to the exporter's list of counters; a profiler that is attached"
                  + " takes them away"));
    }
    findings.addAll(MissingInputs.of(DcgmCounters.offered(gpu)));
    findings.add(OwnWorkSignal.of(DcgmCounters.offered(gpu)));
    return new FoundDevice(
        name(),
        gpu.uuid(),
        Map.of(URL, usual.toString()),
        VENDOR,
        gpu.model(),
        gpu.driver(),
        signals,
        List.of(),
        DcgmCounters.values(gpu).stream().map(CounterValue::counter).toList(),
        findings);
  }

  @Override
  public DeviceSource openSource(DeviceSettings settings, LongSupplier epochNanos)
      throws DeviceException {
    PageReader pages = pages(settings);
    try {
      String device = settings.device();
      ExporterPage.Gpu first = pages.first().gpu(uuid(device), pages.uri());
      return new DcgmSource(device, pages, first, periodNanos(settings), epochNanos);
    } catch (DeviceException e) {
      pages.close();
      throw e;
    }
  }

  private static String uuid(String device) {
    return device.substring(DeviceId.nodeOf(device).length() + 1);
  }

  @Override
  public DeviceControls openControls(DeviceSettings settings) throws DeviceException {
    throw new DeviceException(
        "device '"
            + settings.device()
            + "' is of kind 'dcgm', which reads only; name it with kind 'nvidia' to set it");
  }

  @Override
  public DeviceCounters openCounters(DeviceSettings settings) throws DeviceException {
    return new DcgmCounters(pages(settings), uuid(settings.device()), periodNanos(settings));
  }

  @Override
  public List<CounterDescriptor> offers() {
    return DcgmCounters.offered();
  }

  private PageReader pages(DeviceSettings settings) throws DeviceException {
    settings.allowOnly(Set.of(URL, PERIOD));
    long periodNanos = periodNanos(settings);
    String url = settings.values().getOrDefault(URL, usual.toString());
    try {
      URI uri = URI.create(url);
      if (!"http".equals(uri.getScheme()) && !"https".equals(uri.getScheme())) {
        throw new IllegalArgumentException("it must begin with http:// or https://");
      }
      return exporters.open(uri, periodNanos);
    } catch (IllegalArgumentException e) {
      throw DeviceException.ofTheFile(
          "setting 'url' of device '" + settings.device() + "' is no address: '" + url + "'", e);
    }
  }

  private static long periodNanos(DeviceSettings settings) throws DeviceException {
    long millis = settings.wholeNumber(PERIOD, PERIOD_MILLIS);
    if (millis < SHORTEST_MILLIS) {
      throw DeviceException.ofTheFile(
          "setting 'pollPeriodMillis' of device '%s' must be at least %s, was %s"
              .formatted(settings.device(), SHORTEST_MILLIS, millis));
    }
    return millis * NANOS_PER_MILLI;
  }
}
