package io.wattune.launcher.node;

import io.wattune.collectors.device.DeviceException;
import io.wattune.collectors.kinds.DeviceKinds;
import io.wattune.collectors.node.NodeConfig;
import io.wattune.launcher.CommandFailedException;
import io.wattune.launcher.ExitCode;
import io.wattune.launcher.teardown.Teardown;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code wattune agent}: reads the devices of nodes until it is stopped. */
@Command(
    name = "agent",
    mixinStandardHelpOptions = true,
    description =
        "Reads the devices of a node and publishes their power, counters and activities, until it is"
            + " stopped. While the broker is away, records wait on disk. Needs no privilege.",
    exitCodeListHeading = "%nExit codes:%n",
    exitCodeList = {
      "0:done",
      "1:a device or the node's folder cannot be used",
      "2:wrong arguments, or a node's file is wrong",
      "130:stopped with Ctrl-C, after what was read has been sent or put on disk",
      "143:stopped with SIGTERM, likewise"
    })
public final class AgentCommand implements Callable<Integer> {

  @Spec private @Nullable CommandSpec spec;

  @Parameters(
      paramLabel = "NODE.json",
      arity = "1..*",
      description = "the node's file; several for several nodes in one process")
  private List<Path> files = List.of();

  @Override
  public Integer call() throws Exception {
    List<NodeConfig> nodes = NodeFiles.read(files);
    var stopped = new CountDownLatch(1);
    try (Teardown teardown = Teardown.install()) {
      teardown.add("let the command end", stopped::countDown);
      var agents = new ArrayList<NodeAgent>();
      teardown.add("stop the agents", () -> close(agents));
      for (NodeConfig node : nodes) {
        NodeAgent agent = start(node);
        synchronized (agents) {
          agents.add(agent);
        }
        print(node, "reads " + node.devices().size() + " devices");
      }
      stopped.await();
    }
    return ExitCode.DONE;
  }

  private NodeAgent start(NodeConfig node) throws CommandFailedException {
    try {
      return NodeAgent.start(node, DeviceKinds.standard(), change -> print(node, change));
    } catch (DeviceException | IllegalArgumentException e) {
      throw CommandFailedException.failed("node " + node.node() + ": " + e.getMessage(), e);
    } catch (IOException e) {
      throw CommandFailedException.failed(
          "node " + node.node() + ": the spool cannot be used: " + e.getMessage(), e);
    }
  }

  /** All at once: each may take some seconds to flush. */
  private static void close(List<NodeAgent> agents) {
    List<NodeAgent> started;
    synchronized (agents) {
      started = List.copyOf(agents);
    }
    started.parallelStream().forEach(NodeAgent::close);
  }

  private void print(NodeConfig node, String change) {
    if (spec != null) {
      PrintWriter out = spec.commandLine().getOut();
      out.println(node.node() + ": " + change);
      out.flush();
    }
  }
}
