package io.wattune.collectors.nvml;

import io.wattune.collectors.device.CounterDescriptor;
import io.wattune.collectors.device.DeviceException;
import io.wattune.collectors.device.Discovery;
import io.wattune.collectors.device.Finding;
import io.wattune.collectors.device.FoundDevice;
import io.wattune.collectors.device.MissingInputs;
import io.wattune.collectors.device.OwnWorkSignal;
import io.wattune.collectors.device.PollRates;
import io.wattune.collectors.nvml.library.Nvml;
import io.wattune.collectors.nvml.library.NvmlCode;
import io.wattune.collectors.nvml.library.NvmlException;
import io.wattune.collectors.nvml.library.NvmlLibrary;
import io.wattune.collectors.nvml.library.NvmlNumber;
import io.wattune.collectors.nvml.library.NvmlPair;
import io.wattune.core.device.Signal;
import io.wattune.core.device.SignalUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/** Looks for NVIDIA GPUs, and says what each gives and what is missing. Reads only. */
final class NvidiaSearch {
  /** In the model of a slice, before its name. */
  private static final String SLICE_OF_MODEL = " MIG ";

  private static final long POLL_NANOS = NvidiaSettings.POLL_MILLIS * 1_000_000L;
  private static final long KEPT_NANOS = NvidiaSettings.KEPT_MILLIS * 1_000_000L;

  private final NvmlOpening opening;
  private final PciVendors vendors;
  private final GpuTime time;
  private final List<FoundDevice> devices = new ArrayList<>();
  private final List<Finding> findings = new ArrayList<>();

  NvidiaSearch(NvmlOpening opening, PciVendors vendors, GpuTime time) {
    this.opening = opening;
    this.vendors = vendors;
    this.time = time;
  }

  Discovery find() {
    try {
      Nvml nvml = opening.load();
      nvml.init();
      try {
        for (int i = 0; i < nvml.deviceCount(); i++) {
          look(nvml, i);
        }
        if (devices.isEmpty() && findings.isEmpty()) {
          findings.add(Finding.note("NVIDIA's driver is there and has no GPU"));
        }
      } finally {
        nvml.shutdown();
      }
    } catch (NvmlException e) {
      findings.add(notThere(e));
    }
    return new Discovery(devices, findings);
  }

  private Finding notThere(NvmlException e) {
    if (e.code() == NvmlCode.LIBRARY_NOT_FOUND) {
      return vendors.hasNvidia()
          ? Finding.missing(
              "an NVIDIA card is there, and the library " + NvmlLibrary.NAME + " is not",
              e.code().remedy())
          : Finding.note("no NVIDIA card, and no library " + NvmlLibrary.NAME);
    }
    return Finding.broken(
        "NVIDIA's library does not work: nvml" + e.getMessage(), e.code().remedy());
  }

  private void look(Nvml nvml, int index) {
    try {
      long gpu = nvml.device(index);
      String uuid = nvml.uuid(gpu);
      List<Finding> own = new ArrayList<>();
      PowerOffer offer = PowerOffer.of(nvml, gpu);
      if (offer.powers().isEmpty()) {
        own.add(
            Finding.missing(
                "GPU " + uuid + " gives no power",
                "on a guest with a share of a GPU, read the host"));
      }
      PowerSourceChoice verdict = PowerSourceChoice.of(nvml, gpu, offer, PowerChoice.AUTO, time);
      if (!verdict.reason().isEmpty()) {
        own.add(Finding.note(verdict.reason()));
      }
      about(nvml, gpu, offer, own);
      GpuKnobs knobs = GpuKnobs.of(nvml, gpu, OptionalLong.empty(), OptionalLong.empty());
      own.addAll(knobs.findings());
      if (offer.powers().isEmpty()) {
        findings.addAll(own);
        return;
      }
      rate(nvml.model(gpu), offer, own);
      List<CounterDescriptor> offers = offers(uuid);
      own.addAll(MissingInputs.of(offers));
      own.add(OwnWorkSignal.of(offers));
      devices.add(
          new FoundDevice(
              NvidiaKind.NAME,
              uuid,
              settings(offer, verdict),
              NvidiaSource.VENDOR,
              nvml.model(gpu),
              nvml.driverVersion(),
              signals(offer, verdict.choice()),
              knobs.knobs().stream().map(GpuKnob::tunable).toList(),
              offers.stream()
                  .filter(CounterDescriptor::isGiven)
                  .map(CounterDescriptor::counter)
                  .toList(),
              own));
    } catch (NvmlException e) {
      findings.add(
          Finding.broken(
              "NVIDIA GPU " + index + " fails: nvml" + e.getMessage(), e.code().remedy()));
    } catch (DeviceException e) {
      findings.add(
          Finding.broken("NVIDIA GPU " + index + " fails: " + e.getMessage(), "look into dmesg"));
    }
  }

  private List<CounterDescriptor> offers(String uuid) throws DeviceException {
    try (GpuLink link = GpuLink.open(opening, uuid, uuid);
        NvidiaCounters counters = NvidiaCounters.open(link, 1)) {
      return counters.offers();
    }
  }

  /** The buffer is named: who opens the GPU need not look again, nor find something else. */
  private static Map<String, String> settings(PowerOffer offer, PowerSourceChoice verdict) {
    PowerChoice choice = verdict.choice();
    return choice == null || choice == offer.choose(PowerChoice.AUTO)
        ? Map.of()
        : Map.of(NvidiaSettings.SIGNAL, choice.label());
  }

  private static List<Signal> signals(PowerOffer offer, @Nullable PowerChoice first) {
    List<Signal> signals = new ArrayList<>();
    if (first != null) {
      signals.add(signal(first));
    }
    for (PowerChoice each : offer.powers()) {
      if (each != first) {
        signals.add(signal(each));
      }
    }
    Signal energy = PolledPower.energySignal(offer.energy(), POLL_NANOS);
    if (energy != null) {
      signals.add(energy);
    }
    return signals;
  }

  /** What the driver keeps by itself is taken when it is, and follows nothing. */
  private static void rate(String model, PowerOffer offer, List<Finding> own) {
    PowerChoice read = offer.choose(PowerChoice.AUTO);
    if (read != null && read != PowerChoice.SAMPLES) {
      own.add(PollRates.finding(model, signal(read)));
    }
  }

  private static Signal signal(PowerChoice choice) {
    long period = choice == PowerChoice.SAMPLES ? KEPT_NANOS : POLL_NANOS;
    return new Signal(PolledPower.signalName(choice), SignalUnit.MILLIWATTS, period);
  }

  private void about(Nvml nvml, long gpu, PowerOffer offer, List<Finding> own) {
    if (!offer.powers().isEmpty() && !offer.powers().contains(PowerChoice.INSTANT)) {
      own.add(
          Finding.note(
              "no field for instant power: what is read may be an average over a second,"
                  + " which calibration finds out"));
    }
    if (offer.energy() == EnergyQuestion.NONE) {
      own.add(Finding.note("no energy counter (it comes with Volta): energy is power over time"));
    }
    virtualization(nvml, gpu, own);
    slices(nvml, gpu, own);
    if (number(nvml, gpu, NvmlNumber.PERSISTENCE) == 0) {
      own.add(
          Finding.note(
              "persistence mode is off: when the last process that uses the driver ends, limits and"
                  + " locks are forgotten (nvidia-smi -pm 1, or nvidia-persistenced)"));
    }
  }

  private static void virtualization(Nvml nvml, long gpu, List<Finding> own) {
    long mode = number(nvml, gpu, NvmlNumber.VIRTUALIZATION);
    if (mode == Nvml.VIRTUALIZATION_VGPU) {
      own.add(Finding.note("a guest's share of a GPU: what it reads may be of the whole GPU"));
    } else if (mode == Nvml.VIRTUALIZATION_HOST_VGPU) {
      own.add(Finding.note("host of guests that share the GPU: its power is that of all of them"));
    }
  }

  /** Slices are said, and not read: a share of the power would be a guess. */
  private static void slices(Nvml nvml, long gpu, List<Finding> own) {
    NvmlPair.Numbers mode = pair(nvml, gpu);
    if (mode == null || mode.first() != 1) {
      return;
    }
    List<String> slices = new ArrayList<>();
    long places = Math.max(0, number(nvml, gpu, NvmlNumber.MOST_SLICES));
    for (int i = 0; i < places; i++) {
      try {
        slices.add(slice(nvml, nvml.slice(gpu, i)));
      } catch (NvmlException e) {
        // The place is empty.
      }
    }
    own.add(
        Finding.note(
            ("MIG is on, with %s slices %s: NVIDIA gives the power of the whole GPU only, "
                    + "and it is not split by guess")
                .formatted(slices.size(), slices)));
  }

  /** Its name and units are what a server's share is, and what it is measured by. */
  private static String slice(Nvml nvml, long slice) throws NvmlException {
    String model = nvml.model(slice);
    int name = model.indexOf(SLICE_OF_MODEL);
    long units = number(nvml, slice, NvmlNumber.SLICE_UNITS);
    return nvml.uuid(slice)
        + (name < 0 ? "" : " (" + model.substring(name + SLICE_OF_MODEL.length()) + ")")
        + (units < 0 ? "" : " with " + units + " units");
  }

  private static NvmlPair.@Nullable Numbers pair(Nvml nvml, long gpu) {
    try {
      return nvml.pair(gpu, NvmlPair.MIG_MODE);
    } catch (NvmlException e) {
      return null;
    }
  }

  /** The number, -1 where it is not given. */
  private static long number(Nvml nvml, long gpu, NvmlNumber what) {
    try {
      return nvml.number(gpu, what, 0);
    } catch (NvmlException e) {
      return -1;
    }
  }
}
