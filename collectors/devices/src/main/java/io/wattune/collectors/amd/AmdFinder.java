package io.wattune.collectors.amd;

import io.wattune.collectors.device.Control;
import io.wattune.collectors.device.CounterDescriptor;
import io.wattune.collectors.device.DeviceException;
import io.wattune.collectors.device.Discovery;
import io.wattune.collectors.device.Finding;
import io.wattune.collectors.device.FoundDevice;
import io.wattune.collectors.device.MissingInputs;
import io.wattune.collectors.device.OwnWorkSignal;
import io.wattune.collectors.device.PollRates;
import io.wattune.collectors.rocprofiler.RocprofilerCounters;
import io.wattune.collectors.sysfs.SysTree;
import io.wattune.core.device.Signal;
import io.wattune.core.device.SignalUnit;
import io.wattune.core.mask.CuLayout;
import io.wattune.core.mask.CuMask;
import io.wattune.core.mask.CuPlacement;
import io.wattune.core.tunable.Tunable;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.function.Function;
import java.util.stream.Collectors;

/** Looks for GPUs, and says of each what it gives, what is missing and what to do about it. */
final class AmdFinder {
  private static final long PERIOD_NANOS = AmdKind.PERIOD_MILLIS * AmdKind.NANOS_PER_MILLI;

  private final SysTree tree;

  AmdFinder(SysTree tree) {
    this.tree = tree;
  }

  Discovery find() {
    List<AmdCard> cards = AmdCard.all(tree);
    if (cards.isEmpty()) {
      return new Discovery(
          List.of(), List.of(Finding.note("no AMD GPU is in " + tree.path("class/drm"))));
    }
    List<FoundDevice> devices = new ArrayList<>();
    List<Finding> findings = new ArrayList<>();
    for (AmdCard card : cards) {
      if (Apu.isCountedByItsCpu(card)) {
        findings.add(
            Finding.note(
                "the GPU at "
                    + card.address()
                    + " is not listed, so that nothing is counted twice: it is a part of a processor"
                    + " (APU), and its power is the whole chip's, which the CPU package's counter"
                    + " has; a node's file may name it in place of that"));
      } else {
        devices.add(found(card));
      }
    }
    return new Discovery(devices, findings);
  }

  private FoundDevice found(AmdCard card) {
    List<Finding> findings = new ArrayList<>();
    if (card.uniqueId().isEmpty()) {
      findings.add(
          Finding.note(
              "the GPU at "
                  + card.address()
                  + " has no unique_id: its address is its id, which changes with the slot"));
    }
    if (Apu.isIt(card)) {
      findings.add(
          Finding.note(
              "it is a part of a processor (APU): its power is the whole chip's, the CPU's cores"
                  + " included; leave the CPU's package out of the node's file, or it is counted"
                  + " twice"));
    }
    boolean isAsleep = card.isAsleep();
    if (isAsleep) {
      findings.add(
          Finding.note(
              "the GPU at "
                  + card.address()
                  + " is asleep: its driver answers nothing before something uses it; it is read"
                  + " from then on, and only then seen what it can be set to"));
    }
    List<Signal> signals = signals(card, isAsleep, findings);
    List<Tunable> tunables = isAsleep ? List.of() : tunables(card, findings);
    List<CounterDescriptor> offers = new AmdCounters(() -> card).offers();
    findings.addAll(MissingInputs.of(withTheProfilers(card, offers)));
    findings.add(OwnWorkSignal.of(offers));
    return new FoundDevice(
        AmdKind.NAME,
        card.uniqueId().orElse(card.address()),
        Map.of(AmdKind.ADDRESS, card.address()),
        AmdKind.NAME,
        card.model(),
        card.driver(),
        signals,
        tunables,
        offers.stream().filter(CounterDescriptor::isGiven).map(CounterDescriptor::counter).toList(),
        findings);
  }

  /** What a profiler does not count on this GPU either has the profiler's reason. */
  private static List<CounterDescriptor> withTheProfilers(
      AmdCard card, List<CounterDescriptor> offers) {
    Map<String, CounterDescriptor> missing =
        KfdNode.of(card).flatMap(KfdNode::architecture).stream()
            .flatMap(architecture -> RocprofilerCounters.offers(architecture).stream())
            .filter(offer -> !offer.isGiven())
            .collect(Collectors.toMap(CounterDescriptor::counter, Function.identity()));
    return offers.stream().map(offer -> missing.getOrDefault(offer.counter(), offer)).toList();
  }

  private static List<Signal> signals(AmdCard card, boolean isAsleep, List<Finding> findings) {
    List<Signal> signals = new ArrayList<>();
    for (String name : AmdSource.SIGNALS) {
      card.sensor(name)
          .ifPresent(file -> signals.add(new Signal(name, SignalUnit.MICROWATTS, PERIOD_NANOS)));
    }
    if (signals.isEmpty()) {
      findings.add(
          Finding.missing(
              "no sensor of power is in " + card.file("hwmon"),
              "read this GPU on the host: virtual functions have none"));
    }
    if (!signals.isEmpty()
        && card.sensor(signals.get(0).name())
            .filter(file -> card.tree().numberIfAny(file).orElse(1) == 0)
            .isPresent()) {
      findings.add(
          Finding.note(
              "power reads 0 W, as that of the second die of a board of two does: its power is"
                  + " counted at the first"));
    }
    if (!signals.isEmpty()) {
      findings.add(PollRates.finding(card.model(), signals.get(0)));
    }
    if (!isAsleep) {
      AmdSource.energySignal(card, PERIOD_NANOS).ifPresent(signals::add);
      energyFindings(card, findings);
    }
    return signals;
  }

  private static void energyFindings(AmdCard card, List<Finding> findings) {
    Path metrics = card.file(AmdSource.METRICS);
    if (!card.tree().isThere(metrics)) {
      findings.add(Finding.note("there is no " + metrics + ": energy is taken from power alone"));
      return;
    }
    try {
      byte[] table = card.tree().bytes(metrics);
      if (!EnergyField.isThere(table)) {
        findings.add(
            Finding.note(
                "gpu_metrics "
                    + EnergyField.version(table)
                    + " has no energy accumulator: energy is taken from power alone"));
        return;
      }
      OptionalLong now = EnergyField.microjoules(table);
      if (now.isEmpty()) {
        findings.add(Finding.note("the energy accumulator in " + metrics + " has no value now"));
      } else if (now.getAsLong() == 0) {
        findings.add(
            Finding.note(
                "the energy accumulator in "
                    + metrics
                    + " stands at 0, as some GPUs never fill it: energy is taken from power"));
      } else if (!EnergyField.isStepStated(table)) {
        findings.add(
            Finding.note(
                "gpu_metrics "
                    + EnergyField.version(table)
                    + " does not state the step of its energy accumulator; 2^-16 J is taken, and the"
                    + " ledger flags it where power disagrees"));
      }
    } catch (DeviceException e) {
      findings.add(
          Finding.missing(
              String.valueOf(e.getMessage()), "use a version of Wattune that knows this layout"));
    }
  }

  private List<Tunable> tunables(AmdCard card, List<Finding> findings) {
    Path level = card.file(PerformanceLevel.FILE);
    try {
      List<Control> controls = AmdControls.open("", card).controls();
      if (controls.isEmpty()) {
        findings.add(
            Finding.missing(
                "the driver offers neither clock levels nor a power cap for this GPU",
                "set its clocks on the host: virtual functions cannot"));
      } else if (card.tree().isThere(level) && !tree.files().isWritable(level)) {
        findings.add(
            Finding.note(
                "clocks and limits are only set by root: the writer needs it, not the agent"));
      }
      levelFindings(card, findings);
      clockFindings(card, findings);
      maskFinding(card, findings);
      return controls.stream()
          .filter(control -> control.whyNotTuned() == null)
          .map(Control::tunable)
          .toList();
    } catch (DeviceException e) {
      findings.add(
          Finding.broken(String.valueOf(e.getMessage()), "look into the kernel's log of amdgpu"));
      return List.of();
    }
  }

  private static void levelFindings(AmdCard card, List<Finding> findings) {
    for (String file : List.of(AmdControls.CORE_LEVELS, AmdControls.MEMORY_LEVELS)) {
      card.tree()
          .textIfAny(card.file(file))
          .filter(text -> !DpmLevels.areIn(text))
          .ifPresent(
              text ->
                  findings.add(
                      Finding.missing(
                          "the clock levels in " + card.file(file) + " are not understood",
                          "use a version of Wattune that knows them")));
    }
  }

  private static void maskFinding(AmdCard card, List<Finding> findings) {
    KfdNode.of(card)
        .filter(node -> node.layout().isPresent())
        .ifPresent(
            node -> {
              CuLayout layout = node.layout().orElseThrow();
              int together = layout.together();
              int half = Math.max(1, layout.units() / 2 / together) * together;
              findings.add(
                  Finding.note(
                      ("it has %s compute units in %s engines; a mask of them is set when "
                              + "a program is launched, half of them spread evenly by %s=%s, and "
                              + "nothing can change it while the program runs")
                          .formatted(
                              layout.units(),
                              layout.engines(),
                              CuMask.HSA_VARIABLE,
                              CuMask.of(layout, CuPlacement.DISTRIBUTED, half)
                                  .hsaText(node.index()))));
            });
  }

  private static void clockFindings(AmdCard card, List<Finding> findings) {
    String level = card.tree().textIfAny(card.file(PerformanceLevel.FILE)).orElse("");
    if (level.startsWith("profile_")) {
      findings.add(
          Finding.missing(
              "the performance level is '"
                  + level
                  + "', which turns clock and power gating off: energy cannot be compared with other"
                  + " levels, and clocks are not tuned",
              "write auto to " + card.file(PerformanceLevel.FILE)));
    } else if (!level.isEmpty() && AmdControls.obstacle(card, level) != null) {
      findings.add(
          Finding.missing(
              "clocks are not tuned: the performance level is '"
                  + level
                  + "', and what it allows cannot be put back",
              "write auto to " + card.file(PerformanceLevel.FILE)));
    }
  }
}
