package io.wattune.evaluation.harmonia;

/**
 * How late settings follow.
 *
 * @param decisionNanos from the end of an invocation to when what it leads to is wished
 * @param switchingNanos from a wish to when the hardware has followed
 */
public record SettingDelays(long decisionNanos, long switchingNanos) {
  /** At kernel boundaries and at once: the paper counts neither. */
  public static final SettingDelays NONE = new SettingDelays(0, 0);
}
