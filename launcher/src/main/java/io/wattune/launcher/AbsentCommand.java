package io.wattune.launcher;

import io.wattune.launcher.option.CommandLineOnly;
import io.wattune.schemas.failure.EngineException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Unmatched;

/** Stands where a command would be whose jars are not installed here, and says so. */
@Command(hidden = true)
@CommandLineOnly
final class AbsentCommand implements Callable<Integer> {
  private final String name;

  @SuppressWarnings("UnusedVariable") // Whatever is given is taken.
  @Unmatched
  private List<String> arguments = new ArrayList<>();

  private AbsentCommand(String name) {
    this.name = name;
  }

  /** For a command that cannot be loaded; its name is read without its classes. */
  static CommandLine inPlaceOf(Class<?> command) {
    String name = WattuneCommand.name(command);
    var line = new CommandLine(new AbsentCommand(name));
    line.setCommandName(name);
    return line;
  }

  @Override
  public Integer call() throws EngineException {
    throw EngineException.wrongInput(
        "wattune "
            + name
            + " is not on the class path of a node; run it with all of Wattune, as"
            + " class-path.args has it");
  }
}
