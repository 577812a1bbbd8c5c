package io.wattune.launcher.keys;

import io.wattune.launcher.command.ExitCode;
import io.wattune.launcher.command.Subcommand;
import io.wattune.launcher.option.CommandLineOnly;
import io.wattune.schemas.failure.EngineException;
import io.wattune.schemas.signature.KeyFile;
import java.nio.file.Path;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** {@code wattune keys show}: says what nodes must know of a key. */
@Command(
    name = "show",
    description = {
      "Prints the entry for tuning.keys of a node's file of a key that was made before. Nothing of"
          + " the private half is shown."
    },
    exitCodeList = {
      "0:done",
      "1:the file cannot be read, is no key file, or others may read it",
      "2:wrong arguments"
    })
@CommandLineOnly
public final class ShowKeyCommand extends Subcommand {
  @Parameters(paramLabel = "FILE", description = "the key file")
  private Path file = Path.of("");

  @Override
  public Integer call() throws EngineException {
    try {
      print(KeysCommand.entry(KeyFile.read(file)));
    } catch (EngineException e) {
      throw EngineException.of(e);
    }
    return ExitCode.DONE;
  }
}
