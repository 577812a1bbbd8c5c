package io.wattune.launcher.compose;

import io.wattune.collectors.setup.NodeFolder;
import io.wattune.launcher.WattuneCommand;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.ParseResult;

/** A part of Wattune as docker-compose.yml starts it, held against the command line itself. */
final class ComposePart {
  /** A file that is broken in one service is looked at there alone. */
  private static final Map<ComposeService, List<String>> FOUND = new ConcurrentHashMap<>();

  private ComposePart() {}

  /** The command that it runs. */
  static String name(ComposeService service) {
    return service.command().isEmpty() ? "" : service.command().get(0);
  }

  /** The port on which it is told to listen; 0 for none. */
  static int listenPort(ComposeService service) {
    String address = service.environment().getOrDefault(variable(service, "LISTEN"), "");
    return address.matches("0\\.0\\.0\\.0:\\d+")
        ? Integer.parseInt(address.substring(address.indexOf(':') + 1))
        : 0;
  }

  /** All have one but those of a node that set, restore, or tell who may. */
  static boolean hasServer(ComposeService service) {
    return !List.of("writer", "guardian", "setup").contains(name(service));
  }

  /** Where it reports, given the node's folder; null where it has a server, or runs once. */
  static @Nullable Path statusFile(ComposeService service, NodeFolder folder) {
    boolean isHalf = service.command().contains("--setter");
    return switch (name(service)) {
      case "writer" -> (isHalf ? folder.ofDecisions() : folder).writerStatus();
      case "guardian" -> (isHalf ? folder.ofGuardian() : folder).guardianStatus();
      default -> null;
    };
  }

  private static String variable(ComposeService service, String option) {
    return "WATTUNE_" + name(service).toUpperCase(Locale.ROOT) + "_" + option;
  }

  /** What the command would refuse, told by the command itself; nothing is started. */
  static List<String> problems(ComposeService service) {
    return FOUND.computeIfAbsent(service, ComposePart::look);
  }

  private static List<String> look(ComposeService service) {
    List<String> problems = new ArrayList<>();
    Map<String, String> environment = service.wattuneEnvironment();
    if (!hasServer(service)) {
      if (listenPort(service) != 0) {
        problems.add("is told to listen, and has no server");
      }
    } else if (listenPort(service) == 0
        || !environment.containsKey(variable(service, "TOKEN_FILE"))) {
      problems.add("is not told on which port to listen, or who may ask");
    }
    CommandLine root = WattuneCommand.commandLine(environment);
    if (!root.getSubcommands().containsKey(name(service))) {
      problems.add("there is no command '" + name(service) + "'");
      return problems;
    }
    ParseResult parsed = root.parseArgs(service.command().toArray(String[]::new));
    for (ParseResult each = parsed; each != null; each = each.subcommand()) {
      each.errors().forEach(error -> problems.add(String.valueOf(error.getMessage())));
    }
    StringWriter said = new StringWriter();
    root.setErr(new PrintWriter(said)).setOut(new PrintWriter(new StringWriter()));
    // A part that is told nothing has no configuration that could be wrong.
    if (!environment.isEmpty() && root.execute("config", name(service)) != 0) {
      problems.add(said.toString().strip());
    }
    return problems;
  }
}
