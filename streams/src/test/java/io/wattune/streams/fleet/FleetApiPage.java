package io.wattune.streams.fleet;

import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.wattune.core.Quality;
import io.wattune.core.fleet.DeviceFacts;
import io.wattune.core.fleet.FleetNode;
import io.wattune.core.fleet.FleetScope;
import io.wattune.core.fleet.FleetSum;
import io.wattune.core.fleet.PowerSample;
import io.wattune.core.fleet.WindowEnergy;
import io.wattune.streams.fleet.answer.Answer;
import io.wattune.streams.fleet.answer.AnswerJson;
import io.wattune.streams.fleet.answer.AtTime;
import io.wattune.streams.fleet.answer.DeviceAnswer;
import io.wattune.streams.fleet.answer.SumAnswer;
import java.io.IOException;
import java.lang.reflect.RecordComponent;
import java.util.List;

/** The text of docs/reference/fleet-api.md, from the records that are answered. */
final class FleetApiPage {
  private static final long AT_NANOS = 1_800_000_000_123_456_789L;
  private static final long STALE_AFTER_NANOS = 10_000_000_000L;

  private static final String PATHS =
      """
      | path | answers |
      |---|---|
      | `GET /api/fleet/cluster` | one sum: the cluster |
      | `GET /api/fleet/racks` | the sums of all racks; that of the nodes that name none has an empty name |
      | `GET /api/fleet/nodes` | the sums of all nodes |
      | `GET /api/fleet/nodes?rack=RACK` | those of a rack; `rack=` for those that name none |
      | `GET /api/fleet/nodes/NODE` | one sum: the node; 404 where there is none |
      | `GET /api/fleet/devices` | the newest of every device |
      | `GET /api/fleet/devices?node=NODE` | those of a node |
      """;

  private final StringBuilder page = new StringBuilder();

  private FleetApiPage() {}

  static String of() throws IOException {
    var page = new FleetApiPage();
    page.head();
    page.page.append(PATHS);
    page.missing();
    page.record("Every answer", Answer.class);
    page.record("A sum (`sums`)", SumAnswer.class);
    page.record("A device (`devices`)", DeviceAnswer.class);
    page.record("A time (`at`)", AtTime.class);
    page.example("GET /api/fleet/nodes/n1", Answer.ofSums(10, List.of(sum())));
    page.example(
        "GET /api/fleet/devices?node=n1",
        Answer.ofDevices(10, DeviceAnswer.ofNode(node(), 0, STALE_AFTER_NANOS)));
    return page.page.toString();
  }

  private void head() {
    line("# The fleet view's answers over HTTP");
    line("");
    line("Generated from the records. To refresh:");
    line("`" + FleetApiPageTest.REFRESH + "`");
    line("");
    line(
        "Each instance of `wattune fleet` answers for the whole fleet: what it does not own it asks");
    line(
        "of the instance that does, for at most 3 s. Answers are read-only JSON. Where a token file");
    line(
        "is given, every request needs `Authorization: Bearer TOKEN`. Instances show each other the");
    line(
        "token of its line `read.peers`, the same in all of them, and no other: whoever joins their");
    line("group in Kafka is shown it, too.");
    line("");
  }

  private void missing() {
    line("");
    line("**What is missing is said.** A list of which an instance did not answer has `complete`");
    line(
        "false and names it in `missing`: a sum over such a list is too small. A question with one");
    line("owner (the cluster, a rack, a node) has no answer while its owner has none: 503 with");
    line(
        "`Retry-After`, as while parts change hands. An error is `{\"error\", \"where\", \"do\"}`.");
    line("");
    line("**Numbers.** Watts are decimals. Microjoules and nanoseconds are text, since JavaScript");
    line(
        "loses whole numbers above 2^53; read them with `BigInt`. Sums are exact: the racks' energy");
    line("adds up to the cluster's to the microjoule, once nothing has changed for some seconds.");
    line("The levels are sent one after the other, each at most once a second.");
  }

  private void record(String title, Class<? extends Record> type) {
    line("");
    line("## " + title);
    line("");
    line("| field | type | meaning |");
    line("|---|---|---|");
    for (RecordComponent field : type.getRecordComponents()) {
      JsonPropertyDescription words =
          field.getAccessor().getAnnotation(JsonPropertyDescription.class);
      if (words == null) {
        throw new IllegalStateException(
            type.getSimpleName() + "." + field.getName() + " needs words");
      }
      line("| `" + field.getName() + "` | " + typeOf(field) + " | " + words.value() + " |");
    }
  }

  private static String typeOf(RecordComponent field) {
    return switch (field.getType().getSimpleName()) {
      case "String" -> "text";
      case "boolean" -> "true or false";
      case "int", "long" -> "integer";
      case "double", "BigDecimal" -> "decimal";
      case "AtTime" -> "time";
      case "List" -> "list";
      default -> throw new IllegalStateException("a type without a word: " + field);
    };
  }

  private void example(String request, Answer answer) throws IOException {
    var json = new ObjectMapper();
    line("");
    line("## Example: `" + request + "`");
    line("");
    line("```json");
    line(
        json.writerWithDefaultPrettyPrinter()
            .writeValueAsString(json.readTree(AnswerJson.write(answer))));
    line("```");
  }

  private static SumAnswer sum() {
    FleetSum sum = node().sum(0, STALE_AFTER_NANOS);
    return SumAnswer.of(FleetScope.NODE, "n1", "r1", sum);
  }

  private static FleetNode node() {
    var node = new FleetNode("n1");
    node.describe("n1/GPU-1", new DeviceFacts("r1", null, AT_NANOS - 1), 0);
    node.describe("n1/GPU-2", new DeviceFacts("r1", null, AT_NANOS), 0);
    node.measure("n1/GPU-1", new PowerSample(AT_NANOS, 0, 0, 312_450, 2_100, Quality.CORRECTED), 0);
    node.energy(
        "n1/GPU-1", new WindowEnergy(0, 10_000_000_000L, 0, 0, false, 9_007_199_254_740_993L));
    return node;
  }

  private void line(String text) {
    page.append(text).append('\n');
  }
}
