package io.wattune.core.ledger.entry;

import io.wattune.core.Quality;
import io.wattune.core.ledger.Activity;
import io.wattune.core.ledger.Book;
import io.wattune.core.power.ClockLife;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The energy of one activity or time window. Of entries with one id the newest revision holds.
 *
 * @param entryId {@code <book>/<device>/<signal>/<activityId or window start in ns>}
 * @param revision grows with each correction, from 0
 * @param isFinal nothing that comes within the horizon can change the entry any more
 * @param book the book it belongs to
 * @param device device id
 * @param signal the power signal that was integrated
 * @param activityId the activity; null for a time window
 * @param parentId the enclosing activity, where it was given
 * @param name the activity's name; null for a time window
 * @param labels the activity's owner labels
 * @param startNanos epoch nanoseconds, start
 * @param endNanos epoch nanoseconds, end, exclusive
 * @param energyMicrojoules energy of the true power
 * @param rawEnergyMicrojoules plain trapezoid of the readings as the sensor gave them
 * @param standardErrorMicrojoules standard error of the energy, everything included
 * @param scaleErrorMicrojoules the part of it that is common to entries of the device, and adds up
 *     in their sum: what comes from gain and offset, and, of activities that repeat and that the
 *     sensor cannot resolve, what comes from the level that they share
 * @param coverage share of the interval that the sensor's windows saw, 0..1
 * @param quality worst quality of what went in
 * @param profileId the sensor profile at the end of the interval
 * @param attribution how the energy was shared out; null for a time window and for a span
 * @param counter what the device's own energy counter says; null where it says nothing
 * @param integralMicrojoules energy by the readings alone, where that of the counter was taken for
 *     a second of the interval at least, being known better; null where the energy is that
 * @param clockSetBacks how often the device's clock had been set back when the entry was made
 */
public record LedgerEntry(
    String entryId,
    int revision,
    boolean isFinal,
    Book book,
    String device,
    String signal,
    @Nullable String activityId,
    @Nullable String parentId,
    @Nullable String name,
    Map<String, String> labels,
    long startNanos,
    long endNanos,
    long energyMicrojoules,
    long rawEnergyMicrojoules,
    long standardErrorMicrojoules,
    long scaleErrorMicrojoules,
    double coverage,
    Quality quality,
    String profileId,
    @Nullable Attribution attribution,
    @Nullable CounterEnergy counter,
    @Nullable Long integralMicrojoules,
    int clockSetBacks) {

  /** Whose it is, by the activity's owner labels; null where they name nobody. */
  public @Nullable String user() {
    return labels.get(Activity.USER);
  }

  /** Whether it is what no activity of its book took. */
  public boolean isRemainder() {
    return activityId == null && book.windowNanos() == 0;
  }

  /** Whether it is put out for the first time. */
  public boolean isFirstRevision() {
    return ClockLife.isFirst(revision);
  }

  /** How many activities it stands for. */
  public int activities() {
    return attribution == null ? 1 : attribution.activities();
  }

  /** For how long what it stands for ran, in seconds: where it is of several, as far as seen. */
  public double activeSeconds() {
    double seconds = (endNanos - startNanos) * 1e-9;
    return attribution == null || attribution.activities() == 1
        ? seconds
        : seconds * attribution.share();
  }

  /** The same entry with a part of its energy. */
  public LedgerEntry part(
      long microjoules,
      long rawMicrojoules,
      long errorMicrojoules,
      long newScaleErrorMicrojoules,
      Quality newQuality,
      Attribution newAttribution) {
    return with(
        new ShortEnergy(microjoules, errorMicrojoules, newScaleErrorMicrojoules, newQuality),
        rawMicrojoules,
        newAttribution,
        integralOf(microjoules));
  }

  /** The same entry, with another part of its error common to entries of the device. */
  public LedgerEntry withCommonError(long errorMicrojoules) {
    return withErrors(standardErrorMicrojoules, errorMicrojoules);
  }

  /** The same entry with another error, and another part of it common to entries of the device. */
  public LedgerEntry withErrors(long errorMicrojoules, long commonMicrojoules) {
    long common = Math.min(commonMicrojoules, errorMicrojoules);
    return with(new ShortEnergy(energyMicrojoules, errorMicrojoules, common, quality));
  }

  /** The same entry with another energy. */
  public LedgerEntry with(ShortEnergy other) {
    return with(
        other,
        rawEnergyMicrojoules,
        attribution,
        other.energyMicrojoules() == energyMicrojoules ? integralMicrojoules : null);
  }

  private LedgerEntry with(
      ShortEnergy other,
      long newRawMicrojoules,
      @Nullable Attribution newAttribution,
      @Nullable Long newIntegralMicrojoules) {
    return new LedgerEntry(
        entryId,
        revision,
        isFinal,
        book,
        device,
        signal,
        activityId,
        parentId,
        name,
        labels,
        startNanos,
        endNanos,
        other.energyMicrojoules(),
        newRawMicrojoules,
        other.standardErrorMicrojoules(),
        other.scaleErrorMicrojoules(),
        coverage,
        other.quality(),
        profileId,
        newAttribution,
        counter,
        newIntegralMicrojoules,
        clockSetBacks);
  }

  /** What the readings alone say of a part of the energy: the same part of what they say of all. */
  private @Nullable Long integralOf(long microjoules) {
    if (integralMicrojoules == null || microjoules == energyMicrojoules) {
      return integralMicrojoules;
    }
    return energyMicrojoules == 0
        ? null
        : (Long) Math.round((double) microjoules / energyMicrojoules * integralMicrojoules);
  }

  /** Energy over duration, in watts. */
  public double meanPowerWatts() {
    return energyMicrojoules * 1e-6 / ((endNanos - startNanos) * 1e-9);
  }
}
