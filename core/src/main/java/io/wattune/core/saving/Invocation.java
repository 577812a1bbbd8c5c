package io.wattune.core.saving;

import io.wattune.core.Quality;
import io.wattune.core.ledger.entry.LedgerEntry;
import org.jspecify.annotations.Nullable;

/** One invocation of a kernel that may still change. */
final class Invocation {
  private final String entryId;
  private final String activityId;
  private final String kernel;
  private final int revision;
  private final long startNanos;
  private final long endNanos;
  private final long microjoules;
  private final long errorMicrojoules;
  private final long commonMicrojoules;
  private Quality quality;
  private final String profileId;

  private double work;
  private double guard;
  private @Nullable SettingsDuring standing;

  Invocation(LedgerEntry entry, String activityId, String kernel) {
    this.entryId = entry.entryId();
    this.activityId = activityId;
    this.kernel = kernel;
    this.revision = entry.revision();
    this.startNanos = entry.startNanos();
    this.endNanos = entry.endNanos();
    this.microjoules = entry.energyMicrojoules();
    this.errorMicrojoules = entry.standardErrorMicrojoules();
    this.commonMicrojoules = entry.scaleErrorMicrojoules();
    this.quality = entry.quality();
    this.profileId = entry.profileId();
  }

  String entryId() {
    return entryId;
  }

  String activityId() {
    return activityId;
  }

  String kernel() {
    return kernel;
  }

  int revision() {
    return revision;
  }

  long startNanos() {
    return startNanos;
  }

  long endNanos() {
    return endNanos;
  }

  long lengthNanos() {
    return endNanos - startNanos;
  }

  double seconds() {
    return lengthNanos() * 1e-9;
  }

  double joules() {
    return microjoules * 1e-6;
  }

  /** What is common to the device's entries. */
  double commonJoules() {
    return commonMicrojoules * 1e-6;
  }

  /** What is not, squared. */
  double independentVariance() {
    double error = errorMicrojoules * 1e-6;
    double common = commonJoules();
    return Math.max(0, error * error - common * common);
  }

  Quality quality() {
    return quality;
  }

  /**
   * Whether anything is known of its energy: no gap, and more than none at two standard errors. On
   * a sensor that has not been learned a short one may have an error as large as itself; a sum with
   * it would say nothing of the others.
   */
  boolean isEnergyKnown() {
    return quality.compareTo(Quality.GAP) < 0 && 2 * errorMicrojoules <= microjoules;
  }

  String profileId() {
    return profileId;
  }

  /**
   * Its work only stands for what was delivered.
   *
   * @param guard by how much the work was taken smaller than the counters say, to be safe
   */
  void estimated(double guard) {
    quality = quality.worst(Quality.ESTIMATED);
    this.guard = guard;
  }

  /** By how much its work may be larger than what it is taken for. */
  double guard() {
    return guard;
  }

  boolean hasWork() {
    return work > 0;
  }

  /** Work that it has delivered; 0 while that has not been reported. */
  double work() {
    return work;
  }

  void work(double delivered) {
    work = delivered;
  }

  /** What was in force; null until it is said, and after {@link #reconsider}. */
  @Nullable SettingsDuring standing() {
    return standing;
  }

  void standing(SettingsDuring said) {
    standing = said;
  }

  /** What is known of settings has changed. */
  void reconsider() {
    standing = null;
  }

  Amount amount() {
    boolean isKnown = quality != Quality.INVALID;
    return new Amount(1, seconds(), isKnown ? joules() : 0);
  }
}
