package io.wattune.launcher.doctor;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.wattune.collectors.counters.FoundPlugins;
import io.wattune.collectors.device.Discovery;
import io.wattune.collectors.device.Finding;
import io.wattune.collectors.device.FoundDevice;
import io.wattune.collectors.discovery.DeviceJson;
import io.wattune.collectors.discovery.DeviceText;
import io.wattune.collectors.doctor.BrokerCheck;
import io.wattune.collectors.doctor.HttpCertificateCheck;
import io.wattune.collectors.doctor.KafkaCertificateCheck;
import io.wattune.collectors.doctor.MachineCheck;
import io.wattune.collectors.doctor.NodeCheck;
import io.wattune.collectors.doctor.SensorCheck;
import io.wattune.collectors.kinds.DeviceKinds;
import io.wattune.collectors.node.NodeConfig;
import io.wattune.collectors.node.NodeFiles;
import io.wattune.core.noisefloor.NoiseFloor;
import io.wattune.http.tls.TlsFiles;
import io.wattune.kafka.KafkaAccess;
import io.wattune.launcher.command.ExitCode;
import io.wattune.launcher.command.Subcommand;
import io.wattune.launcher.listen.AskingOption;
import io.wattune.launcher.listen.TlsOptions;
import io.wattune.launcher.option.BrokerOption;
import io.wattune.launcher.option.CommandLineOnly;
import io.wattune.launcher.option.CommonKey;
import io.wattune.launcher.option.Converters;
import io.wattune.launcher.option.KafkaClientOption;
import io.wattune.report.FloorJson;
import io.wattune.schemas.failure.EngineException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code wattune doctor}: what works on this machine, what is missing, and what to do about it. */
@Command(
    name = "doctor",
    description = {
      "Looks at this machine, at files of nodes and at the connections that options or the"
          + " configuration name, changes nothing, and says what works, what is missing and what to do"
          + " about it. Of each device it says how small and how short a load may be, by what is"
          + " known of its sensor."
    },
    exitCodeList = {
      "0:done; nothing is broken",
      "1:something is there and does not work",
      "2:wrong arguments, or a node's file is wrong"
    })
@CommandLineOnly
public final class DoctorCommand extends Subcommand {
  @Parameters(paramLabel = "NODE.json", arity = "0..*", description = "files of nodes")
  private List<Path> files = List.of();

  @Option(
      names = "--bootstrap",
      paramLabel = "HOST:PORT",
      converter = Converters.ServerList.class,
      description =
          "Kafka's address for the parts that are no node's; several with commas between; default:"
              + " none, no such part is looked at")
  @CommonKey(BrokerOption.KEY)
  private @Nullable String servers;

  @Mixin private KafkaClientOption kafka = new KafkaClientOption();

  @Mixin private TlsOptions tls = new TlsOptions();

  @Mixin private AskingOption asking = new AskingOption();

  @Option(names = "--json", description = "print one JSON object")
  private boolean json;

  @Override
  public Integer call() throws EngineException, InterruptedException {
    List<NodeConfig> nodes = NodeFiles.read(files);
    List<Finding> machine = MachineCheck.findings();
    DeviceKinds kinds = DeviceKinds.standard();
    Discovery bare = kinds.find();
    List<SensorCheck.Sensor> sensors =
        bare.devices().stream().map(device -> SensorCheck.of(device, nodes)).toList();
    Discovery found = withSensors(bare, sensors);
    FoundPlugins plugins = FoundPlugins.find(kinds.counterPluginNames());
    Map<String, List<Finding>> byNode = new LinkedHashMap<>();
    for (NodeConfig node : nodes) {
      byNode.put(node.node(), NodeCheck.findings(node, kinds));
    }
    List<Finding> connections = connections();
    print(
        json
            ? json(machine, found, sensors, plugins, byNode, connections)
            : text(machine, found, plugins, byNode, connections));
    return isBroken(machine, found, plugins, byNode, connections) ? ExitCode.FAILED : ExitCode.DONE;
  }

  /** The same, with what is to be said of the devices' sensors. */
  private static Discovery withSensors(Discovery found, List<SensorCheck.Sensor> sensors) {
    List<FoundDevice> devices = new ArrayList<>();
    for (int i = 0; i < sensors.size(); i++) {
      devices.add(found.devices().get(i).with(sensors.get(i).findings()));
    }
    return new Discovery(devices, found.findings());
  }

  /** Those of parts that are no node's: their broker, and the certificates of all HTTP. */
  private List<Finding> connections() throws EngineException, InterruptedException {
    List<Finding> findings = new ArrayList<>();
    Instant now = Instant.now();
    String at = servers;
    if (at != null) {
      KafkaAccess access = kafka.to(at);
      findings.addAll(KafkaCertificateCheck.findings(access, now));
      findings.add(BrokerCheck.answer(access));
    }
    TlsFiles files = tls.files();
    Path authorities = asking.files(files).authorities();
    findings.addAll(new HttpCertificateCheck(now).findings(files, authorities));
    return findings;
  }

  private static boolean isBroken(
      List<Finding> machine,
      Discovery found,
      FoundPlugins plugins,
      Map<String, List<Finding>> byNode,
      List<Finding> connections) {
    List<Finding> all = new ArrayList<>(machine);
    all.addAll(found.findings());
    all.addAll(plugins.findings());
    found.devices().forEach(device -> all.addAll(device.findings()));
    byNode.values().forEach(all::addAll);
    all.addAll(connections);
    return all.stream().anyMatch(finding -> finding.level() == Finding.Level.BROKEN);
  }

  private static String text(
      List<Finding> machine,
      Discovery found,
      FoundPlugins plugins,
      Map<String, List<Finding>> byNode,
      List<Finding> connections) {
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
    if (!connections.isEmpty()) {
      out.append("\nConnections\n");
      DeviceText.findings(out, connections, "  ");
    }
    return out.toString();
  }

  private static String json(
      List<Finding> machine,
      Discovery found,
      List<SensorCheck.Sensor> sensors,
      FoundPlugins plugins,
      Map<String, List<Finding>> byNode,
      List<Finding> connections) {
    ObjectNode report = DeviceJson.of(found, plugins);
    for (int i = 0; i < sensors.size(); i++) {
      NoiseFloor floor = sensors.get(i).floor();
      ObjectNode device = (ObjectNode) report.path("devices").path(i);
      device.set("noiseFloor", floor == null ? null : FloorJson.of(floor));
    }
    DeviceJson.findings(report.putArray("machine"), machine);
    DeviceJson.findings(report.putArray("connections"), connections);
    ObjectNode nodes = report.putObject("nodes");
    byNode.forEach((node, findings) -> DeviceJson.findings(nodes.putArray(node), findings));
    return report.toString();
  }
}
