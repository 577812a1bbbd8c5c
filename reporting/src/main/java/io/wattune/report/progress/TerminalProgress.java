package io.wattune.report.progress;

import java.util.Locale;
import me.tongfei.progressbar.ConsoleProgressBarConsumer;
import me.tongfei.progressbar.ProgressBar;
import me.tongfei.progressbar.ProgressBarBuilder;
import me.tongfei.progressbar.ProgressBarStyle;
import org.jspecify.annotations.Nullable;

/** A progress bar on standard error, one for each phase, each in place of the one before. */
public final class TerminalProgress implements Progress {
  /** Set by the script, as the JVM cannot detect whether standard error is a terminal. */
  private static final String PROPERTY = "wattune.terminal";

  private static final int WIDTH = 78;
  private @Nullable ProgressBar bar;

  /** One where somebody is there to see it, and has not asked for quiet. */
  public static Progress unless(boolean quiet) {
    return !quiet && Boolean.getBoolean(PROPERTY) ? new TerminalProgress() : NONE;
  }

  @Override
  public void begin(String phase, long steps) {
    close();
    bar =
        new ProgressBarBuilder()
            .setTaskName(String.format(Locale.ROOT, "%-6s", phase))
            .setInitialMax(steps)
            .setStyle(ProgressBarStyle.ASCII)
            .setUpdateIntervalMillis(200)
            .clearDisplayOnFinish()
            .setConsumer(new ConsoleProgressBarConsumer(System.err, WIDTH))
            .build();
  }

  @Override
  public void reached(long step) {
    if (bar != null) {
      bar.stepTo(step);
    }
  }

  @Override
  public void close() {
    if (bar != null) {
      bar.close();
      bar = null;
    }
  }
}
