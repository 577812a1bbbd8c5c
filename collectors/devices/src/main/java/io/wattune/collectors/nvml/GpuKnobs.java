package io.wattune.collectors.nvml;

import io.wattune.collectors.device.Finding;
import io.wattune.collectors.nvml.library.ClockDomain;
import io.wattune.collectors.nvml.library.Nvml;
import io.wattune.collectors.nvml.library.NvmlException;
import io.wattune.collectors.nvml.library.NvmlNumber;
import io.wattune.collectors.nvml.library.NvmlPair;
import io.wattune.core.tunable.Tunable;
import io.wattune.core.tunable.TunableName;
import io.wattune.core.tunable.TunableUnit;
import io.wattune.core.tunable.ValueGrid;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/**
 * Finds out what can be set on a GPU, by reading alone. A clock's value is the highest that the
 * clock may go to; the range below it stays open, so that an idle GPU still clocks down. So the
 * highest value of the list means the same as no lock, and is how a GPU without one is written in
 * journals. A knob that the GPU does not have is absent, with a finding; so is one of which the
 * driver says neither yes nor no, and then there is a {@link #doubt}.
 */
final class GpuKnobs {
  /** Power limits are set in whole watts. */
  private static final int STEP_MILLIWATTS = 1000;

  private final Nvml nvml;
  private final long gpu;
  private final List<GpuKnob> knobs = new ArrayList<>();
  private final List<Finding> findings = new ArrayList<>();
  private @Nullable NvmlException doubt;

  private GpuKnobs(Nvml nvml, long gpu) {
    this.nvml = nvml;
    this.gpu = gpu;
  }

  /**
   * Asks.
   *
   * @param ownCore what the core clock is locked to before Wattune, where the node's file says it
   * @param ownMemory the same of the memory clock
   */
  static GpuKnobs of(Nvml nvml, long gpu, OptionalLong ownCore, OptionalLong ownMemory)
      throws NvmlException {
    var found = new GpuKnobs(nvml, gpu);
    if (found.isGuest()) {
      found.missing(
          "settings", "this machine is a guest with a share of the GPU", "set on the host");
      return found;
    }
    found.clocks(ownCore, ownMemory);
    found.powerLimit();
    return found;
  }

  List<GpuKnob> knobs() {
    return knobs;
  }

  /** What is missing. */
  List<Finding> findings() {
    return findings;
  }

  /**
   * What the driver has answered in place of yes or no: knobs may be there that are missing here.
   */
  @Nullable NvmlException doubt() {
    return doubt;
  }

  private boolean isGuest() throws NvmlException {
    return ask(NvmlNumber.VIRTUALIZATION).orElse(0) == Nvml.VIRTUALIZATION_VGPU;
  }

  private void clocks(OptionalLong ownCore, OptionalLong ownMemory) throws NvmlException {
    List<Long> memory = list(() -> nvml.memoryClocks(gpu));
    List<Long> core =
        memory.isEmpty()
            ? List.of()
            : list(() -> nvml.coreClocks(gpu, memory.get(memory.size() - 1).intValue()));
    // A library that does not know the chip says a number above all that it knows.
    long architecture = ask(NvmlNumber.ARCHITECTURE).orElse(0);
    if (core.isEmpty() || architecture < Nvml.ARCHITECTURE_VOLTA) {
      missing(
          TunableName.CORE_CLOCK,
          "NVIDIA locks clocks from Volta on, and this GPU or driver does not list any",
          "use the power limit");
    } else {
      add(
          TunableName.CORE_CLOCK,
          TunableUnit.MEGAHERTZ,
          ValueGrid.of(core),
          ownCore,
          ClockDomain.CORE);
    }
    if (memory.size() < 2 || architecture < Nvml.ARCHITECTURE_AMPERE) {
      missing(
          TunableName.MEMORY_CLOCK,
          memory.size() == 1
              ? "its memory has one clock"
              : "NVIDIA locks memory clocks from Ampere on",
          "use the other knobs");
    } else {
      add(
          TunableName.MEMORY_CLOCK,
          TunableUnit.MEGAHERTZ,
          ValueGrid.of(memory),
          ownMemory,
          ClockDomain.MEMORY);
    }
  }

  private void powerLimit() throws NvmlException {
    OptionalLong now = ask(NvmlNumber.POWER_LIMIT);
    var range = new NvmlPair.Numbers[1];
    if (isGiven(() -> range[0] = nvml.pair(gpu, NvmlPair.POWER_LIMITS))
        && now.isPresent()
        && range[0].first() > 0
        && range[0].first() <= range[0].second()) {
      var grid = ValueGrid.evenly(range[0].first(), range[0].second(), STEP_MILLIWATTS);
      knobs.add(
          new GpuKnob(
              new Tunable(TunableName.POWER_LIMIT, TunableUnit.MILLIWATTS, grid, now, false),
              null));
      return;
    }
    missing(TunableName.POWER_LIMIT, "the GPU's power limit cannot be set", "use the other knobs");
  }

  private void add(
      String name, TunableUnit unit, ValueGrid grid, OptionalLong own, ClockDomain clock) {
    knobs.add(new GpuKnob(new Tunable(name, unit, grid, own, false), clock));
  }

  private void missing(String name, String why, String remedy) {
    findings.add(Finding.missing("no " + name + ": " + why, remedy));
  }

  private OptionalLong ask(NvmlNumber number) throws NvmlException {
    var answer = new long[1];
    boolean isGiven = isGiven(() -> answer[0] = nvml.number(gpu, number, 0));
    return isGiven ? OptionalLong.of(answer[0]) : OptionalLong.empty();
  }

  /** A list of clocks of the driver. */
  private interface Clocks {
    int[] ask() throws NvmlException;
  }

  private List<Long> list(Clocks clocks) throws NvmlException {
    var answer = new int[1][0];
    boolean unused = isGiven(() -> answer[0] = clocks.ask());
    return ascending(answer[0]);
  }

  /** Whether it is given; where the driver does not say, that is kept and taken for a no. */
  private boolean isGiven(Question question) throws NvmlException {
    try {
      return question.isGiven();
    } catch (NvmlException e) {
      if (e.code().isLoss()) {
        throw e;
      }
      doubt = e;
      return false;
    }
  }

  private static List<Long> ascending(int[] clocks) {
    return Arrays.stream(clocks).distinct().sorted().asLongStream().boxed().toList();
  }
}
