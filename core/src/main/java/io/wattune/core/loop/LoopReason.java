package io.wattune.core.loop;

/** Why a loop sends something though no policy has decided anew: stable codes, for counting. */
public final class LoopReason {
  /** The same settings for longer. */
  public static final String RENEWED = "renewed";

  /** What guards or a lost decision have held back before. */
  public static final String APPROACH = "approach";

  /** Another phase of the program runs, for which something else was found. */
  public static final String PHASE = "phase";

  /** The program does something else than before, and it is not known yet what. */
  public static final String PHASE_UNKNOWN = "phase-unknown";

  /** No work of the program has come for so long that it may have ended. */
  public static final String SILENT = "silent";

  /** The thermal guard allows more or less than before. */
  public static final String THERMAL = "thermal";

  private LoopReason() {}
}
