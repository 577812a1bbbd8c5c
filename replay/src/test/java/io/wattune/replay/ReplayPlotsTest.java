package io.wattune.replay;

import static org.assertj.core.api.Assertions.assertThat;

import io.wattune.replay.report.ReplayResult;
import io.wattune.replay.report.Samples;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ReplayPlotsTest {
  private static final ReplayResult RESULT = Samples.result(List.of(Samples.device("d", null)));

  @Test
  void drawsAPictureAndAPage(@TempDir Path folder) throws Exception {
    ReplayPlots.write(RESULT, folder);

    assertThat(folder.resolve("plot.png")).isNotEmptyFile();
    assertThat(folder.resolve("plot.html")).isNotEmptyFile();
  }

  @Test
  void keepsThePageWhereThereIsNoFontToDrawWith(@TempDir Path folder) throws Exception {
    ReplayPlots.write(
        RESULT,
        folder,
        (plot, file) -> {
          Files.writeString(file, "half a picture");
          throw new InternalError("Fontconfig head is null");
        });

    assertThat(folder.resolve("plot.png")).doesNotExist();
    assertThat(folder.resolve("plot.html")).isNotEmptyFile();
  }
}
