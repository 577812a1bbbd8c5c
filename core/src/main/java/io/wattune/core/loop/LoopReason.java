package io.wattune.core.loop;

/** Why a loop sends something though no policy has decided anew: stable codes, for counting. */
public final class LoopReason {
  /** The same settings for longer. */
  public static final String RENEWED = "renewed";

  /** What guards or a lost decision have held back before. */
  public static final String APPROACH = "approach";

  private LoopReason() {}
}
