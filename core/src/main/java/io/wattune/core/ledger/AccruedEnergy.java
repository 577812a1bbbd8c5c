package io.wattune.core.ledger;

/**
 * What an activity has been given so far, piece by piece.
 *
 * @param microjoules its energy
 * @param rawMicrojoules its part of the plain integral of the readings
 * @param nanos seen time, each piece times the activity's fraction of it
 * @param processMicrojoules what its children of that level were given within it
 * @param kernelMicrojoules the same of kernels
 * @param requestMicrojoules the same of requests
 * @param childLevels bit by bit, the levels of which it has had children
 */
public record AccruedEnergy(
    long microjoules,
    long rawMicrojoules,
    double nanos,
    long processMicrojoules,
    long kernelMicrojoules,
    long requestMicrojoules,
    int childLevels) {

  public static final AccruedEnergy NOTHING = new AccruedEnergy(0, 0, 0, 0, 0, 0, 0);

  public AccruedEnergy plus(long energy, long raw, double sharedNanos) {
    return new AccruedEnergy(
        microjoules + energy,
        rawMicrojoules + raw,
        nanos + sharedNanos,
        processMicrojoules,
        kernelMicrojoules,
        requestMicrojoules,
        childLevels);
  }

  public AccruedEnergy plusChild(int level, long energy) {
    return new AccruedEnergy(
        microjoules,
        rawMicrojoules,
        nanos,
        processMicrojoules + (level == Book.PROCESS.level() ? energy : 0),
        kernelMicrojoules + (level == Book.KERNEL.level() ? energy : 0),
        requestMicrojoules + (level == Book.REQUEST.level() ? energy : 0),
        childLevels | 1 << level);
  }

  public boolean hasChildren() {
    return childLevels != 0;
  }

  /** The energy less that of the children of the nearest level that has any. */
  public long unexplainedMicrojoules() {
    int level = Integer.numberOfTrailingZeros(childLevels);
    long children =
        level == Book.PROCESS.level()
            ? processMicrojoules
            : level == Book.KERNEL.level() ? kernelMicrojoules : requestMicrojoules;
    return microjoules - children;
  }
}
