package io.wattune.testbed.standin;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What a load program is to do.
 *
 * @param page of the devices
 * @param place of its device
 * @param mode what it reports of itself
 * @param name of its steps
 * @param phases one after another, again and again
 * @param stepSeconds length of a step at the highest clocks
 * @param noise standard deviation of a step's length, as a fraction
 * @param forSeconds how long; 0 until it is killed
 * @param socket of the agent, for {@link Mode#SOCKET}
 * @param port of its counters, for {@link Mode#SERVER}; 0 for any free one
 * @param untilClosed whether it ends with its standard input
 */
record LoadOptions(
    Path page,
    int place,
    Mode mode,
    String name,
    List<LoadPhase> phases,
    double stepSeconds,
    double noise,
    double forSeconds,
    @Nullable Path socket,
    int port,
    boolean untilClosed) {

  /** What a program reports of its work. */
  enum Mode {
    /** Nothing. */
    SILENT,
    /** Each step, at the agent's socket. */
    SOCKET,
    /** Counters that rise, for whoever scrapes them. */
    SERVER,
    /** Lines. */
    PROGRESS
  }

  /**
   * Some steps that the same thing limits.
   *
   * @param mix what limits them
   * @param steps how many
   * @param idleSeconds pause after each
   */
  record LoadPhase(CardModel.Mix mix, int steps, double idleSeconds) {}

  static final String USAGE =
      """
      usage: LoadProgram --page FILE [--device 0] [--mode silent|socket|server|progress]
        [--name train] [--phases COMPUTE:MEMORY[:STEPS[:IDLE]],...] [--step 0.1] [--noise 0.01]
        [--for 0] [--socket FILE] [--port 0] [--until-stdin-closes]
      Shares of time of 0 to 1, lengths in seconds at the highest clocks; without --for until it is killed.
      """;

  static LoadOptions parse(String... arguments) {
    Map<String, String> given = new HashMap<>();
    boolean untilClosed = false;
    for (int i = 0; i < arguments.length; i++) {
      if (arguments[i].equals("--until-stdin-closes")) {
        untilClosed = true;
      } else if (arguments[i].startsWith("--") && i + 1 < arguments.length) {
        given.put(arguments[i].substring(2), arguments[++i]);
      } else {
        throw new IllegalArgumentException("'" + arguments[i] + "' has no value");
      }
    }
    String page = given.remove("page");
    if (page == null) {
      throw new IllegalArgumentException("--page is missing");
    }
    String socket = given.remove("socket");
    var options =
        new LoadOptions(
            Path.of(page),
            Integer.parseInt(take(given, "device", "0")),
            Mode.valueOf(take(given, "mode", "silent").toUpperCase(java.util.Locale.ROOT)),
            take(given, "name", "train"),
            phases(take(given, "phases", "0.05:0.9")),
            Double.parseDouble(take(given, "step", "0.1")),
            Double.parseDouble(take(given, "noise", "0.01")),
            Double.parseDouble(take(given, "for", "0")),
            socket == null ? null : Path.of(socket),
            Integer.parseInt(take(given, "port", "0")),
            untilClosed);
    if (!given.isEmpty()) {
      throw new IllegalArgumentException("--" + given.keySet().iterator().next() + " is not known");
    }
    if (options.mode == Mode.SOCKET && socket == null) {
      throw new IllegalArgumentException("--mode socket needs --socket");
    }
    if (!(options.stepSeconds >= 0.001 && options.noise >= 0 && options.noise <= 0.2)) {
      throw new IllegalArgumentException("--step must be 0.001 or more, --noise 0 to 0.2");
    }
    return options;
  }

  private static String take(Map<String, String> given, String key, String initial) {
    String value = given.remove(key);
    return value == null ? initial : value;
  }

  private static List<LoadPhase> phases(String text) {
    List<LoadPhase> phases = new ArrayList<>();
    for (String each : text.split(",", -1)) {
      String[] parts = each.split(":", -1);
      if (parts.length < 2 || parts.length > 4) {
        throw new IllegalArgumentException("phase '" + each + "' must be like 0.05:0.9:100");
      }
      var mix = new CardModel.Mix(Double.parseDouble(parts[0]), Double.parseDouble(parts[1]));
      int steps = parts.length > 2 ? Integer.parseInt(parts[2]) : 1_000_000;
      double idle = parts.length > 3 ? Double.parseDouble(parts[3]) : 0;
      if (steps < 1 || !(idle >= 0)) {
        throw new IllegalArgumentException("phase '" + each + "' needs steps and no negative idle");
      }
      phases.add(new LoadPhase(mix, steps, idle));
    }
    return phases;
  }
}
