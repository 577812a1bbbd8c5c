package io.wattune.launcher.doctor;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.wattune.collectors.counters.FoundPlugins;
import io.wattune.collectors.device.Discovery;
import io.wattune.collectors.device.Finding;
import io.wattune.collectors.kinds.DeviceKinds;
import io.wattune.collectors.node.NodeConfig;
import io.wattune.launcher.CommandFailedException;
import io.wattune.launcher.ExitCode;
import io.wattune.launcher.found.DeviceJson;
import io.wattune.launcher.found.DeviceText;
import io.wattune.launcher.node.NodeFiles;
import io.wattune.launcher.option.CommandLineOnly;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code wattune doctor}: what works on this machine, what lacks, and what to do about it. */
@Command(
    name = "doctor",
    mixinStandardHelpOptions = true,
    description = {
      "Looks at this machine and at files of nodes, changes nothing, and says what works, what"
          + " lacks and what to do about it."
    },
    exitCodeListHeading = "%nExit codes:%n",
    exitCodeList = {
      "0:done; nothing is broken",
      "1:something is there and does not work",
      "2:wrong arguments, or a node's file is wrong"
    })
@CommandLineOnly
public final class DoctorCommand implements Callable<Integer> {
  @Spec private @Nullable CommandSpec spec;

  @Parameters(paramLabel = "NODE.json", arity = "0..*", description = "files of nodes")
  private List<Path> files = List.of();

  @Option(names = "--json", description = "print one JSON object")
  private boolean json;

  @Override
  public Integer call() throws CommandFailedException, InterruptedException {
    List<NodeConfig> nodes = NodeFiles.read(files);
    List<Finding> machine = MachineCheck.findings();
    DeviceKinds kinds = DeviceKinds.standard();
    Discovery found = kinds.find();
    FoundPlugins plugins = FoundPlugins.find(kinds.counterPluginNames());
    Map<String, List<Finding>> byNode = new LinkedHashMap<>();
    for (NodeConfig node : nodes) {
      byNode.put(node.node(), NodeCheck.findings(node, kinds));
    }
    print(json ? json(machine, found, plugins, byNode) : text(machine, found, plugins, byNode));
    return isBroken(machine, found, plugins, byNode) ? ExitCode.FAILED : ExitCode.DONE;
  }

  private static boolean isBroken(
      List<Finding> machine,
      Discovery found,
      FoundPlugins plugins,
      Map<String, List<Finding>> byNode) {
    List<Finding> all = new ArrayList<>(machine);
    all.addAll(found.findings());
    all.addAll(plugins.findings());
    found.devices().forEach(device -> all.addAll(device.findings()));
    byNode.values().forEach(all::addAll);
    return all.stream().anyMatch(finding -> finding.level() == Finding.Level.BROKEN);
  }

  private static String text(
      List<Finding> machine,
      Discovery found,
      FoundPlugins plugins,
      Map<String, List<Finding>> byNode) {
    var out = new StringBuilder("This machine\n");
    DeviceText.findings(out, machine, "  ");
    out.append("\nDevices\n");
    (DeviceText.of(found) + DeviceText.of(plugins))
        .lines()
        .forEach(line -> out.append(line.isEmpty() ? "" : "  " + line).append('\n'));
    byNode.forEach(
        (node, findings) -> {
          out.append("\nNode ").append(node).append('\n');
          DeviceText.findings(out, findings, "  ");
        });
    return out.toString();
  }

  private static String json(
      List<Finding> machine,
      Discovery found,
      FoundPlugins plugins,
      Map<String, List<Finding>> byNode) {
    ObjectNode report = DeviceJson.of(found, plugins);
    DeviceJson.findings(report.putArray("machine"), machine);
    ObjectNode nodes = report.putObject("nodes");
    byNode.forEach((node, findings) -> DeviceJson.findings(nodes.putArray(node), findings));
    return report.toString();
  }

  private void print(String report) {
    if (spec != null) {
      PrintWriter out = spec.commandLine().getOut();
      out.println(report.stripTrailing());
      out.flush();
    }
  }
}
