package io.wattune.testbed.register;

import java.lang.invoke.VarHandle;
import java.util.Optional;

/**
 * The name of the activity that runs now, under a sequence lock: one process writes, any number
 * reads, nobody waits. A writer that died within a write leaves a name that nobody can read, until
 * the next writer sets one.
 */
final class ActivitySlot {
  private static final int TRIES = 1_000;

  private final MappedSlots slots;
  private volatile Seen seen = new Seen(-1, Optional.empty());

  ActivitySlot(MappedSlots slots) {
    this.slots = slots;
  }

  /** Sets the name; an empty one says that nothing runs. By the simulator's thread alone. */
  void set(String name) {
    long odd = slots.get(RegisterLayout.ACTIVITY_LOCK) | 1;
    slots.set(RegisterLayout.ACTIVITY_LOCK, odd);
    VarHandle.fullFence();
    try {
      slots.setText(RegisterLayout.ACTIVITY, name, RegisterLayout.ACTIVITY_BYTES);
    } finally {
      slots.set(RegisterLayout.ACTIVITY_LOCK, odd + 1);
    }
  }

  /** The name; empty where nothing runs or where it cannot be read now. */
  Optional<String> name() {
    for (int i = 0; i < TRIES; i++) {
      long before = slots.get(RegisterLayout.ACTIVITY_LOCK);
      Seen last = seen;
      if (last.lock == before) {
        return last.name;
      }
      if ((before & 1) == 0) {
        String name = slots.text(RegisterLayout.ACTIVITY, RegisterLayout.ACTIVITY_BYTES);
        VarHandle.fullFence();
        if (slots.get(RegisterLayout.ACTIVITY_LOCK) == before) {
          Optional<String> found = name.isEmpty() ? Optional.empty() : Optional.of(name);
          seen = new Seen(before, found);
          return found;
        }
      }
      Thread.onSpinWait();
    }
    return Optional.empty();
  }

  /** What was read last, and at which state of the lock: a name is decoded once. */
  private record Seen(long lock, Optional<String> name) {}
}
