package io.wattune.collectors.run;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.wattune.collectors.agent.TimeSource;
import io.wattune.collectors.procfs.ProcTable;
import java.io.IOException;
import java.time.Duration;
import java.util.Map;
import java.util.UUID;

/** A command as an activity: what is said to the agent when it starts and ends. */
public final class RunActivity {
  /** For an answer that comes at once. */
  static final Duration PATIENCE = Duration.ofSeconds(10);

  /** For the energy to settle: a second, or some where the sensor averages. */
  private static final Duration LONGEST_SETTLING = Duration.ofSeconds(15);

  private final String id = UUID.randomUUID().toString();
  private final RunRequest request;
  private final Map<String, String> labels;

  RunActivity(RunRequest request, Map<String, String> labels) {
    this.request = request;
    this.labels = Map.copyOf(labels);
  }

  public String id() {
    return id;
  }

  public String name() {
    return request.shownName();
  }

  /** It starts now, and ends at the latest when this process does. */
  public void start(AgentSocket agent) throws IOException, NotMeasuredException {
    ObjectNode line = line("start");
    line.put("name", name());
    line.put("level", request.level());
    line.put("untilClosed", true);
    long pid = ProcessHandle.current().pid();
    line.put("pid", pid); // The command and what it starts descend from it.
    String begun = ProcTable.system().startTicks(pid);
    if (begun != null) {
      line.put("pidStart", Long.parseLong(begun));
    }
    if (!request.devices().isEmpty()) {
      request.devices().forEach(line.putArray("devices")::add);
    }
    if (!labels.isEmpty()) {
      labels.forEach(line.putObject("labels")::put);
    }
    if (request.parent() != null) {
      line.put("parent", request.parent());
    }
    JsonNode unused = done(agent.ask(line, PATIENCE));
  }

  /** It has ended now; waits for its energy. */
  public JsonNode end(AgentSocket agent) throws IOException, NotMeasuredException {
    ObjectNode line = line("end");
    line.put("waitMillis", LONGEST_SETTLING.toMillis());
    return done(agent.ask(line, LONGEST_SETTLING.plus(PATIENCE)));
  }

  private ObjectNode line(String ask) {
    ObjectNode line = JsonNodeFactory.instance.objectNode();
    line.put("do", ask);
    line.put("id", id);
    line.put("atNanos", TimeSource.SYSTEM.wallNanos());
    return line;
  }

  static JsonNode done(JsonNode answer) throws NotMeasuredException {
    if (!answer.path("ok").asBoolean()) {
      throw new NotMeasuredException(
          "the agent refused: " + answer.path("error").asText("it said " + answer));
    }
    return answer;
  }
}
