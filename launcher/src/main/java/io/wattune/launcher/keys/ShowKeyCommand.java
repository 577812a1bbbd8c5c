package io.wattune.launcher.keys;

import io.wattune.launcher.command.CommandFailedException;
import io.wattune.launcher.command.ExitCode;
import io.wattune.launcher.option.CommandLineOnly;
import io.wattune.launcher.option.Output;
import io.wattune.schemas.signature.KeyFile;
import io.wattune.schemas.signature.KeyFileException;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code wattune keys show}: says what nodes must know of a key. */
@Command(
    name = "show",
    mixinStandardHelpOptions = true,
    description = {
      "Prints the entry for tuning.keys of a node's file of a key that was made before. Nothing of"
          + " the private half is shown."
    },
    exitCodeListHeading = "%nExit codes:%n",
    exitCodeList = {
      "0:done",
      "1:the file cannot be read, is no key file, or others may read it",
      "2:wrong arguments"
    })
@CommandLineOnly
public final class ShowKeyCommand implements Callable<Integer> {
  @Spec private @Nullable CommandSpec spec;

  @Parameters(paramLabel = "FILE", description = "the key file")
  private Path file = Path.of("");

  @Override
  public Integer call() throws CommandFailedException {
    try {
      Output.line(spec, KeyEntry.of(KeyFile.read(file)));
    } catch (KeyFileException e) {
      throw CommandFailedException.failed(String.valueOf(e.getMessage()), e);
    }
    return ExitCode.DONE;
  }
}
