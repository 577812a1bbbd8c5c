package io.wattune.testbed.gpu;

import io.wattune.core.counter.CounterReading;
import io.wattune.core.ledger.Activity;
import io.wattune.testbed.register.ControlRegisters;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** A simulated GPU with its registers in a folder, and what it has told so far. */
final class Simulation {
  static final long SECOND = 1_000_000_000L;
  static final long MILLI = 1_000_000L;

  /** A time that is no whole second. */
  static final long START = 1_800_000_000L * SECOND + 123_456_789L;

  final SimulatedGpu gpu;
  final ControlRegisters registers;
  final List<Activity> started = new ArrayList<>();
  final List<Activity> ended = new ArrayList<>();
  final List<CounterReading> counters = new ArrayList<>();

  Simulation(Path folder, GpuModel model, Workload workload, long seed) throws IOException {
    Files.createDirectories(folder);
    registers = ControlRegisters.create(folder.resolve("gpu" + seed), "n1/gpu0", model.tunables());
    gpu = new SimulatedGpu(model, workload, registers, START, seed);
  }

  /** Advances to a time after the start, and takes the events. */
  void advance(long sinceStartNanos) {
    gpu.advanceTo(START + sinceStartNanos);
    drain();
  }

  /** Takes the events up to the last advance. */
  void drain() {
    gpu.drain(activity -> (activity.hasEnded() ? ended : started).add(activity), counters::add);
  }
}
