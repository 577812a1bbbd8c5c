package io.wattune.launcher.config;

import static org.assertj.core.api.Assertions.assertThat;

import io.wattune.launcher.command.ExitCode;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ConfiguredRunTest {
  private final ProbeCommand probe = new ProbeCommand();

  @TempDir Path folder;

  /** Each place is given or not; the last column is what counts. */
  @ParameterizedTest(name = "file {0}/{1}, environment {2}/{3}, option {4}: {5}")
  @CsvSource(
      nullValues = "-",
      value = {
        // file, common; file, own; variable, common; variable, own; option; what counts
        "-,   -,   -,   -,   -,   here:1",
        "a:1, -,   -,   -,   -,   a:1",
        "-,   b:1, -,   -,   -,   b:1",
        "-,   -,   c:1, -,   -,   c:1",
        "-,   -,   -,   d:1, -,   d:1",
        "-,   -,   -,   -,   e:1, e:1",
        "a:1, b:1, -,   -,   -,   b:1",
        "a:1, -,   c:1, -,   -,   c:1",
        "-,   b:1, c:1, -,   -,   c:1",
        "a:1, b:1, c:1, -,   -,   c:1",
        "a:1, b:1, c:1, d:1, -,   d:1",
        "-,   -,   c:1, d:1, -,   d:1",
        "-,   b:1, -,   d:1, -,   d:1",
        "a:1, b:1, c:1, d:1, e:1, e:1",
        "-,   b:1, -,   -,   e:1, e:1",
        "-,   -,   c:1, -,   e:1, e:1",
      })
  void laterPlacesCountBeforeEarlierOnesAndOwnKeysBeforeCommonOnes(
      String commonInFile,
      String ownInFile,
      String commonVariable,
      String ownVariable,
      String option,
      String expected)
      throws Exception {
    var lines = new ArrayList<String>();
    if (commonInFile != null) {
      lines.add("kafka: {bootstrap: '" + commonInFile + "'}");
    }
    if (ownInFile != null) {
      lines.add("part.bootstrap: " + ownInFile);
    }
    var variables = new HashMap<String, String>();
    if (commonVariable != null) {
      variables.put("WATTUNE_KAFKA_BOOTSTRAP", commonVariable);
    }
    if (ownVariable != null) {
      variables.put("WATTUNE_PART_BOOTSTRAP", ownVariable);
    }
    var arguments = new ArrayList<>(List.of("part", "--config", file(lines).toString()));
    if (option != null) {
      arguments.add("--bootstrap=" + option);
    }

    int exitCode = probe.execute(variables, arguments.toArray(String[]::new));

    assertThat(exitCode).as(probe.err.toString()).isZero();
    assertThat(probe.part.shared.bootstrap).isEqualTo(expected);
    assertThat(probe.part.runs).isEqualTo(1);
  }

  @Test
  void aShortFileServesEveryPart() throws Exception {
    String file = file(List.of("kafka:", "  bootstrap: [a:1, b:2]", "other.count: 3")).toString();

    assertThat(probe.execute(Map.of(), "part", "--config", file)).isZero();
    assertThat(probe.execute(Map.of("WATTUNE_CONFIG", file), "other")).isZero();
    assertThat(probe.execute(Map.of("WATTUNE_CONFIG", file), "order")).isZero();

    assertThat(probe.part.shared.bootstrap).isEqualTo("a:1,b:2");
    assertThat(probe.other.shared.bootstrap).isEqualTo("a:1,b:2");
    assertThat(probe.order.shared.bootstrap).isEqualTo("a:1,b:2");
    assertThat(probe.part.count).isEqualTo(5);
    assertThat(probe.other.count).isEqualTo(3);
  }

  @Test
  void aPathThatCannotBeOneIsAProblemLikeOthers() throws Exception {
    Path file = file(List.of("part:", "  token: \"a\\0b\"", "  count: many"));

    assertThat(probe.execute(Map.of(), "part", "--config", file.toString())).isEqualTo(2);
    assertThat(probe.err.toString()).contains("part.token is wrong", "part.count is wrong");
  }

  /** An address that cannot be read as one is repeated where it is wrong, without its password. */
  @Test
  void aPasswordInAWrongValueIsNotPrinted() throws Exception {
    String value = "http://user:s3 cr@t@host";

    assertThat(probe.execute(Map.of("WATTUNE_OTHER_COUNT", value), "part", "--count=" + value))
        .isEqualTo(2);
    assertThat(probe.err.toString())
        .contains("--count", "://***@host")
        .doesNotContain("s3", "cr@t");
  }

  @Test
  void valuesHaveTheTypesOfTheirOptions() throws Exception {
    Path file =
        file(
            List.of(
                "# A comment, and YAML's own traps: words that it takes for something else.",
                "part:",
                "  count: 12   # points",
                "  max-age: 500ms",
                "  quiet: true",
                "  name: no",
                "  token: secret/token",
                "  list: [x, y]"));

    assertThat(probe.execute(Map.of(), "part", "--config", file.toString())).isZero();

    assertThat(probe.part.count).isEqualTo(12);
    assertThat(probe.part.maxAge).isEqualTo(Duration.ofMillis(500));
    assertThat(probe.part.quiet).isTrue();
    assertThat(probe.part.name).isEqualTo("no");
    assertThat(probe.part.token).isEqualTo(folder.resolve("secret/token"));
    assertThat(probe.part.list).containsExactly("x", "y");
  }

  @Test
  void aFlagMeansTheSameOnTheCommandLineWhateverTheFileSays() {
    var variables = Map.of("WATTUNE_PART_QUIET", "true");

    assertThat(probe.execute(variables, "part", "--quiet")).isZero();
    assertThat(probe.part.quiet).isTrue();
    assertThat(probe.execute(variables, "part", "--quiet=false")).isZero();
    assertThat(probe.part.quiet).isFalse();
  }

  @Test
  void anEmptyVariableIsNotSet() {
    assertThat(probe.execute(Map.of("WATTUNE_PART_COUNT", "", "WATTUNE_CONFIG", ""), "part"))
        .isZero();

    assertThat(probe.part.count).isEqualTo(5);
  }

  @Test
  void allProblemsOfAllPlacesAreToldAtOnceAndNothingRuns() throws Exception {
    Path file =
        file(
            List.of(
                "kafka:",
                "  bootstrp: a:1",
                "part:",
                "  count: 0",
                "  max-age: 2m",
                "  now: true",
                "  name:",
                "other.count: many",
                "order.force: true"));
    var variables =
        Map.of(
            "WATTUNE_PART_CUONT", "1",
            "WATTUNE_KAFKA_BOOTSTRAP", "nowhere",
            "HOME", "/root");

    int exitCode =
        probe.execute(
            variables, "part", "--config", file.toString(), "--count=101", "--lits", "--list=a");

    assertThat(exitCode).isEqualTo(ExitCode.USAGE);
    assertThat(probe.part.runs).isZero();
    assertThat(probe.problems())
        .containsExactly(
            file + ", line 2: unknown key 'kafka.bootstrp'; did you mean kafka.bootstrap?",
            file + ", line 4: part.count must be in 1..100 points, was 0",
            file + ", line 5: part.max-age must be in 10ms..1m, was 2m",
            file + ", line 6: unknown key 'part.now'; did you mean part.name?",
            file + ", line 7: part.name has no value; leave it out to have the default",
            file + ", line 8: other.count is wrong: 'many' is not an int",
            file + ", line 9: unknown key 'order.force'; did you mean other.count?",
            "WATTUNE_KAFKA_BOOTSTRAP is wrong: 'nowhere' is not HOST:PORT",
            "unknown environment variable WATTUNE_PART_CUONT; did you mean WATTUNE_PART_COUNT?",
            "unknown option '--lits'; did you mean --list?",
            "--count must be in 1..100 points, was 101");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "a: [ | is not YAML",
        "just words | line 1 must begin with a key",
        "part.count: 1\\npart: {count: 2} | line 2: part.count stands in line 1 already",
        "part.list: [{a: 1}] | line 1: part.list may list values only",
        "other: &o {count: 1}\\npart: *o | part is an alias; write its value",
        "part.count: 1\\n---\\npart.count: 2 | begins a second document",
      })
  void aFileOfAnotherFormIsRefused(String text, String message) throws Exception {
    Path file = file(List.of(text.strip().split("\\\\n")));

    assertThat(probe.execute(Map.of(), "part", "--config", file.toString()))
        .isEqualTo(ExitCode.USAGE);
    assertThat(probe.err.toString()).contains(file + "", message.strip());
    assertThat(probe.part.runs).isZero();
  }

  @Test
  void aFileThatIsNotThereIsRefusedAndAnEmptyOneIsNot() throws Exception {
    Path missing = folder.resolve("missing.yaml");
    assertThat(probe.execute(Map.of("WATTUNE_CONFIG", missing.toString()), "part"))
        .isEqualTo(ExitCode.USAGE);
    assertThat(probe.problems()).hasSize(1).first().asString().contains("cannot be read");

    String empty = file(List.of("# nothing yet")).toString();
    assertThat(probe.execute(Map.of(), "part", "--config", empty)).isZero();
  }

  @Test
  void helpNeedsNoRightConfiguration() {
    var variables = Map.of("WATTUNE_NONSENSE", "1");

    assertThat(probe.execute(variables, "part", "--help")).isZero();
    assertThat(probe.out.toString()).contains("--config=FILE");
    assertThat(probe.err.toString()).isEmpty();
  }

  private Path file(List<String> lines) throws Exception {
    return Files.write(folder.resolve("wattune.yaml"), lines);
  }
}
