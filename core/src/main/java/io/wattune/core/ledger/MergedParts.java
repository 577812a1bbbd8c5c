package io.wattune.core.ledger;

import java.util.Arrays;

/**
 * The activities that one entry stands for, as five numbers each: a hash of the id, start, end, and
 * what they compete with. Never changed: a change makes a copy, so that hosts may share it.
 *
 * @param columns {@value #COLUMNS} numbers a part, in order of arrival
 */
@SuppressWarnings("ArrayRecordComponent") // Owned by who made it, never changed nor compared.
public record MergedParts(long[] columns) {
  /** An entry stands for no more. */
  public static final int MOST = 256;

  /** Parts start within so long. */
  public static final long CELL_NANOS = 10_000_000_000L;

  private static final int COLUMNS = 5;
  private static final int START = 1;
  private static final int END = 2;
  private static final int WEIGHT = 3;
  private static final int WORK = 4;

  public static final MergedParts NONE = new MergedParts(new long[0]);

  /** Receives the time of a part. */
  public interface Visitor {
    void part(long startNanos, long endNanos);
  }

  /** Start of the ten seconds of a time. */
  public static long cellOf(long timeNanos) {
    return Math.floorDiv(timeNanos, CELL_NANOS) * CELL_NANOS;
  }

  /** The id of an entry that stands for others, without its number. */
  static String idBegin(String id) {
    return id.substring(0, id.lastIndexOf('-') + 1);
  }

  /** The number in the id of an entry that stands for others. */
  static int number(String id) {
    return Integer.parseInt(id.substring(id.lastIndexOf('-') + 1));
  }

  public int count() {
    return columns.length / COLUMNS;
  }

  public long startNanos(int part) {
    return columns[COLUMNS * part + START];
  }

  public long endNanos(int part) {
    return columns[COLUMNS * part + END];
  }

  /** Its declared weight; NaN where none was. */
  double weight(int part) {
    return Double.longBitsToDouble(columns[COLUMNS * part + WEIGHT]);
  }

  /** Its work; NaN where it is not known. */
  double work(int part) {
    return Double.longBitsToDouble(columns[COLUMNS * part + WORK]);
  }

  /** The latest end; {@link Activity#RUNNING} where one runs. */
  public long lastEndNanos() {
    long last = Long.MIN_VALUE;
    for (int part = 0; part < count(); part++) {
      last = Math.max(last, endNanos(part));
    }
    return last;
  }

  /** The newest part of an id's hash; -1 where there is none. */
  public int find(long idHash) {
    int part = count() - 1;
    while (part >= 0 && columns[COLUMNS * part] != idHash) {
      part--;
    }
    return part;
  }

  /** With one more. */
  public MergedParts and(Activity activity) {
    long[] more = Arrays.copyOf(columns, columns.length + COLUMNS);
    more[columns.length] = Hash.of(activity.activityId());
    return put(more, count(), activity);
  }

  /** With another version of a part. */
  public MergedParts with(int part, Activity activity) {
    return put(columns.clone(), part, activity);
  }

  /** With an end for all that still run. */
  MergedParts endedAt(long endNanos) {
    long[] ended = columns.clone();
    for (int at = END; at < ended.length; at += COLUMNS) {
      long start = ended[at - END + START];
      ended[at] = ended[at] == Activity.RUNNING ? Math.max(start + 1, endNanos) : ended[at];
    }
    return new MergedParts(ended);
  }

  private static MergedParts put(long[] columns, int part, Activity activity) {
    int at = COLUMNS * part;
    Double weight = activity.weight();
    Double work = activity.work();
    columns[at + START] = activity.startNanos();
    columns[at + END] = activity.endNanos();
    columns[at + WEIGHT] = Double.doubleToLongBits(weight == null ? Double.NaN : weight);
    columns[at + WORK] = Double.doubleToLongBits(work == null ? Double.NaN : work);
    return new MergedParts(columns);
  }

  /** A part as the activity that it was: all is the same of all parts but times and numbers. */
  public Activity of(Activity all, int part, String id) {
    double weight = weight(part);
    double work = work(part);
    return new Activity(
        all.device(),
        id,
        all.book(),
        all.name(),
        startNanos(part),
        endNanos(part),
        all.parentId(),
        all.labels(),
        Double.isNaN(weight) ? null : (Double) weight,
        Double.isNaN(work) ? null : (Double) work);
  }
}
