package io.wattune.streams.ledger;

import io.wattune.core.Quality;
import io.wattune.core.ledger.AccruedEnergy;
import io.wattune.core.ledger.Activity;
import io.wattune.core.ledger.Book;
import io.wattune.core.ledger.LedgerPoint;
import io.wattune.core.ledger.MergedParts;
import io.wattune.core.ledger.PendingActivity;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Activities that are not final, as bytes: their number, then each. Whole numbers are zigzag
 * varints, times the difference to the time before; a text or a set of labels that has come before
 * is a number, as the same names come again and again.
 */
final class PendingActivityBytes {
  private static final int ENDED = 1;
  private static final int PARENT = 1 << 1;
  private static final int WEIGHT = 1 << 2;
  private static final int WORK = 1 << 3;
  private static final int START = 1 << 4;
  private static final int REPORTED = 1 << 5;
  private static final int PUT = 1 << 6;
  private static final int END_UNKNOWN = 1 << 7;
  private static final int PROMPT = 1 << 8;
  private static final int PARTS = 1 << 9;

  /** The start has energy of the device's counter in it. */
  private static final int BY_COUNTER = 1 << 10;

  private PendingActivityBytes() {}

  /** Writes one list. */
  static final class ListWriter {
    private final DataOutput out;
    private final Map<String, Integer> texts = new HashMap<>();
    private final Map<Map<String, String>, Integer> labelSets = new HashMap<>();
    private long timeNanos;

    ListWriter(DataOutput out) {
      this.out = out;
    }

    void write(List<PendingActivity> activities) throws IOException {
      number(activities.size());
      for (PendingActivity pending : activities) {
        write(pending);
      }
    }

    private void write(PendingActivity pending) throws IOException {
      Activity activity = pending.activity();
      LedgerPoint start = pending.start();
      AccruedEnergy put = pending.put();
      MergedParts parts = pending.parts();
      number(
          flag(activity.hasEnded(), ENDED)
              | flag(activity.parentId() != null, PARENT)
              | flag(activity.weight() != null, WEIGHT)
              | flag(activity.work() != null, WORK)
              | flag(start != null, START)
              | flag(pending.reported(), REPORTED)
              | flag(put != null, PUT)
              | flag(pending.endUnknown(), END_UNKNOWN)
              | flag(pending.isPrompt(), PROMPT)
              | flag(parts != null, PARTS)
              | flag(isByCounter(start), BY_COUNTER));
      write(activity);
      if (start != null) {
        write(start);
      }
      if (start != null && isByCounter(start)) {
        number(start.correctionMicrojoules());
        number(start.byCounter());
      }
      number(pending.revision());
      write(pending.settled());
      if (put != null) {
        write(put);
      }
      number(pending.putEndNanos());
      number(pending.mendMicrojoules());
      if (parts != null) {
        number(parts.columns().length);
        for (long column : parts.columns()) {
          out.writeLong(column);
        }
      }
    }

    private static boolean isByCounter(@Nullable LedgerPoint start) {
      return start != null && (start.correctionMicrojoules() != 0 || start.byCounter() != 0);
    }

    private static int flag(boolean isSet, int flag) {
      return isSet ? flag : 0;
    }

    private void write(Activity activity) throws IOException {
      text(activity.device());
      letters(activity.activityId());
      text(activity.book().name());
      text(activity.name());
      time(activity.startNanos());
      if (activity.hasEnded()) {
        time(activity.endNanos());
      }
      if (activity.parentId() != null) {
        text(activity.parentId());
      }
      labels(activity.labels());
      if (activity.weight() != null) {
        out.writeDouble(activity.weight());
      }
      if (activity.work() != null) {
        out.writeDouble(activity.work());
      }
    }

    private void write(AccruedEnergy accrued) throws IOException {
      number(accrued.microjoules());
      number(accrued.rawMicrojoules());
      out.writeDouble(accrued.nanos());
      number(accrued.processMicrojoules());
      number(accrued.kernelMicrojoules());
      number(accrued.requestMicrojoules());
      number(accrued.childLevels());
    }

    private void write(LedgerPoint point) throws IOException {
      time(point.timeNanos());
      number(point.trueMicrojoules());
      number(point.rawMicrojoules());
      out.writeDouble(point.sensorWatts());
      out.writeDouble(point.powerWatts());
      out.writeDouble(point.stepWatts());
      out.writeDouble(point.placeSeconds());
      out.writeDouble(point.endVariance());
      number(point.spanNanos());
      number(point.gapNanos());
      out.writeDouble(point.gapVariance());
      out.writeDouble(point.seenVariance());
      out.writeDouble(point.restlessness());
      out.writeDouble(point.heldSquares());
      text(point.quality().name());
    }

    private void time(long nanos) throws IOException {
      number(nanos - timeNanos);
      timeNanos = nanos;
    }

    private void text(String text) throws IOException {
      Integer known = texts.get(text);
      number(known == null ? texts.size() : known);
      if (known == null) {
        texts.put(text, texts.size());
        letters(text);
      }
    }

    private void letters(String text) throws IOException {
      byte[] letters = text.getBytes(StandardCharsets.UTF_8);
      number(letters.length);
      out.write(letters);
    }

    private void labels(Map<String, String> labels) throws IOException {
      Integer known = labelSets.get(labels);
      number(known == null ? labelSets.size() : known);
      if (known == null) {
        labelSets.put(labels, labelSets.size());
        number(labels.size());
        for (Map.Entry<String, String> label : labels.entrySet()) {
          text(label.getKey());
          text(label.getValue());
        }
      }
    }

    private void number(long value) throws IOException {
      long rest = (value << 1) ^ (value >> 63);
      while ((rest & ~0x7FL) != 0) {
        out.writeByte((int) ((rest & 0x7F) | 0x80));
        rest >>>= 7;
      }
      out.writeByte((int) rest);
    }
  }

  /** Reads one list. */
  static final class ListReader {
    private final DataInput in;
    private final List<String> texts = new ArrayList<>();
    private final List<Map<String, String>> labelSets = new ArrayList<>();
    private long timeNanos;

    ListReader(DataInput in) {
      this.in = in;
    }

    List<PendingActivity> read() throws IOException {
      long count = number();
      List<PendingActivity> activities = new ArrayList<>();
      for (long i = 0; i < count; i++) {
        activities.add(pending());
      }
      return activities;
    }

    private PendingActivity pending() throws IOException {
      int flags = (int) number();
      Activity activity = activity(flags);
      LedgerPoint start = is(flags, START) ? point(is(flags, BY_COUNTER)) : null;
      int revision = (int) number();
      AccruedEnergy settled = accrued();
      AccruedEnergy put = is(flags, PUT) ? accrued() : null;
      return new PendingActivity(
          activity,
          start,
          revision,
          is(flags, REPORTED),
          settled,
          put,
          number(),
          number(),
          is(flags, END_UNKNOWN),
          is(flags, PROMPT),
          is(flags, PARTS) ? parts() : null);
    }

    private static boolean is(int flags, int flag) {
      return (flags & flag) != 0;
    }

    private Activity activity(int flags) throws IOException {
      return new Activity(
          text(),
          letters(),
          Book.valueOf(text()),
          text(),
          time(),
          is(flags, ENDED) ? time() : Activity.RUNNING,
          is(flags, PARENT) ? text() : null,
          labels(),
          real(flags, WEIGHT),
          real(flags, WORK));
    }

    private @Nullable Double real(int flags, int flag) throws IOException {
      return is(flags, flag) ? in.readDouble() : null;
    }

    private AccruedEnergy accrued() throws IOException {
      return new AccruedEnergy(
          number(), number(), in.readDouble(), number(), number(), number(), (int) number());
    }

    private LedgerPoint point(boolean isByCounter) throws IOException {
      LedgerPoint point =
          new LedgerPoint(
              time(),
              number(),
              0,
              0,
              number(),
              in.readDouble(),
              in.readDouble(),
              in.readDouble(),
              in.readDouble(),
              in.readDouble(),
              number(),
              number(),
              in.readDouble(),
              in.readDouble(),
              in.readDouble(),
              in.readDouble(),
              Quality.valueOf(text()));
      return isByCounter ? point.byCounter(number(), (int) number()) : point;
    }

    private MergedParts parts() throws IOException {
      long[] columns = new long[(int) number()];
      for (int i = 0; i < columns.length; i++) {
        columns[i] = in.readLong();
      }
      return new MergedParts(columns);
    }

    private long time() throws IOException {
      timeNanos += number();
      return timeNanos;
    }

    private String text() throws IOException {
      int index = (int) number();
      if (index == texts.size()) {
        texts.add(letters());
      }
      return texts.get(index);
    }

    private String letters() throws IOException {
      byte[] letters = new byte[(int) number()];
      in.readFully(letters);
      return new String(letters, StandardCharsets.UTF_8);
    }

    private Map<String, String> labels() throws IOException {
      int index = (int) number();
      if (index == labelSets.size()) {
        Map<String, String> labels = new HashMap<>();
        for (long left = number(); left > 0; left--) {
          labels.put(text(), text());
        }
        labelSets.add(Map.copyOf(labels));
      }
      return labelSets.get(index);
    }

    private long number() throws IOException {
      long rest = 0;
      int shift = 0;
      byte next = in.readByte();
      while (next < 0) {
        rest |= (long) (next & 0x7F) << shift;
        shift += 7;
        next = in.readByte();
      }
      rest |= (long) next << shift;
      return rest >>> 1 ^ -(rest & 1);
    }
  }
}
