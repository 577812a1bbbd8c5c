package io.wattune.core.saving;

import io.wattune.core.ledger.Book;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Of whom work is reported, the outermost first; last what only stands for work. */
enum WorkLevel {
  JOB,
  PROCESS,
  REQUEST,
  KERNEL,
  /** The device's own counters. */
  COUNTERS;

  /** The level of a book's activities; null where they have none. */
  static @Nullable WorkLevel of(Book book) {
    return switch (book) {
      case JOB -> JOB;
      case PROCESS -> PROCESS;
      case REQUEST -> REQUEST;
      case KERNEL -> KERNEL;
      case SPAN, WINDOW1S, WINDOW10S, WINDOW60S -> null;
    };
  }

  String label() {
    return name().toLowerCase(Locale.ROOT);
  }
}
