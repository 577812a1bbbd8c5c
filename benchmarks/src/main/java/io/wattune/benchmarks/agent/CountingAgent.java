package io.wattune.benchmarks.agent;

import io.wattune.collectors.kinds.DeviceKinds;
import io.wattune.launcher.WattuneCommand;
import io.wattune.launcher.node.AgentCommand;
import java.util.List;
import picocli.CommandLine;

/**
 * {@code wattune agent} as a node runs it, with counting devices; ends when standard input does.
 */
final class CountingAgent {

  /** Makes every command as the command line does, but an agent of counting devices. */
  private static final class Factory implements CommandLine.IFactory {
    private final CommandLine.IFactory others = CommandLine.defaultFactory();

    @Override
    public <K> K create(Class<K> type) throws Exception {
      if (type == AgentCommand.class) {
        return type.cast(new AgentCommand(() -> new DeviceKinds(List.of(new InstantKind()))));
      }
      return others.create(type);
    }
  }

  private CountingAgent() {}

  public static void main(String[] arguments) {
    System.exit(
        WattuneCommand.commandLine(System.getenv(), new Factory())
            .execute("agent", "--until-stdin-closes", "--listen", "127.0.0.1:0", arguments[0]));
  }
}
