package io.wattune.collectors.nvml;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.wattune.collectors.nvml.library.Nvml;
import io.wattune.collectors.nvml.library.NvmlCode;
import io.wattune.collectors.nvml.library.NvmlException;
import io.wattune.collectors.nvml.library.NvmlLibrary;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The binding, against a library that a C compiler has made. */
class StubNvmlContractTest extends NvmlContract {
  @TempDir Path folder;
  private Path library;

  @Override
  Nvml play(String script) throws Exception {
    library = StubNvml.library();
    StubNvml.load(library, Files.writeString(folder.resolve("script"), script));
    StubNvml.setMillis(library, 0);
    return NvmlLibrary.load(library.toString());
  }

  @Override
  void setMillis(long millis) {
    StubNvml.setMillis(library, millis);
  }

  @Test
  void aLibraryThatIsNotThereIsACode() {
    assertThatThrownBy(() -> NvmlLibrary.load(folder.resolve("libnone.so").toString()))
        .isInstanceOfSatisfying(
            NvmlException.class, e -> assertThat(e.code()).isEqualTo(NvmlCode.LIBRARY_NOT_FOUND));
  }
}
