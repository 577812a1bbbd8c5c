package io.wattune.collectors.run;

import io.wattune.core.NewestEntries;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The bars that Python's tqdm draws: {@code desc: 37%|### | 37/100 [00:12<00:20, 3.10it/s]}, or
 * {@code 37it [00:12, 3.10it/s]} where it knows no total.
 *
 * <p>A program may draw several, such as epochs around steps, or an evaluation between two training
 * steps. Iterations of different bars are different work, so one bar is counted: that with the
 * largest total, as long as it is not complete and moves. Where another one moved in between,
 * counting begins anew: the time of the other is no time of this one.
 */
public final class TqdmBars implements ProgressFormat {
  /** Bars longer ago than so many others are forgotten. */
  private static final int MOST_BARS = 16;

  /** A bar that has not moved for so long gives way to another. */
  private static final long LONGEST_STAND_NANOS = 30_000_000_000L;

  private static final Pattern BAR =
      Pattern.compile(
          "(?:(?<described>[^|\\r\\n]{0,200}?)\\d{1,3}%\\|[^|]{0,400}\\|\\s{0,8})?"
              + "(?<count>\\d{1,15}(?:\\.\\d{1,6})?)(?<scale>[kMGTPE]?)"
              + "(?:/(?<total>\\d{1,15}(?:\\.\\d{1,6})?)(?<totalScale>[kMGTPE]?)|[A-Za-z]{1,20})"
              + "[A-Za-z]{0,20}\\s{1,4}\\[\\d{1,6}:\\d{2}(?::\\d{2})?(?:<[^,\\]]{1,20})?,");

  private static final String SCALES = "kMGTPE";

  private final Map<String, Double> counts = NewestEntries.put(MOST_BARS);
  private String current = "";
  private double total;
  private double count;
  private long movedNanos;
  private boolean wasInterrupted;
  private volatile @Nullable ProgressReport newest;

  @Override
  public void line(String line, long nowNanos) {
    for (Matcher matcher = BAR.matcher(line); matcher.find(); ) {
      take(
          key(matcher.group("described"), matcher.group("total")),
          number(matcher.group("count"), matcher.group("scale")),
          number(matcher.group("total"), matcher.group("totalScale")),
          nowNanos);
    }
  }

  /** What describes a bar often says a loss or a number of the epoch: that makes no new bar. */
  private static String key(@Nullable String described, @Nullable String total) {
    String words = described == null ? "" : described.replaceAll("\\S*\\d\\S*", "").strip();
    return words + "/" + total;
  }

  private static double number(@Nullable String digits, @Nullable String scale) {
    int thousands = scale == null || scale.isEmpty() ? 0 : 1 + SCALES.indexOf(scale);
    return digits == null ? 0 : Double.parseDouble(digits) * Math.pow(1000, thousands);
  }

  private void take(String bar, double newCount, double newTotal, long nowNanos) {
    Double before = counts.remove(bar);
    counts.put(bar, newCount);
    ProgressReport report = newest;
    if (report == null || (!bar.equals(current) && givesWay(newTotal, nowNanos))) {
      begin(bar, newCount, newTotal, nowNanos);
    } else if (!bar.equals(current)) {
      wasInterrupted |= before == null || before != newCount;
    } else if (newCount < count || (wasInterrupted && newCount > count)) {
      begin(bar, newCount, newTotal, nowNanos);
    } else if (newCount > count) {
      newest = report.plus(newCount - count, nowNanos);
      count = newCount;
      movedNanos = nowNanos;
    }
  }

  /** Whether the bar that was counted gives way to one with this total. */
  private boolean givesWay(double newTotal, long nowNanos) {
    boolean isComplete = total > 0 && count >= total;
    return isComplete || newTotal > total || nowNanos - movedNanos > LONGEST_STAND_NANOS;
  }

  private void begin(String bar, double newCount, double newTotal, long nowNanos) {
    current = bar;
    count = newCount;
    total = newTotal;
    movedNanos = nowNanos;
    wasInterrupted = false;
    newest = ProgressReport.begin(nowNanos);
  }

  /** A bar is drawn after a carriage return and stands without an end until the next. */
  @Override
  public boolean readsUnfinishedLines() {
    return true;
  }

  @Override
  public @Nullable ProgressReport newest() {
    return newest;
  }

  @Override
  public String fault() {
    return "";
  }
}
