package io.wattune.collectors.file;

import java.io.IOException;
import java.io.InputStream;
import java.util.function.LongConsumer;

/** Reads what nvidia-smi printed. */
public final class NvidiaSmiCsv {
  private NvidiaSmiCsv() {}

  public static TraceFile read(
      InputStream in, String fileName, NvidiaSmiOptions options, LongConsumer bytesRead)
      throws IOException, UnusableTraceException {
    throw new UnsupportedOperationException("not written yet");
  }
}
