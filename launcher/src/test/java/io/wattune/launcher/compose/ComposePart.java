package io.wattune.launcher.compose;

import io.wattune.launcher.WattuneCommand;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import picocli.CommandLine;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParameterException;

/**
 * A part of Wattune as docker-compose.yml starts it, held against the command line.
 *
 * @param name of the command
 * @param listenPort port on which it is told to listen; 0 for none
 * @param problems what the command would refuse
 */
record ComposePart(String name, int listenPort, List<String> problems) {
  /** Variables that several parts understand. */
  private static final Set<String> COMMON = Set.of("WATTUNE_KAFKA_BOOTSTRAP", "WATTUNE_CONFIG");

  /** Takes long to make, and parses as often as one likes. */
  private static final CommandLine ROOT = WattuneCommand.commandLine();

  static ComposePart of(ComposeService service) {
    String name = service.command().isEmpty() ? "" : service.command().get(0);
    CommandLine command = ROOT.getSubcommands().get(name);
    List<String> problems = new ArrayList<>();
    if (command == null) {
      return new ComposePart(name, 0, List.of("there is no command '" + name + "'"));
    }
    try {
      ROOT.parseArgs(service.command().toArray(String[]::new));
    } catch (ParameterException e) {
      problems.add(String.valueOf(e.getMessage()));
    }
    Set<String> known = known(name, command);
    Map<String, String> environment = service.wattuneEnvironment();
    environment.keySet().stream()
        .filter(variable -> !known.contains(variable))
        .forEach(variable -> problems.add("does not know " + variable));
    String prefix = "WATTUNE_" + name.toUpperCase(Locale.ROOT) + "_";
    String listen = environment.getOrDefault(prefix + "LISTEN", "");
    if (!listen.startsWith("0.0.0.0:") || !environment.containsKey(prefix + "TOKEN_FILE")) {
      problems.add("is not told on which port to listen, or who may ask");
    }
    int port = listen.isEmpty() ? 0 : Integer.parseInt(listen.substring(listen.indexOf(':') + 1));
    return new ComposePart(name, port, problems);
  }

  private static Set<String> known(String name, CommandLine command) {
    Set<String> known = new TreeSet<>(COMMON);
    for (OptionSpec option : command.getCommandSpec().options()) {
      String key = option.longestName().replaceFirst("^--", "").replace('-', '_');
      known.add(("WATTUNE_" + name + "_" + key).toUpperCase(Locale.ROOT));
    }
    return known;
  }
}
