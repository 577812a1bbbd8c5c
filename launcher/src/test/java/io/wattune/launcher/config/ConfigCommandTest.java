package io.wattune.launcher.config;

import static org.assertj.core.api.Assertions.assertThat;

import io.wattune.launcher.command.ExitCode;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ConfigCommandTest {
  private final ProbeCommand probe = new ProbeCommand();

  @TempDir Path folder;

  @Test
  void eachValueIsPrintedWithWhereItComesFrom() throws Exception {
    Path file = Files.writeString(folder.resolve("w.yaml"), "kafka.bootstrap: a:1\n");
    var variables = Map.of("WATTUNE_PART_COUNT", "9", "WATTUNE_CONFIG", file.toString());

    assertThat(probe.execute(variables, "config", "part")).isZero();

    assertThat(probe.out.toString().lines().map(line -> line.replaceAll(" +", " ")))
        .contains(
            "key value from",
            "part.bootstrap a:1 " + file + ", line 1 (kafka.bootstrap)",
            "part.count 9 WATTUNE_PART_COUNT",
            "part.max-age 1s default",
            "part.quiet false default",
            "part.name not set default")
        .noneMatch(line -> line.startsWith("other."))
        .noneMatch(line -> line.startsWith("part.now"));
  }

  @Test
  void withoutAPartAllArePrinted() {
    assertThat(probe.execute(Map.of(), "config")).isZero();
    assertThat(probe.out.toString()).contains("part.count", "other.count");
  }

  @Test
  void whatAnAddressHidesStaysHidden() {
    var variables = Map.of("WATTUNE_PART_NAME", "http://user:password@host:1");

    assertThat(probe.execute(variables, "config")).isZero();
    assertThat(probe.out.toString()).contains("http://***@host:1").doesNotContain("password");
  }

  @Test
  void checkLooksAtTheFileAlone() throws Exception {
    Path right = Files.writeString(folder.resolve("right.yaml"), "part.count: 1\n");
    Path wrong = Files.writeString(folder.resolve("wrong.yaml"), "part.count: 0\nx: 1\n");
    var variables = Map.of("WATTUNE_NONSENSE", "1");

    assertThat(probe.execute(variables, "config", "--check", right.toString())).isZero();
    assertThat(probe.out.toString()).contains("right.yaml: nothing is wrong");
    assertThat(probe.execute(variables, "config", "--check", wrong.toString()))
        .isEqualTo(ExitCode.USAGE);
    assertThat(probe.problems()).hasSize(2);
    assertThat(probe.execute(variables, "config")).isEqualTo(ExitCode.USAGE);
  }
}
