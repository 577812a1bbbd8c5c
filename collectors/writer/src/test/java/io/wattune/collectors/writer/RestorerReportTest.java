package io.wattune.collectors.writer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RestorerReportTest {
  @TempDir Path folder;

  @Test
  void whatIsWrittenIsReadByTheGroup() throws Exception {
    Path file = folder.resolve("restorer.report");
    assertThat(RestorerReport.read(file)).as("none yet").isNull();
    var status = new GuardianStatus("n1", 2, 1, 9, 9, true, "G1 is away;\nG2 too", true, 0);

    RestorerReport.of(status).write(file);

    assertThat(RestorerReport.read(file))
        .isEqualTo(new RestorerReport(2, 1, true, "G1 is away; G2 too"));
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
        .isEqualTo("rw-r-----");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "wattune-restorer 2 0 0 false\n\n",
        "wattune-restorer 1 0 0 false\n",
        "wattune-restorer 1 x 0 false\n\n",
        "wattune-restorer 1 0\n\n"
      })
  void whatIsNoReportIsNotTakenForOne(String text) throws Exception {
    Path file = Files.writeString(folder.resolve("restorer.report"), text);

    assertThatThrownBy(() -> RestorerReport.read(file))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("is no report of a restorer");
  }
}
