package io.wattune.launcher.docs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.wattune.collectors.node.NodeConfig;
import io.wattune.collectors.node.NodeFile;
import io.wattune.launcher.WattuneCommand;
import io.wattune.testkit.Repository;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What docs/tuning.md says to write and to type is a node's file and commands. */
class TuningPageTest {
  private static final Pattern BLOCK = Pattern.compile("(?s)```(\\w+)\n(.*?)```");

  @TempDir private Path folder;

  @Test
  void itsNodeFilesAreRight() throws Exception {
    ObjectMapper json = new ObjectMapper();
    List<String> blocks = blocks("json");
    ObjectNode file = (ObjectNode) json.readTree(blocks.get(0));
    List<String> kinds = new ArrayList<>(List.of(kindOf(file)));
    for (String others : blocks.subList(1, blocks.size())) {
      // Both keys in one object, as the page says where each belongs.
      ObjectNode keys = (ObjectNode) json.readTree("{" + others + "}");
      file.set("devices", keys.get("devices"));
      ((ObjectNode) file.get("tuning")).set("controls", keys.get("controls"));
      kinds.add(kindOf(file));
    }

    assertThat(kinds).containsExactly("nvidia", "amd", "powercap");
  }

  @Test
  void itsCommandsExist() throws Exception {
    List<String> commands =
        blocks("bash").stream()
            .flatMap(String::lines)
            .map(line -> line.replaceFirst("\\s+#.*", ""))
            .map(line -> line.replaceFirst("^sudo ", ""))
            .toList();

    assertThat(commands)
        .hasSizeGreaterThan(10)
        .allSatisfy(
            line -> {
              assertThat(line).startsWith("./wattune ");
              assertThatCode(() -> WattuneCommand.commandLine(Map.of()).parseArgs(words(line)))
                  .as(line)
                  .doesNotThrowAnyException();
            });
  }

  private String kindOf(ObjectNode file) throws Exception {
    Path path = folder.resolve("node.json");
    Files.writeString(path, file.toString());
    NodeConfig node = NodeFile.read(path);
    assertThat(node.tuning().isOn()).isTrue();
    return file.at("/devices/0/kind").asText();
  }

  private static String[] words(String command) {
    return command.replaceFirst("^\\S+ ", "").replace("\"", "").split("\\s+");
  }

  private static List<String> blocks(String language) throws IOException {
    Matcher blocks = BLOCK.matcher(Files.readString(Repository.root().resolve("docs/tuning.md")));
    List<String> found = new ArrayList<>();
    while (blocks.find()) {
      if (blocks.group(1).equals(language)) {
        found.add(blocks.group(2).strip());
      }
    }
    return found;
  }
}
