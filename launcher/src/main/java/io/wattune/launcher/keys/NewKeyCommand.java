package io.wattune.launcher.keys;

import io.wattune.launcher.command.ExitCode;
import io.wattune.launcher.command.Subcommand;
import io.wattune.launcher.option.CommandLineOnly;
import io.wattune.schemas.failure.EngineException;
import io.wattune.schemas.signature.KeyFile;
import io.wattune.schemas.signature.SigningKey;
import java.nio.file.Path;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** {@code wattune keys new}: makes a key. */
@Command(
    name = "new",
    description = {
      "Makes a new key, writes it to a new file that only its owner may read, and prints the entry"
          + " for tuning.keys of a node's file. To replace a key, list both, put the new file in the"
          + " old one's place, and take the old one out of the list; writers and controller take each"
          + " of it while they run."
    },
    exitCodeList = {
      "0:done",
      "1:the file is there already or cannot be written",
      "2:wrong arguments"
    })
@CommandLineOnly
public final class NewKeyCommand extends Subcommand {
  @Parameters(paramLabel = "FILE", description = "where to write it")
  private Path file = Path.of("");

  @Override
  public Integer call() throws EngineException {
    SigningKey key = SigningKey.generate();
    try {
      KeyFile.write(file, key);
    } catch (EngineException e) {
      throw EngineException.of(e);
    }
    print(KeysCommand.entry(key));
    return ExitCode.DONE;
  }
}
