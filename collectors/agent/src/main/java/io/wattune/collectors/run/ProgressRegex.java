package io.wattune.collectors.run;

import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Lines that a regular expression of the user recognises. Its first group is a count of all work so
 * far; a group named {@code delta} is what was done since the line before. A count that falls
 * begins anew.
 *
 * <p>An expression can take for ever on a line that does not match. So it may look at characters so
 * many times for one line, and is given up when that was too little for several lines.
 */
public final class ProgressRegex implements ProgressFormat {
  /** Looks at characters that one line may take: some milliseconds. */
  static final int MOST_LOOKS = 500_000;

  /** Lines that take more, after which no further line is tried. */
  static final int MOST_SLOW_LINES = 5;

  private static final String DELTA = "delta";
  private static final double MOST_COUNT = 1e100;

  private final Pattern pattern;
  private final boolean isDelta;
  private double count;
  private int slowLines;
  private int noNumbers;
  private volatile @Nullable ProgressReport newest;
  private volatile String fault = "";

  /**
   * With an expression.
   *
   * @throws IllegalArgumentException where it is none, or has no group; the message says so
   */
  public ProgressRegex(String expression) {
    pattern = Pattern.compile(expression);
    int groups = pattern.matcher("").groupCount();
    isDelta = expression.contains("(?<" + DELTA + ">");
    if (groups == 0 || (!isDelta && groups > 1)) {
      throw new IllegalArgumentException(
          "it must have one group in brackets, the count of work so far, such as 'step (\\d+)', or"
              + " a group for the work since the line before, such as '(?<delta>\\d+) tokens'");
    }
  }

  @Override
  public void line(String line, long nowNanos) {
    if (slowLines >= MOST_SLOW_LINES) {
      return;
    }
    try {
      Matcher matcher = pattern.matcher(new BoundedText(line));
      if (matcher.find()) {
        take(isDelta ? matcher.group(DELTA) : matcher.group(1), nowNanos);
      }
    } catch (TooManyLooksException | StackOverflowError e) {
      slowLines++;
      if (slowLines >= MOST_SLOW_LINES) {
        fault =
            "the expression takes too long on lines of the command, and is not used any more: make"
                + " it simpler, without repetitions inside of repetitions";
      }
    }
  }

  private void take(@Nullable String text, long nowNanos) {
    double value = text == null ? Double.NaN : number(text);
    if (!(value >= 0 && value <= MOST_COUNT)) {
      noNumbers++;
      fault = noNumbers + " lines matched, and what their group has is no number of at least 0";
      return;
    }
    ProgressReport report = newest;
    double more = isDelta ? value : value - count;
    if (report == null || more < 0) {
      newest = ProgressReport.begin(nowNanos);
    } else if (more > 0) {
      newest = report.plus(more, nowNanos);
    }
    count = value;
  }

  private static double number(String text) {
    try {
      return Double.parseDouble(text.replace(",", "").replace("_", "").strip());
    } catch (NumberFormatException e) {
      return Double.NaN;
    }
  }

  @Override
  public boolean readsUnfinishedLines() {
    return false;
  }

  @Override
  public @Nullable ProgressReport newest() {
    return newest;
  }

  @Override
  public String fault() {
    return fault;
  }

  /** A line took too long. */
  private static final class TooManyLooksException extends RuntimeException {
    private static final long serialVersionUID = 1;

    private TooManyLooksException() {
      super("too many looks", null, false, false);
    }
  }

  /** A text whose characters may be looked at so many times only. */
  private static final class BoundedText implements CharSequence {
    private final String text;
    private int looks;

    private BoundedText(String text) {
      this.text = text;
    }

    @Override
    public char charAt(int index) {
      if (looks++ > MOST_LOOKS) {
        throw new TooManyLooksException();
      }
      return text.charAt(index);
    }

    @Override
    public int length() {
      return text.length();
    }

    @Override
    public CharSequence subSequence(int start, int end) {
      return text.substring(start, end);
    }

    @Override
    public String toString() {
      return text;
    }
  }
}
