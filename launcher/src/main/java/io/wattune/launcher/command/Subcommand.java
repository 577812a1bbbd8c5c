package io.wattune.launcher.command;

import java.io.PrintWriter;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** What all commands have: help, exit codes under a heading of their own, and standard output. */
@Command(mixinStandardHelpOptions = true, exitCodeListHeading = "%nExit codes:%n")
public abstract class Subcommand implements Callable<Integer> {
  @Spec private @Nullable CommandSpec spec;

  /** The command as picocli knows it. */
  protected final CommandSpec spec() {
    CommandSpec known = spec;
    if (known == null) {
      throw new IllegalStateException("the command must be run through picocli");
    }
    return known;
  }

  /** The whole command line, as it was given. */
  protected final List<String> arguments() {
    return spec().root().commandLine().getParseResult().originalArgs();
  }

  /** Whether an option stands in it. */
  protected final boolean isGiven(String option) {
    return spec().commandLine().getParseResult().hasMatchedOption(option);
  }

  /** What is wrong with the arguments as a whole. */
  protected final ParameterException wrong(String message) {
    return new ParameterException(spec().commandLine(), message);
  }

  /** Prints a result to standard output, at once and without blank lines behind it. */
  protected final void print(String result) {
    print(spec().commandLine().getOut(), result.stripTrailing());
  }

  /** Prints what is no result to standard error. */
  protected final void printAside(String line) {
    print(spec().commandLine().getErr(), line);
  }

  private static void print(PrintWriter out, String text) {
    out.println(text);
    out.flush();
  }
}
