package io.wattune.testbed.gpu;

import io.wattune.core.tunable.TunableName;
import io.wattune.testbed.register.ControlRegisters;

/**
 * The settings that hold, a while after the registers say so. A switch that is under way is
 * finished; a value that came meanwhile is the next switch.
 */
final class SwitchingSettings {
  private static final String[] NAMES = {
    TunableName.CU_COUNT, TunableName.CORE_CLOCK, TunableName.MEMORY_CLOCK
  };
  private static final long NEVER = Long.MAX_VALUE;

  private final ControlRegisters registers;
  private final Knob[] knobs;
  private final long delayNanos;

  /** Index of each knob in the registers; -1 for a constant. */
  private final int[] control = new int[NAMES.length];

  private final int[] current = new int[NAMES.length];
  private final int[] next = new int[NAMES.length];
  private final long[] switchNanos = {NEVER, NEVER, NEVER};
  private long nextNanos = NEVER;
  private KnobValues values;

  /** What the registers say at the start holds from the start. */
  SwitchingSettings(GpuModel model, ControlRegisters registers) {
    this.registers = registers;
    this.delayNanos = model.switchingDelayNanos();
    knobs = new Knob[] {model.cuCount(), model.coreClockMegaHertz(), model.memoryClockMegaHertz()};
    for (int k = 0; k < knobs.length; k++) {
      control[k] = knobs[k].isTunable() ? registers.control(NAMES[k]) : -1;
      current[k] = wanted(k);
    }
    values = new KnobValues(current[0], current[1], current[2]);
  }

  /** What holds now. */
  KnobValues values() {
    return values;
  }

  /** When the next switch is done; {@link Long#MAX_VALUE} where none is under way. */
  long nextNanos() {
    return nextNanos;
  }

  /** Looks at the registers, and begins to switch what differs. */
  void look(long nowNanos) {
    for (int k = 0; k < knobs.length; k++) {
      if (control[k] >= 0 && switchNanos[k] == NEVER) {
        int wanted = wanted(k);
        if (wanted != current[k]) {
          next[k] = wanted;
          switchNanos[k] = nowNanos + delayNanos;
          nextNanos = Math.min(nextNanos, switchNanos[k]);
        }
      }
    }
  }

  /** Ends the switches that are done by now. */
  void switchAt(long nowNanos) {
    nextNanos = NEVER;
    for (int k = 0; k < knobs.length; k++) {
      if (switchNanos[k] <= nowNanos) {
        current[k] = next[k];
        switchNanos[k] = NEVER;
      }
      nextNanos = Math.min(nextNanos, switchNanos[k]);
    }
    values = new KnobValues(current[0], current[1], current[2]);
  }

  private int wanted(int k) {
    long value = control[k] < 0 ? knobs[k].own() : registers.value(control[k]);
    return Math.toIntExact(knobs[k].physical(value));
  }
}
