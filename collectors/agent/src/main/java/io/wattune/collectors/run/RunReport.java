package io.wattune.collectors.run;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** What a command took, for people and for programs, from the agent's answer. */
public final class RunReport {
  private static final double NANOS = 1e-9;

  private final String name;
  private final JsonNode answer;
  private final double seconds;

  /**
   * A report.
   *
   * @param name of the activity
   * @param answer the agent's, to the end of the activity
   */
  public RunReport(String name, JsonNode answer) {
    this.name = name;
    this.answer = answer;
    this.seconds = (answer.path("endNanos").asLong() - answer.path("startNanos").asLong()) * NANOS;
  }

  /** Lines for people. */
  public List<String> lines() {
    List<String> lines = new ArrayList<>();
    JsonNode devices = answer.path("devices");
    lines.add(
        "wattune: '%s' took %s s and ".formatted(name, number(seconds))
            + (hasJoules(answer) ? energy(answer) : "an energy that is not known"));
    if (devices.size() > 1 || !answer.path("complete").asBoolean()) {
      devices.forEach(device -> lines.add("wattune:   " + device(device)));
    }
    if (!answer.path("complete").asBoolean() && hasJoules(answer)) {
      lines.add("wattune: the sum leaves out the devices that have no energy");
    }
    return lines;
  }

  /** How many devices it ran on. */
  public int devices() {
    return answer.path("devices").size();
  }

  private String device(JsonNode device) {
    String id = device.path("device").asText();
    return hasJoules(device)
        ? id + ": " + energy(device)
        : id + ": no energy: " + device.path("reason").asText();
  }

  /** Energy with its standard error, power, and how it was obtained. */
  private String energy(JsonNode of) {
    double joules = of.path("joules").asDouble();
    double share = of.path("share").asDouble(1);
    return "%s J +- %s J, %s W (%s%s%s%s"
        .formatted(
            number(joules),
            number(of.path("standardErrorJoules").asDouble()),
            number(joules / seconds),
            of.path("quality").asText().toLowerCase(Locale.ROOT),
            String.format(Locale.ROOT, ", %.0f %% seen", 100 * of.path("coverage").asDouble()),
            share < 1
                ? String.format(Locale.ROOT, ", %.0f %% of the time its own", 100 * share)
                : "",
            of.path("provisional").asBoolean() ? ", provisional)" : ")");
  }

  private static boolean hasJoules(JsonNode of) {
    return of.path("joules").isNumber();
  }

  /** Four digits that count, or all of a greater number. */
  private static String number(double value) {
    double size = Math.abs(value);
    int decimals = size >= 1000 ? 0 : size >= 100 ? 1 : size >= 10 ? 2 : 3;
    return String.format(Locale.ROOT, "%." + decimals + "f", value);
  }

  /** The same line of a command that nobody measured. */
  public static String unmeasured(String name, int exitCode, double seconds, String why) {
    ObjectNode json = JsonNodeFactory.instance.objectNode();
    json.put("complete", false);
    json.putNull("joules");
    json.put("reason", why);
    json.put("name", name);
    json.put("exitCode", exitCode);
    json.put("seconds", seconds);
    return json.toString();
  }

  /** One JSON object for programs: the agent's answer, with what was run. */
  public ObjectNode json(int exitCode) {
    ObjectNode json = answer.deepCopy();
    json.remove(List.of("ok", "do"));
    json.put("name", name);
    json.put("exitCode", exitCode);
    json.put("seconds", seconds);
    if (hasJoules(answer) && seconds > 0) {
      json.put("watts", answer.path("joules").asDouble() / seconds);
    }
    return json;
  }
}
