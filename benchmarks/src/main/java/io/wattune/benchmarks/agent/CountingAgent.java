package io.wattune.benchmarks.agent;

import io.wattune.collectors.kinds.DeviceKinds;
import io.wattune.collectors.node.NodeFile;
import io.wattune.launcher.node.NodeAgent;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Consumer;

/** The agent of a node of counting devices, as a process; ends when its standard input does. */
final class CountingAgent {

  private CountingAgent() {}

  public static void main(String[] arguments) throws Exception {
    var kinds = new DeviceKinds(List.of(new CountingKind()));
    Consumer<String> changes = System.err::println;
    try (NodeAgent agent = NodeAgent.start(NodeFile.read(Path.of(arguments[0])), kinds, changes)) {
      awaitEnd();
      System.out.println(agent.agentStatus().polls() + " " + agent.publisherStatus().confirmed());
    }
  }

  private static void awaitEnd() throws IOException {
    while (System.in.read() >= 0) {
      // Whatever is written is passed over.
    }
  }
}
