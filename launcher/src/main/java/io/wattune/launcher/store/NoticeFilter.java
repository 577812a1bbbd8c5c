package io.wattune.launcher.store;

import java.io.PrintStream;
import java.nio.charset.Charset;
import org.jspecify.annotations.Nullable;

/**
 * A stream that passes everything on but the line that QuestDB prints when it is closed: standard
 * output is for results.
 */
final class NoticeFilter extends PrintStream {
  private static final String NOTICE = "QuestDB is shutting down...";

  private NoticeFilter(PrintStream target) {
    super(target, true, Charset.defaultCharset());
  }

  /** Runs an action during which the line is kept from standard output and standard error. */
  static void run(Runnable action) {
    PrintStream out = System.out;
    PrintStream err = System.err;
    NoticeFilter filteredOut = new NoticeFilter(out);
    NoticeFilter filteredErr = new NoticeFilter(err);
    System.setOut(filteredOut);
    System.setErr(filteredErr);
    try {
      action.run();
    } finally {
      // What others have put in place meanwhile stays.
      if (System.out == filteredOut) {
        System.setOut(out);
      }
      if (System.err == filteredErr) {
        System.setErr(err);
      }
    }
  }

  @Override
  public void println(@Nullable String line) {
    if (!NOTICE.equals(line)) {
      super.println(line);
    }
  }
}
