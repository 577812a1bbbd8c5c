package io.wattune.core.loop;

import org.jspecify.annotations.Nullable;

/** Where the records of a program's phases begin and end. */
interface PhaseRecords {
  /** Null if the policy wants nothing of it. */
  @Nullable ProgramRecord begin(String name);

  void drop(String name);
}
