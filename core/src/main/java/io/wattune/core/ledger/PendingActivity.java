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
 * @param isPrompt the newest news of it came within half the horizon: others may count on it
 */
public record PendingActivity(
    Activity activity,
    @Nullable LedgerPoint start,
    int revision,
    boolean reported,
    Accrued settled,
    @Nullable Accrued put,
    long putEndNanos,
    long mendMicrojoules,
    boolean endUnknown,
    boolean isPrompt) {

  /** Revision of one whose final entry has been put out. */
  private static final int DONE = -1;

  static PendingActivity of(Activity activity, int revision, boolean isPrompt) {
    return new PendingActivity(
        activity, null, revision, false, Accrued.NOTHING, null, Long.MIN_VALUE, 0, false, isPrompt);
  }

  PendingActivity changedTo(Activity newer, boolean newIsPrompt) {
    return new PendingActivity(
        newer,
        start,
        revision,
        false,
        settled,
        put,
        putEndNanos,
        mendMicrojoules,
        endUnknown,
        newIsPrompt);
  }

  /** The end came too late: it is taken to have ended where the horizon begins. */
  PendingActivity cutAt(long endNanos) {
    Activity cut = activity.between(activity.startNanos(), endNanos);
    return new PendingActivity(
        cut, start, revision, false, settled, put, putEndNanos, mendMicrojoules, true, false);
  }

  PendingActivity anchoredAt(LedgerPoint point) {
    return new PendingActivity(
        activity,
        point,
        revision,
        reported,
        settled,
        put,
        putEndNanos,
        mendMicrojoules,
        endUnknown,
        isPrompt);
  }

  PendingActivity settledTo(Accrued newSettled) {
    return new PendingActivity(
        activity,
        start,
        revision,
        reported,
        newSettled,
        put,
        putEndNanos,
        mendMicrojoules,
        endUnknown,
        isPrompt);
  }

  PendingActivity afterReport() {
    return new PendingActivity(
        activity,
        start,
        revision + 1,
        true,
        settled,
        put,
        putEndNanos,
        mendMicrojoules,
        endUnknown,
        isPrompt);
  }

  /** An entry of it has been put out, up to a time. */
  PendingActivity afterPut(Accrued said, long mend, long endNanos) {
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
        isPrompt);
  }

  /** Its final entry has been put out. */
  PendingActivity done() {
    return new PendingActivity(
        activity,
        start,
        DONE,
        true,
        settled,
        put,
        putEndNanos,
        mendMicrojoules,
        endUnknown,
        isPrompt);
  }

  boolean isDone() {
    return revision == DONE;
  }
}
