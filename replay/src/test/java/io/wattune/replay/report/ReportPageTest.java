package io.wattune.replay.report;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.wattune.schemas.profile.ProfileFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The page docs/reference/replay-report.md says what the code writes: no more, no less. */
class ReportPageTest {
  private static final Pattern FIRST_CELL = Pattern.compile("^\\| `([^`]+)` \\|");

  @Test
  void namesEveryFile() throws IOException {
    assertThat(section("The folder")).containsExactlyInAnyOrderElementsOf(ReportFolder.FILES);
  }

  @Test
  void namesEveryColumnInOrder() throws IOException {
    assertThat(section("power.csv")).containsExactlyElementsOf(PowerCsv.COLUMNS.keys());
    assertThat(section("ledger.csv")).containsExactlyElementsOf(LedgerCsv.COLUMNS.keys());
    assertThat(section("rejects.csv")).containsExactlyElementsOf(RejectsCsv.COLUMNS.keys());
  }

  @ParameterizedTest
  @ValueSource(strings = {"report.json", "profile.json", "provenance.json"})
  void namesEveryJsonField(String file) throws IOException {
    ReplayResult result = Samples.twoDevices();
    JsonNode root =
        switch (file) {
          case "report.json" -> JsonReport.of(Samples.withADetectedLoad());
          case "profile.json" ->
              new ObjectMapper()
                  .readTree(
                      ProfileFile.text(
                          result.devices().stream().map(DeviceResult::profile).toList()));
          default -> ProvenanceJson.of(result);
        };
    Set<String> written = new TreeSet<>();
    collect(root, "", written);
    assertThat(section(file)).containsExactlyInAnyOrderElementsOf(written);
  }

  private static void collect(JsonNode node, String path, Set<String> into) {
    if (node.isObject() && path.equals("versions")) {
      into.add("versions.*");
    } else if (node.isObject()) {
      node.properties()
          .forEach(
              field ->
                  collect(
                      field.getValue(),
                      path.isEmpty() ? field.getKey() : path + "." + field.getKey(),
                      into));
    } else if (node.isArray()) {
      node.forEach(element -> collect(element, path + "[]", into));
    } else {
      into.add(path);
    }
  }

  /** The names in the first column of a section's table. */
  private static List<String> section(String title) throws IOException {
    List<String> names = new ArrayList<>();
    boolean isInside = false;
    for (String line : Files.readAllLines(page())) {
      if (line.startsWith("## ")) {
        isInside = line.equals("## " + title);
      }
      Matcher cell = FIRST_CELL.matcher(line);
      if (isInside && cell.find()) {
        names.add(cell.group(1));
      }
    }
    return names;
  }

  private static Path page() {
    Path folder = Path.of("").toAbsolutePath();
    while (!Files.exists(folder.resolve("docs/reference/replay-report.md"))) {
      folder = folder.getParent();
      assertThat(folder).as("a folder above with docs/reference/replay-report.md").isNotNull();
    }
    return folder.resolve("docs/reference/replay-report.md");
  }
}
