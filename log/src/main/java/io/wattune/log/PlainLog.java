package io.wattune.log;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Collection;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.slf4j.ILoggerFactory;
import org.slf4j.IMarkerFactory;
import org.slf4j.Marker;
import org.slf4j.event.Level;
import org.slf4j.helpers.BasicMarkerFactory;
import org.slf4j.helpers.LegacyAbstractLogger;
import org.slf4j.helpers.MessageFormatter;
import org.slf4j.helpers.NOPMDCAdapter;
import org.slf4j.spi.MDCAdapter;
import org.slf4j.spi.SLF4JServiceProvider;

/**
 * The log of every process: a line to standard error for each message. What somebody else may have
 * chosen, such as a name, cannot begin a line of its own. Standard output is for results.
 */
public final class PlainLog implements SLF4JServiceProvider {
  /** Whatever ends a line or moves a terminal's cursor, beyond ASCII too. */
  private static final Pattern CONTROLS = Pattern.compile("[\\p{Cc}\\u2028\\u2029]");

  private static final Pattern CONTROLS_OF_A_TRACE =
      Pattern.compile("[\\p{Cc}\\u2028\\u2029&&[^\\n\\t]]");

  private static final LogLevels LEVELS = LogLevels.read(System.getProperties());
  private static final Map<String, Lines> LOGGERS = new ConcurrentHashMap<>();

  private final IMarkerFactory markers = new BasicMarkerFactory();
  private final MDCAdapter context = new NOPMDCAdapter();

  /** For SLF4J, which makes it by its name. */
  public PlainLog() {}

  /**
   * Logs no more of these loggers and of those below them: what a framework misses while it is
   * being taken down is no news.
   */
  public static void quieten(Collection<String> loggers) {
    LEVELS.turnOff(loggers);
    LOGGERS.values().forEach(Lines::look);
  }

  @Override
  public void initialize() {}

  @Override
  public ILoggerFactory getLoggerFactory() {
    return name -> LOGGERS.computeIfAbsent(name, Lines::new);
  }

  @Override
  public IMarkerFactory getMarkerFactory() {
    return markers;
  }

  @Override
  public MDCAdapter getMDCAdapter() {
    return context;
  }

  @Override
  public String getRequestedApiVersion() {
    return "2.0.99";
  }

  /** A message as a line, and what was thrown below it. */
  static String line(
      Instant at, Level level, String logger, String message, @Nullable Throwable thrown) {
    String line =
        "%s %s ".formatted(at.truncatedTo(ChronoUnit.MILLIS), level)
            + logger.substring(logger.lastIndexOf('.') + 1)
            + " - "
            + CONTROLS.matcher(message).replaceAll("?");
    if (thrown == null) {
      return line;
    }
    var trace = new StringWriter();
    thrown.printStackTrace(new PrintWriter(trace));
    String text = CONTROLS_OF_A_TRACE.matcher(trace.toString().strip()).replaceAll("?");
    return line + "\n  " + text.replace("\n", "\n  ");
  }

  private static final class Lines extends LegacyAbstractLogger {
    private static final long serialVersionUID = 1;

    /** As in {@link Level#toInt()}. */
    private volatile int least;

    Lines(String name) {
      this.name = name;
      look();
    }

    private void look() {
      least = LEVELS.of(name);
    }

    @Override
    protected void handleNormalizedLoggingCall(
        Level level,
        @Nullable Marker marker,
        String pattern,
        Object @Nullable [] arguments,
        @Nullable Throwable thrown) {
      String message = MessageFormatter.basicArrayFormat(pattern, arguments);
      System.err.println(line(Instant.now(), level, name, message, thrown));
    }

    @Override
    protected @Nullable String getFullyQualifiedCallerName() {
      return null;
    }

    @Override
    public boolean isTraceEnabled() {
      return Level.TRACE.toInt() >= least;
    }

    @Override
    public boolean isDebugEnabled() {
      return Level.DEBUG.toInt() >= least;
    }

    @Override
    public boolean isInfoEnabled() {
      return Level.INFO.toInt() >= least;
    }

    @Override
    public boolean isWarnEnabled() {
      return Level.WARN.toInt() >= least;
    }

    @Override
    public boolean isErrorEnabled() {
      return Level.ERROR.toInt() >= least;
    }
  }
}
