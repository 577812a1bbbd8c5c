package io.wattune.embedded.store;

import java.io.PrintStream;
import java.nio.charset.Charset;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A stream that passes everything on but the lines that QuestDB prints when it is started and
 * closed: standard output is for results, and standard error for what needs a person.
 */
final class NoticeFilter extends PrintStream {
  private static final List<String> NOTICES =
      List.of("QuestDB is shutting down...", "Log configuration loaded from: ");

  private NoticeFilter(PrintStream target) {
    super(target, true, Charset.defaultCharset());
  }

  /** Runs an action during which the lines are kept from standard output and standard error. */
  static void run(Runnable action) {
    boolean unused =
        call(
            () -> {
              action.run();
              return true;
            });
  }

  /** Likewise, for an action with a result. */
  static <T> T call(Supplier<T> action) {
    PrintStream out = System.out;
    PrintStream err = System.err;
    NoticeFilter filteredOut = new NoticeFilter(out);
    NoticeFilter filteredErr = new NoticeFilter(err);
    System.setOut(filteredOut);
    System.setErr(filteredErr);
    try {
      return action.get();
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
    if (line == null || !isNotice(line)) {
      super.println(line);
    }
  }

  @Override
  public PrintStream printf(String format, @Nullable Object... args) {
    return isNotice(format) ? this : super.printf(format, args);
  }

  private static boolean isNotice(String line) {
    return NOTICES.stream().anyMatch(line::startsWith);
  }
}
