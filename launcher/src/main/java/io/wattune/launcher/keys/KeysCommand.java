package io.wattune.launcher.keys;

import io.wattune.launcher.command.Subcommand;
import io.wattune.launcher.option.CommandLineOnly;
import io.wattune.schemas.signature.SigningKey;
import picocli.CommandLine.Command;

/** {@code wattune keys}: the keys with which controllers sign, and those of nodes' codes. */
@Command(
    name = "keys",
    synopsisSubcommandLabel = "COMMAND",
    description = {
      "Makes and shows the keys with which a controller signs its decisions (wattune control"
          + " --signing-key), and prints what a node's file must say to believe them. Makes the keys"
          + " of the codes by which a reader knows which node a record is from, too."
    },
    exitCodeList = {"0:done", "1:a key file cannot be used", "2:wrong arguments"},
    subcommands = {
      NewKeyCommand.class,
      ShowKeyCommand.class,
      NewMasterCommand.class,
      NodeCodeCommand.class
    })
@CommandLineOnly
public final class KeysCommand extends Subcommand {
  @Override
  public Integer call() {
    throw wrong("say what to do: new, show, master or node");
  }

  /** What a node's file says of a key: one object for the list {@code tuning.keys}, in one line. */
  static String entry(SigningKey key) {
    return "{\"id\": \"" + key.id() + "\", \"publicKey\": \"" + key.publicKey() + "\"}";
  }
}
