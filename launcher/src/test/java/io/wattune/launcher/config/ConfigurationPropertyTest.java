package io.wattune.launcher.config;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.CharRange;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.StringLength;

/** A value that is given in one place alone is the one that is used, whichever place it is. */
class ConfigurationPropertyTest {

  @Property(tries = 30, seed = "1")
  void aNumberInAnyPlaceIsTheOneUsed(@ForAll @IntRange(min = 1, max = 100) int count)
      throws IOException {
    assertThat(inFile("part.count: " + count).part.count).isEqualTo(count);
    assertThat(inEnvironment("WATTUNE_PART_COUNT", "" + count).part.count).isEqualTo(count);
    assertThat(onCommandLine("--count=" + count).part.count).isEqualTo(count);
  }

  @Property(tries = 60, seed = "2")
  void aTextInAnyPlaceIsTheOneUsed(
      @ForAll @StringLength(min = 1, max = 12) @CharRange(from = ' ', to = '~') String name)
      throws IOException {
    assertThat(inFile("part: {name: '" + name.replace("'", "''") + "'}").part.name).isEqualTo(name);
    assertThat(inEnvironment("WATTUNE_PART_NAME", name).part.name).isEqualTo(name);
    assertThat(onCommandLine("--name=" + name).part.name).isEqualTo(name);
  }

  @Property(tries = 30, seed = "1")
  void aNumberOutOfRangeIsRefusedInAnyPlace(@ForAll int count) throws IOException {
    boolean isRight = count >= 1 && count <= 100;
    assertThat(inFile("part.count: " + count).part.runs == 1).isEqualTo(isRight);
    assertThat(inEnvironment("WATTUNE_PART_COUNT", "" + count).part.runs == 1).isEqualTo(isRight);
    assertThat(onCommandLine("--count=" + count).part.runs == 1).isEqualTo(isRight);
  }

  @Example
  void theEndsOfTheRangeBelongToIt() {
    assertThat(onCommandLine("--count=1").part.runs).isEqualTo(1);
    assertThat(onCommandLine("--count=100").part.runs).isEqualTo(1);
    assertThat(onCommandLine("--count=0").part.runs).isZero();
    assertThat(onCommandLine("--count=101").part.runs).isZero();
  }

  private static ProbeCommand inFile(String line) throws IOException {
    Path file = Files.writeString(Files.createTempFile("wattune", ".yaml"), line + "\n");
    try {
      var probe = new ProbeCommand();
      probe.execute(Map.of(), "part", "--config", file.toString());
      return probe;
    } finally {
      Files.delete(file);
    }
  }

  private static ProbeCommand inEnvironment(String variable, String value) {
    var probe = new ProbeCommand();
    probe.execute(Map.of(variable, value), "part");
    return probe;
  }

  private static ProbeCommand onCommandLine(String argument) {
    var probe = new ProbeCommand();
    probe.execute(Map.of(), "part", argument);
    return probe;
  }
}
