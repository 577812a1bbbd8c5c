package io.wattune.replay.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.wattune.schemas.failure.EngineException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ReportFolderTest {
  private static final ReportFolder.Plots PLOTS =
      (result, folder) -> {
        Files.writeString(folder.resolve("plot.png"), "png");
        Files.writeString(folder.resolve("plot.html"), "html");
        if (result.devices().size() > 1) {
          Files.writeString(folder.resolve("plot-2.png"), "png");
          Files.writeString(folder.resolve("plot-2.html"), "html");
        }
      };

  @Test
  void writesEveryFileAndNothingBesideIt(@TempDir Path parent) throws Exception {
    Path target = parent.resolve("deep/out");
    ReportFolder.at(target).write(Samples.twoDevices(), PLOTS);
    try (var files = Files.list(target)) {
      assertThat(files.map(file -> file.getFileName().toString()))
          .containsExactlyInAnyOrderElementsOf(
              ReportFolder.FILES.stream().map(name -> name.replace("N", "2")).toList());
    }
    assertThat(parent.resolve("deep")).isDirectoryNotContaining("glob:**/.*");
    assertThat(target.resolve("report.txt")).content().contains("files: " + target);
  }

  @Test
  void replacesAFormerReport(@TempDir Path parent) throws Exception {
    Path target = parent.resolve("out");
    ReportFolder.at(target).write(Samples.twoDevices(), PLOTS);
    ReportFolder.at(target).write(Samples.oneDevice(), PLOTS);
    assertThat(target.resolve("report.txt")).content().doesNotContain("GPU-b");
    assertThat(parent).isDirectoryNotContaining("glob:**/.*");
  }

  @Test
  void keepsTheFormerReportWhenTheNewOneFails(@TempDir Path parent) throws Exception {
    Path target = parent.resolve("out");
    ReportFolder.at(target).write(Samples.twoDevices(), PLOTS);
    assertThatThrownBy(
            () ->
                ReportFolder.at(target)
                    .write(
                        Samples.oneDevice(),
                        (result, folder) -> {
                          throw new IOException("disk full");
                        }))
        .hasMessage("disk full");
    assertThat(target.resolve("report.txt")).content().contains("GPU-b");
    assertThat(parent).isDirectoryNotContaining("glob:**/.*");
  }

  @Test
  void refusesAFolderWithOtherFiles(@TempDir Path folder) throws Exception {
    Files.writeString(folder.resolve("thesis.tex"), "x");
    assertThatThrownBy(() -> ReportFolder.at(folder))
        .isInstanceOf(EngineException.class)
        .hasMessageContaining("thesis.tex");
  }

  @Test
  void refusesAFile(@TempDir Path folder) throws Exception {
    Path file = Files.writeString(folder.resolve("f"), "x");
    assertThatThrownBy(() -> ReportFolder.at(file))
        .isInstanceOf(EngineException.class)
        .hasMessageContaining("is a file");
  }
}
