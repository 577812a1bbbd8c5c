package io.wattune.replay.file;

import java.time.LocalDateTime;
import java.time.YearMonth;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.zone.ZoneOffsetTransition;
import java.time.zone.ZoneRules;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Time stamps of the form {@code 2023/07/13 18:15:32.351}, local time of one zone, to epoch
 * nanoseconds; what is finer than a microsecond is cut off.
 *
 * <p>When clocks go back an hour of stamps comes twice. The first pass is assumed until a stamp
 * would lie more than 10 s before the newest one of the file and the second pass would not: 10 s is
 * far more than rows of several GPUs differ, and far less than the hour.
 *
 * <p>The zone's offset is looked up once a minute of stamps, not once a stamp.
 */
final class LocalStamps {
  /** The field is not a time stamp. */
  static final long BAD = Long.MIN_VALUE;

  private static final long SECOND = 1_000_000_000L;
  private static final long BACKWARD_NANOS = 10 * SECOND;
  private static final int LENGTH_WITHOUT_FRACTION = 19;
  private static final int FIRST_YEAR = 1970;

  /** Epoch nanoseconds end in the year 2262. */
  private static final int LAST_YEAR = 2261;

  private final ZoneId zone;
  private final ZoneRules rules;
  private long cachedMinute = -1;
  private long firstPassNanos;
  private long secondPassNanos;
  private long newestNanos = BAD;
  private @Nullable String overlap;
  private boolean beganInOverlap;
  private @Nullable String gap;

  LocalStamps(ZoneId zone) {
    this.zone = zone;
    this.rules = zone.getRules();
  }

  /** Epoch nanoseconds of the stamp, or {@link #BAD}. */
  long parse(byte[] b, int start, int end) {
    if (!hasShape(b, start, end)) {
      return BAD;
    }
    int year = 100 * two(b, start) + two(b, start + 2);
    int month = two(b, start + 5);
    int day = two(b, start + 8);
    int hour = two(b, start + 11);
    int minute = two(b, start + 14);
    int second = two(b, start + 17);
    long micros = micros(b, start + LENGTH_WITHOUT_FRACTION, end);
    if (second > 59 || micros < 0) {
      return BAD;
    }
    long key = (((year * 100L + month) * 100 + day) * 100 + hour) * 100 + minute;
    if (key != cachedMinute && !lookUp(key, year, month, day, hour, minute)) {
      return BAD;
    }
    long inMinute = second * SECOND + micros * 1000;
    return choosePass(firstPassNanos + inMinute, secondPassNanos + inMinute);
  }

  /** What a person should know about stamps that the zone makes ambiguous or impossible. */
  List<String> notes() {
    var notes = new ArrayList<String>();
    if (overlap != null) {
      notes.add(
          ("clocks in %s went back at %s, so some time stamps name two times: the first "
                  + "was taken until time would have run backward, the second from then on%s")
              .formatted(
                  zone,
                  overlap,
                  beganInOverlap
                      ? "; the recording begins within that hour, so it may be off by it: give a fixed"
                          + " offset as time zone (for example +01:00) if so"
                      : ""));
    }
    if (gap != null) {
      notes.add(
          ("clocks in %s went forward at %s and never showed some of the time stamps; the "
                  + "offset from before was used; check the time zone")
              .formatted(zone, gap));
    }
    return notes;
  }

  private boolean lookUp(long key, int year, int month, int day, int hour, int minute) {
    if (year < FIRST_YEAR || year > LAST_YEAR || month < 1 || month > 12 || day < 1) {
      return false;
    }
    if (day > YearMonth.of(year, month).lengthOfMonth() || hour > 23 || minute > 59) {
      return false;
    }
    var local = LocalDateTime.of(year, month, day, hour, minute);
    ZoneOffset first;
    ZoneOffset second;
    List<ZoneOffset> offsets = rules.getValidOffsets(local);
    if (offsets.isEmpty()) {
      ZoneOffsetTransition transition = rules.getTransition(local);
      gap = transition.getDateTimeBefore().toString();
      first = transition.getOffsetBefore();
      second = first;
    } else {
      first = offsets.get(0);
      second = offsets.get(offsets.size() - 1);
    }
    if (!first.equals(second) && overlap == null) {
      overlap = rules.getTransition(local).getDateTimeBefore().toString();
      beganInOverlap = newestNanos == BAD;
    }
    firstPassNanos = local.toEpochSecond(first) * SECOND;
    secondPassNanos = local.toEpochSecond(second) * SECOND;
    cachedMinute = key;
    return true;
  }

  private long choosePass(long first, long second) {
    long earliest = newestNanos == BAD ? BAD : newestNanos - BACKWARD_NANOS;
    long chosen = first != second && first < earliest && second >= earliest ? second : first;
    newestNanos = Math.max(newestNanos, chosen);
    return chosen;
  }

  private static boolean hasShape(byte[] b, int start, int end) {
    int length = end - start;
    return (length == LENGTH_WITHOUT_FRACTION
            || (length > LENGTH_WITHOUT_FRACTION + 1
                && length <= LENGTH_WITHOUT_FRACTION + 10
                && b[start + LENGTH_WITHOUT_FRACTION] == '.'))
        && b[start + 4] == '/'
        && b[start + 7] == '/'
        && b[start + 10] == ' '
        && b[start + 13] == ':'
        && b[start + 16] == ':'
        && areDigits(b, start, 4)
        && areDigits(b, start + 5, 2)
        && areDigits(b, start + 8, 2)
        && areDigits(b, start + 11, 2)
        && areDigits(b, start + 14, 2)
        && areDigits(b, start + 17, 2);
  }

  private static boolean areDigits(byte[] b, int start, int count) {
    for (int i = start; i < start + count; i++) {
      if (b[i] < '0' || b[i] > '9') {
        return false;
      }
    }
    return true;
  }

  private static int two(byte[] b, int start) {
    return 10 * (b[start] - '0') + (b[start + 1] - '0');
  }

  /** The fraction from its point on; -1 where it is not one. */
  private static long micros(byte[] b, int start, int end) {
    if (start == end) {
      return 0;
    }
    if (!areDigits(b, start + 1, end - start - 1)) {
      return -1;
    }
    long micros = 0;
    for (int i = start + 1, weight = 100_000; i < end; i++, weight /= 10) {
      micros += (long) weight * (b[i] - '0');
    }
    return micros;
  }
}
