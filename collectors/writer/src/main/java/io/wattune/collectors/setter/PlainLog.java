package io.wattune.collectors.setter;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.slf4j.ILoggerFactory;
import org.slf4j.IMarkerFactory;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.Marker;
import org.slf4j.event.Level;
import org.slf4j.helpers.BasicMarkerFactory;
import org.slf4j.helpers.LegacyAbstractLogger;
import org.slf4j.helpers.MessageFormatter;
import org.slf4j.helpers.NOPMDCAdapter;
import org.slf4j.spi.MDCAdapter;
import org.slf4j.spi.SLF4JServiceProvider;

/**
 * The log of the processes with privileges: a line to standard error for each message of level INFO
 * and above, and nothing that could be configured. What a writer may have chosen, such as a name,
 * cannot begin a line of its own.
 */
public final class PlainLog implements SLF4JServiceProvider {
  /** Whatever ends a line or moves a terminal's cursor, beyond ASCII too. */
  private static final Pattern CONTROLS = Pattern.compile("[\\p{Cc}\\u2028\\u2029]");

  private static final Pattern CONTROLS_OF_A_TRACE =
      Pattern.compile("[\\p{Cc}\\u2028\\u2029&&[^\\n\\t]]");

  private final IMarkerFactory markers = new BasicMarkerFactory();
  private final MDCAdapter context = new NOPMDCAdapter();

  /** For SLF4J, which makes it by its name. */
  public PlainLog() {}

  /** The log of a process, which uses no other; to be called before there is any logger. */
  static Logger of(Class<?> process) {
    System.setProperty("slf4j.provider", PlainLog.class.getName());
    System.setProperty("slf4j.internal.verbosity", "WARN"); // That it was chosen is no news.
    return LoggerFactory.getLogger(process);
  }

  @Override
  public void initialize() {}

  @Override
  public ILoggerFactory getLoggerFactory() {
    return Lines::new;
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

    Lines(String name) {
      this.name = name;
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
      return false;
    }

    @Override
    public boolean isDebugEnabled() {
      return false;
    }

    @Override
    public boolean isInfoEnabled() {
      return true;
    }

    @Override
    public boolean isWarnEnabled() {
      return true;
    }

    @Override
    public boolean isErrorEnabled() {
      return true;
    }
  }
}
