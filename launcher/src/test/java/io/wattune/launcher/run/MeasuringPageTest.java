package io.wattune.launcher.run;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.wattune.collectors.node.NodeConfig;
import io.wattune.collectors.node.NodeFile;
import io.wattune.collectors.node.ServerConfig;
import io.wattune.collectors.node.ServerPreset;
import io.wattune.collectors.run.RunReport;
import io.wattune.core.counter.WorkSignal;
import io.wattune.launcher.WattuneCommand;
import io.wattune.testkit.Repository;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;
import picocli.CommandLine.ParseResult;

/** What docs/measuring.md tells people to type is what the commands take. */
class MeasuringPageTest {
  private static final Path PAGE = Repository.root().resolve("docs/measuring.md");

  @TempDir private Path folder;

  @Test
  void everyCommandOnThePageIsTaken() throws Exception {
    List<String> commands =
        blocks("sh").stream()
            .flatMap(String::lines)
            .filter(line -> line.startsWith("./wattune "))
            .toList();

    assertThat(commands).hasSize(6);
    for (String line : commands) {
      String[] arguments = line.substring("./wattune ".length()).split(" ");
      CommandLine root = WattuneCommand.commandLine(Map.of());
      ParseResult parsed = root.parseArgs(arguments);
      assertThat(parsed.subcommand().errors()).as(Arrays.toString(arguments)).isEmpty();
    }
  }

  @Test
  void theNodesFileOnThePageCanBeRead() throws Exception {
    String json = blocks("json").get(0);

    NodeConfig node = NodeFile.read(Files.writeString(folder.resolve("node.json"), json));

    assertThat(node.activities().isOn()).isTrue();
    assertThat(node.activities().socket()).hasToString(RunCommand.USUAL_SOCKET);
    assertThat(node.activities().dropFolder()).hasToString("/var/spool/wattune");
    assertThat(node.activities().group()).isEqualTo("wattune");
  }

  @Test
  void theServersOnThePageCanBeRead() throws Exception {
    NodeConfig node =
        NodeFile.read(Files.writeString(folder.resolve("node.json"), blocks("json").get(1)));

    assertThat(node.servers()).extracting(ServerConfig::name).containsExactly("llm", "own");
    String page = Files.readString(PAGE);
    for (ServerPreset preset : ServerPreset.values()) {
      assertThat(page).contains("| `" + preset.label() + "` | `" + preset.metric() + "` |");
    }
    for (WorkSignal signal : WorkSignal.values()) {
      assertThat(page).contains("| `" + signal + "` |");
    }
  }

  @Test
  void theLineOnThePageIsWhatIsPrinted() throws Exception {
    var report =
        new RunReport(
            "python",
            new ObjectMapper()
                .readTree(
                    """
                    {"ok":true,"do":"end","startNanos":0,"endNanos":124300000000,"complete":true,
                     "provisional":true,"joules":29873,"standardErrorJoules":1046,
                     "quality":"ESTIMATED","coverage":1,"devices":[{"device":"n1/G1"}]}"""));

    assertThat(blocks("")).anyMatch(block -> report.lines().get(0).equals(block.strip()));
  }

  @Test
  void variablesAndFilesOnThePageAreThere() throws Exception {
    String page = Files.readString(PAGE);
    String cli = Files.readString(Repository.root().resolve("docs/reference/configuration.md"));

    assertThat(cli).contains("`WATTUNE_ACTIVITIES_SOCKET`", "`WATTUNE_ACTIVITIES_PARENT`");
    for (String file : List.of("clients/python/wattune.py", "docs/reference/activities.md")) {
      assertThat(page).contains(file);
      assertThat(Repository.root().resolve(file)).exists();
    }
  }

  private static List<String> blocks(String language) throws Exception {
    return Pattern.compile("^```(\\w*)\n(.*?)^```$", Pattern.MULTILINE | Pattern.DOTALL)
        .matcher(Files.readString(PAGE))
        .results()
        .filter((MatchResult block) -> block.group(1).equals(language))
        .map((MatchResult block) -> block.group(2))
        .toList();
  }
}
