package io.wattune.collectors.file;

import java.io.IOException;
import java.io.InputStream;

/** Reads a file of activities. */
public final class ActivityCsv {
  private ActivityCsv() {}

  public static ActivityFile read(InputStream in, String fileName)
      throws IOException, UnusableTraceException {
    throw new UnsupportedOperationException("not written yet");
  }
}
