package io.wattune.collectors.local;

import org.jspecify.annotations.Nullable;

/** Whoever sent a line: a connection or a file. */
interface LineSender {

  /** Takes one line of answer, without its end. */
  void answer(String json);

  /** The user that it runs as, by the kernel; null where that is not known. */
  @Nullable String user();

  /** Whether it stays: activities can end with a connection, not with a file. */
  boolean stays();
}
