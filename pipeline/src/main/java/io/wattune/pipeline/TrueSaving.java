package io.wattune.pipeline;

/**
 * What the simulated GPUs really took while they had other settings than their own.
 *
 * @param joules energy that they took
 * @param ownJoules energy that the same work would have taken at own settings
 */
public record TrueSaving(double joules, double ownJoules) {
  static final TrueSaving NONE = new TrueSaving(0, 0);

  TrueSaving plus(double moreJoules, double moreOwnJoules) {
    return new TrueSaving(joules + moreJoules, ownJoules + moreOwnJoules);
  }

  double savedJoules() {
    return ownJoules - joules;
  }

  /** Of what own settings would have taken; 0 where nothing ran at others. */
  public double share() {
    return ownJoules == 0 ? 0 : savedJoules() / ownJoules;
  }
}
