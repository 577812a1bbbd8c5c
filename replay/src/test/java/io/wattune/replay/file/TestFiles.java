package io.wattune.replay.file;

import io.wattune.schemas.failure.EngineException;
import io.wattune.testkit.RecordedData;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.List;

/** Text as a file, and the folder of recorded data. */
final class TestFiles {
  static final NvidiaSmiOptions UTC = new NvidiaSmiOptions(ZoneOffset.UTC, null, null, "node1");

  private TestFiles() {}

  static NvidiaSmiOptions zone(String zone) {
    return new NvidiaSmiOptions(ZoneId.of(zone), null, null, "node1");
  }

  static NvidiaSmiOptions signal(String signal) {
    return new NvidiaSmiOptions(ZoneOffset.UTC, signal, null, "node1");
  }

  static NvidiaSmiOptions device(String device) {
    return new NvidiaSmiOptions(ZoneOffset.UTC, null, device, "node1");
  }

  static InputStream stream(String text) {
    return new ByteArrayInputStream(text.getBytes(StandardCharsets.ISO_8859_1));
  }

  static ReadFile<List<DeviceTrace>> read(String text) throws IOException, EngineException {
    return read(text, UTC);
  }

  static ReadFile<List<DeviceTrace>> read(String text, NvidiaSmiOptions options)
      throws IOException, EngineException {
    return NvidiaSmiCsv.read(stream(text), "gpu.csv", options, bytes -> {});
  }

  /** A file below the folder of recorded data; the test is skipped where there is none. */
  static Path recorded(String name) {
    return RecordedData.file(name);
  }
}
