package io.wattune.launcher.option;

import java.io.PrintWriter;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;

/** A command's standard output. */
public final class Output {
  private Output() {}

  /** Prints a line at once; nothing where the command was not run through picocli. */
  public static void line(@Nullable CommandSpec command, String line) {
    if (command != null) {
      PrintWriter out = command.commandLine().getOut();
      out.println(line);
      out.flush();
    }
  }
}
