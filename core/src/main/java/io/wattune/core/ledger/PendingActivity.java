package io.wattune.core.ledger;

import org.jspecify.annotations.Nullable;

/**
 * An activity whose entry is not final.
 *
 * @param activity the activity as it was last sent
 * @param start the books at its start, once that has left the horizon; null before
 * @param revision revision of its next entry
 * @param reported whether an entry has been put out since the activity last changed
 * @param settled what it was given of the time that has left the horizon
 * @param put what its newest entry said; null before the first, and where it does not compete
 * @param putEndNanos end of the interval of the newest entry
 * @param mendMicrojoules by how much the energy that its newest entry said is not what it was given
 * @param endUnknown its end came too late, and another one was taken
 * @param parts the activities that it stands for; null where it stands for itself
 * @param isPrompt the newest news of it came within half the horizon: others may count on it
 */
public record PendingActivity(
    Activity activity,
    @Nullable LedgerPoint start,
    int revision,
    boolean reported,
    AccruedEnergy settled,
    @Nullable AccruedEnergy put,
    long putEndNanos,
    long mendMicrojoules,
    boolean endUnknown,
    boolean isPrompt,
    @Nullable MergedParts parts) {

  /** Revision of one whose final entry has been put out. */
  private static final int DONE = -1;

  public static PendingActivity of(Activity activity, int revision, boolean isPrompt) {
    return new PendingActivity(
        activity,
        null,
        revision,
        false,
        AccruedEnergy.NOTHING,
        null,
        Long.MIN_VALUE,
        0,
        false,
        isPrompt,
        null);
  }

  /** It stands for other parts, and changes as a whole with them. */
  public PendingActivity merging(
      Activity all, @Nullable MergedParts newParts, boolean newIsPrompt) {
    return changed(all, newParts, newIsPrompt, endUnknown);
  }

  private PendingActivity changed(
      Activity newer, @Nullable MergedParts newParts, boolean newIsPrompt, boolean newEndUnknown) {
    return new PendingActivity(
        newer,
        start,
        revision,
        false,
        settled,
        put,
        putEndNanos,
        mendMicrojoules,
        newEndUnknown,
        newIsPrompt,
        newParts);
  }

  /** It has ended, with all that it stands for. */
  public PendingActivity endedAt(long endNanos) {
    Activity ended = activity.between(activity.startNanos(), endNanos);
    return parts == null
        ? changedTo(ended, isPrompt)
        : merging(ended, parts.endedAt(endNanos), isPrompt);
  }

  public MergedParts partsOrNone() {
    return parts == null ? MergedParts.NONE : parts;
  }

  /** Visits when it ran: once, or with each part. */
  public void visitRuns(MergedParts.Visitor visitor) {
    if (parts == null) {
      visitor.part(activity.startNanos(), activity.endNanos());
      return;
    }
    for (int part = 0; part < parts.count(); part++) {
      visitor.part(parts.startNanos(part), parts.endNanos(part));
    }
  }

  public PendingActivity changedTo(Activity newer, boolean newIsPrompt) {
    return merging(newer, parts, newIsPrompt);
  }

  /** The end came too late: it is taken to have ended where the horizon begins. */
  public PendingActivity cutAt(long endNanos) {
    Activity cut = activity.between(activity.startNanos(), endNanos);
    return changed(cut, parts == null ? null : parts.endedAt(endNanos), false, true);
  }

  public PendingActivity anchoredAt(LedgerPoint point) {
    return with(point, revision, reported, settled);
  }

  public PendingActivity settledTo(AccruedEnergy newSettled) {
    return with(start, revision, reported, newSettled);
  }

  public PendingActivity afterReport() {
    return with(start, revision + 1, true, settled);
  }

  /** An entry of it has been put out, up to a time. */
  public PendingActivity afterPut(AccruedEnergy said, long mend, long endNanos) {
    boolean whole = endNanos == activity.endNanos();
    return new PendingActivity(
        activity,
        start,
        revision + 1,
        reported || whole,
        settled,
        said,
        endNanos,
        mend,
        endUnknown,
        isPrompt,
        parts);
  }

  private PendingActivity with(
      @Nullable LedgerPoint newStart,
      int newRevision,
      boolean isReported,
      AccruedEnergy newSettled) {
    return new PendingActivity(
        activity,
        newStart,
        newRevision,
        isReported,
        newSettled,
        put,
        putEndNanos,
        mendMicrojoules,
        endUnknown,
        isPrompt,
        parts);
  }

  /** Its final entry has been put out. */
  public PendingActivity done() {
    return with(start, DONE, true, settled);
  }

  public boolean isDone() {
    return revision == DONE;
  }
}
