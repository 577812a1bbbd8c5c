package io.wattune.collectors.file;

import java.io.IOException;
import java.io.InputStream;

/** Reads what a power meter recorded. */
public final class MeterCsv {
  private MeterCsv() {}

  public static MeterFile read(InputStream in, String fileName)
      throws IOException, UnusableTraceException {
    throw new UnsupportedOperationException("not written yet");
  }
}
