package io.wattune.collectors.run;

import org.jspecify.annotations.Nullable;

/** Recognises progress in the lines of a command, and counts. For one thread at a time. */
public interface ProgressFormat {
  /** Takes a line, without its end. */
  void line(String line, long nowNanos);

  /** Whether a line says something before it has ended. */
  boolean readsUnfinishedLines();

  /** What was counted; null before anything was recognised. */
  @Nullable ProgressReport newest();

  /** What is wrong with the recognition itself; empty where nothing is. */
  String fault();
}
