package io.wattune.launcher.config;

import io.wattune.launcher.command.ExitCode;
import io.wattune.schemas.failure.FailureWords;
import java.io.PrintWriter;
import java.util.List;
import java.util.stream.Collectors;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.UnmatchedArgumentException;

/** Reports what is wrong with the arguments of a command: one line for each problem. */
public final class Problems {
  private Problems() {}

  /** Prints the problems to standard error; returns the exit code. */
  public static int report(CommandLine command, List<String> problems) {
    CommandSpec spec = command.getCommandSpec();
    PrintWriter err = command.getErr();
    for (String problem : problems) {
      err.println(
          "wattune: %s; see %s --help"
              .formatted(EffectiveValues.masked(problem), spec.qualifiedName()));
    }
    err.flush();
    return ExitCode.USAGE;
  }

  /** What is wrong with an argument, in one line. */
  public static String words(ParameterException failure) {
    if (failure instanceof UnmatchedArgumentException unmatched) {
      List<String> nearest = unmatched.getSuggestions();
      return (unmatched.isUnknownOption() ? "unknown option " : "unexpected argument ")
          + unmatched.getUnmatched().stream()
              .limit(1)
              .map(argument -> "'" + argument + "'")
              .collect(Collectors.joining())
          + (nearest.isEmpty() ? "" : "; did you mean " + nearest.get(0) + "?");
    }
    return FailureWords.of(failure).strip().replaceAll("\\s*\\R\\s*", " ");
  }
}
