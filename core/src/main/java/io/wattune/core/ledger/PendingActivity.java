package io.wattune.core.ledger;

import org.jspecify.annotations.Nullable;

/**
 * An activity whose entry is not final.
 *
 * @param activity the activity as it was last sent
 * @param start the books at its start, once that has left the horizon; null before
 * @param revision revision of its next entry
 * @param reported whether an entry has been put out since the activity last changed
 */
public record PendingActivity(
    Activity activity, @Nullable LedgerPoint start, int revision, boolean reported) {

  static PendingActivity of(Activity activity) {
    return new PendingActivity(activity, null, 0, false);
  }

  PendingActivity changedTo(Activity newer) {
    return new PendingActivity(newer, start, revision, false);
  }

  PendingActivity anchoredAt(LedgerPoint point) {
    return new PendingActivity(activity, point, revision, reported);
  }

  PendingActivity afterReport() {
    return new PendingActivity(activity, start, revision + 1, true);
  }
}
