package io.wattune.core.ledger.entry;

import io.wattune.core.Quality;
import io.wattune.core.ledger.Activity;
import io.wattune.core.ledger.Book;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A ledger entry in the making: at first revision 0 of an interval of which nothing was seen. */
public final class EntryDraft {
  private final String entryId;
  private final Book book;
  private final String device;
  private final String signal;
  private final long startNanos;
  private final long endNanos;
  private int revision;
  private int clockSetBacks;
  private boolean isFinal;
  private @Nullable String activityId;
  private @Nullable String parentId;
  private @Nullable String name;
  private Map<String, String> labels = Map.of();
  private long energyMicrojoules;
  private long rawMicrojoules;
  private long errorMicrojoules;
  private long scaleErrorMicrojoules;
  private double coverage;
  private Quality quality = Quality.INVALID;
  private String profileId = "";
  private @Nullable Attribution attribution;
  private @Nullable CounterEnergy counter;
  private @Nullable Long integralMicrojoules;

  public EntryDraft(
      String entryId, Book book, String device, String signal, long startNanos, long endNanos) {
    this.entryId = entryId;
    this.book = book;
    this.device = device;
    this.signal = signal;
    this.startNanos = startNanos;
    this.endNanos = endNanos;
  }

  public EntryDraft revision(int number, int setBacks, boolean isLast) {
    revision = number;
    clockSetBacks = setBacks;
    isFinal = isLast;
    return this;
  }

  public EntryDraft of(Activity activity) {
    return activity(activity.activityId(), activity.parentId(), activity.name(), activity.labels());
  }

  public EntryDraft activity(
      @Nullable String id,
      @Nullable String parent,
      @Nullable String itsName,
      Map<String, String> itsLabels) {
    activityId = id;
    parentId = parent;
    name = itsName;
    labels = itsLabels;
    return this;
  }

  /** Energy by true power, and by the readings as they are. */
  public EntryDraft energy(long microjoules, long raw) {
    energyMicrojoules = microjoules;
    rawMicrojoules = raw;
    return this;
  }

  /** The standard error of the energy, and the part of it that is common to the device. */
  public EntryDraft error(long microjoules, long common) {
    errorMicrojoules = microjoules;
    scaleErrorMicrojoules = common;
    return this;
  }

  public EntryDraft seen(double share, Quality worst, String profile) {
    coverage = share;
    quality = worst;
    profileId = profile;
    return this;
  }

  public EntryDraft attribution(@Nullable Attribution shared) {
    attribution = shared;
    return this;
  }

  /** What the device's counter says, and the readings alone where it was taken. */
  public EntryDraft counter(@Nullable CounterEnergy counted, @Nullable Long integral) {
    counter = counted;
    integralMicrojoules = integral;
    return this;
  }

  public LedgerEntry entry() {
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
        energyMicrojoules,
        rawMicrojoules,
        errorMicrojoules,
        scaleErrorMicrojoules,
        coverage,
        quality,
        profileId,
        attribution,
        counter,
        integralMicrojoules,
        clockSetBacks);
  }
}
