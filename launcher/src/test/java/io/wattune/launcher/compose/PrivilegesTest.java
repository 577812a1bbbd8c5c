package io.wattune.launcher.compose;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import io.wattune.collectors.setter.RestorerProcess;
import io.wattune.collectors.setter.SetterProcess;
import io.wattune.testkit.Repository;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What the units let the parts do is what docs/running-a-cluster.md says, and no more. */
class PrivilegesTest {
  private static final Set<String> OF_THIRD_PARTIES = Set.of("checkpoints-owner", "influxdb");

  private static final Path UNITS = Repository.root().resolve("deploy/systemd");

  /** In every unit, with this value. */
  private static final Map<String, String> REQUIRED =
      Map.ofEntries(
          Map.entry("NoNewPrivileges", "yes"),
          Map.entry("DevicePolicy", "closed"),
          Map.entry("ProtectSystem", "strict"),
          Map.entry("ProtectHome", "yes"),
          Map.entry("PrivateTmp", "yes"),
          Map.entry("ProtectControlGroups", "yes"),
          Map.entry("ProtectKernelModules", "yes"),
          Map.entry("ProtectKernelLogs", "yes"),
          Map.entry("ProtectHostname", "yes"),
          Map.entry("ProtectClock", "yes"),
          Map.entry("RestrictNamespaces", "yes"),
          Map.entry("RestrictRealtime", "yes"),
          Map.entry("RestrictSUIDSGID", "yes"),
          Map.entry("LockPersonality", "yes"),
          Map.entry("SystemCallArchitectures", "native"),
          Map.entry("RestrictAddressFamilies", "AF_INET AF_INET6 AF_UNIX AF_NETLINK"),
          Map.entry("ReadWritePaths", "/var/lib/wattune"));

  /** What would give more than the bounding set, or would stop a JVM. */
  private static final List<String> FORBIDDEN =
      List.of(
          "AmbientCapabilities",
          "MemoryDenyWriteExecute",
          "PermissionsStartOnly",
          "RootDirectory",
          "BindPaths",
          "PrivateUsers",
          "Delegate");

  /** What would give a container more than its capabilities. */
  private static final List<String> WIDER =
      List.of(
          "privileged",
          "devices",
          "device_cgroup_rules",
          "ipc",
          "userns_mode",
          "cgroup",
          "group_add");

  @ParameterizedTest
  @ValueSource(
      strings = {
        "wattune-agent",
        "wattune-writer",
        "wattune-guardian",
        "wattune-setter",
        "wattune-decisions",
        "wattune-setup",
        "wattune-restorer",
        "wattune-watch",
        "wattune-restart"
      })
  void aUnitAllowsWhatTheTableSaysAndNoMore(String name) throws Exception {
    Map<String, List<String>> unit = unit(name);
    Row row = table().get(name);

    assertThat(row).as("%s in docs/running-a-cluster.md", name).isNotNull();
    assertThat(words(unit, "CapabilityBoundingSet")).isEqualTo(row.capabilities());
    assertThat(words(unit, "DeviceAllow").stream().filter(word -> !word.equals("rw")))
        .containsExactlyElementsOf(row.deviceFiles());
    assertThat(
            Stream.concat(
                words(unit, "User").stream(), words(unit, "SupplementaryGroups").stream()))
        .containsExactlyElementsOf(row.users());
    REQUIRED.forEach(
        (key, value) -> assertThat(unit.get(key)).as("%s of %s", key, name).containsExactly(value));
    assertThat(unit.get("PrivateDevices"))
        .as("who needs no device of %s sees none", name)
        .containsExactly(row.deviceFiles().isEmpty() ? "yes" : "no");
    assertThat(unit.keySet()).as(name).doesNotContainAnyElementsOf(FORBIDDEN);
  }

  @Test
  void readingHasNoCapabilityAndMayWriteNoSetting() throws Exception {
    Map<String, List<String>> agent = unit("wattune-agent");

    assertThat(agent.get("CapabilityBoundingSet")).containsExactly("");
    assertThat(agent.get("ProtectKernelTunables")).containsExactly("yes");
    assertThat(agent.get("User")).containsExactly("wattune");
  }

  @ParameterizedTest
  @CsvSource({
    "wattune-decisions, wattune-writer",
    "wattune-watch, wattune-guardian",
    "wattune-setup, root"
  })
  void whoReadsForTheSetterOrWatchesItHasNothing(String name, String user) throws Exception {
    Map<String, List<String>> unit = unit(name);

    assertThat(unit.get("CapabilityBoundingSet")).containsExactly("");
    assertThat(unit.get("ProtectKernelTunables")).containsExactly("yes");
    assertThat(unit.get("User")).containsExactly(user);
    assertThat(unit).doesNotContainKey("DeviceAllow");
  }

  /** But the writer in one process and who reads decisions. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "wattune-guardian",
        "wattune-setter",
        "wattune-restorer",
        "wattune-watch",
        "wattune-setup",
        "wattune-restart"
      })
  void whoNeedsNoNetworkHasNone(String name) throws Exception {
    assertThat(unit(name).get("PrivateNetwork")).containsExactly("yes");
  }

  @Test
  void whoSetsMayAskTheKernelForNothingElseAndEachCapabilityIsExplained() throws Exception {
    String page = Files.readString(Repository.root().resolve("docs/running-a-cluster.md"));
    for (String name :
        List.of("wattune-writer", "wattune-guardian", "wattune-setter", "wattune-restorer")) {
      Map<String, List<String>> unit = unit(name);
      assertThat(unit.get("ProtectKernelTunables"))
          .as("settings are in /sys")
          .containsExactly("no");
      assertThat(words(unit, "SystemCallFilter"))
          .startsWith("~@mount")
          .contains("@module", "@reboot", "@swap", "@raw-io", "@clock");
      for (String capability : words(unit, "CapabilityBoundingSet")) {
        assertThat(page).as("why %s", capability).contains("**`" + capability + "`** is");
        assertThat(Files.readString(UNITS.resolve(name + ".service")))
            .as("a comment beside it")
            .contains("# setting from nobody without it.", capability + ": NVIDIA's driver");
      }
    }
  }

  @Test
  void theGuardianHasWhatTheWriterHas() throws Exception {
    Map<String, List<String>> writer = unit("wattune-writer");
    Map<String, List<String>> guardian = unit("wattune-guardian");
    Map<String, List<String>> setter = unit("wattune-setter");
    Map<String, List<String>> restorer = unit("wattune-restorer");

    for (String key :
        List.of(
            "User", "Group", "UMask", "CapabilityBoundingSet", "DeviceAllow", "ReadWritePaths")) {
      assertThat(guardian.get(key)).as(key).isEqualTo(writer.get(key));
      assertThat(setter.get(key)).as(key).isEqualTo(writer.get(key));
      assertThat(restorer.get(key)).as(key).isEqualTo(writer.get(key));
    }
  }

  @Test
  void everyContainerOfOursDropsAllAndNoneOfTheUsualHasAnythingBack() {
    ComposeFile compose = ComposeFile.read();
    List<ComposeService> ours =
        compose.services().values().stream().filter(ComposeService::isOurs).toList();

    assertThat(ours)
        .hasSizeGreaterThan(compose.parts().size())
        .containsAll(compose.parts())
        .allSatisfy(
            part -> {
              assertThat(ComposeService.list(part.keys().get("cap_drop"))).containsExactly("ALL");
              assertThat(ComposeService.list(part.keys().get("security_opt")))
                  .containsExactly("no-new-privileges:true");
              assertThat(part.keys()).containsEntry("read_only", true);
            });
    assertThat(compose.usualParts())
        .allSatisfy(
            part -> assertThat(part.keys()).doesNotContainKeys("cap_add", "user", "deploy"));
    assertThat(compose.services().values())
        .allSatisfy(
            service -> {
              assertThat(service.keys()).doesNotContainKeys(WIDER.toArray(String[]::new));
              assertThat(service.keys().getOrDefault("network_mode", "none"))
                  .as("another's network, or the machine's")
                  .isEqualTo("none");
            });
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "gpu-node-agent",
        "gpu-node-setup",
        "gpu-node-restorer",
        "gpu-node-setter",
        "gpu-node-guardian",
        "gpu-node-writer"
      })
  void aContainerAllowsWhatTheTableSaysAndNoMore(String name) throws Exception {
    ComposeService service = ComposeFile.read().service(name);
    ContainerRow row = containers().get(name);

    assertThat(row).as("%s in docs/running-a-cluster.md", name).isNotNull();
    assertThat(service.profiles()).contains("gpu-tuning");
    assertThat(service.profiles().contains("gpus"))
        .as("with gpus alone nothing that could set anything is started")
        .isEqualTo(name.equals("gpu-node-agent"));
    assertThat(service.keys().getOrDefault("user", "10001:10001")).isEqualTo(row.user());
    assertThat(ComposeService.list(service.keys().get("cap_add")))
        .extracting(capability -> "CAP_" + capability)
        .isEqualTo(row.capabilities());
    assertThat(String.valueOf(service.keys().get("deploy")).contains("driver=nvidia"))
        .as("its GPUs")
        .isEqualTo(row.seesGpus());
    if (row.seesGpus()) {
      assertThat(service.keys().get("deploy").toString()).contains("capabilities=[gpu, utility]");
    }
    assertThat(service.keys().getOrDefault("network_mode", "usual")).isEqualTo(row.network());
    assertThat(service.keys().getOrDefault("pid", "own")).isEqualTo(row.processes());
    assertThat(service.mounts())
        .as("the node's folder, and its file, which it cannot change, where it reads that")
        .extracting(ComposeService.Mount::target, ComposeService.Mount::readOnly)
        .containsExactlyElementsOf(
            Stream.concat(
                    service.isPrivileged()
                        ? Stream.of()
                        : Stream.of(tuple("/etc/wattune/node.json", true)),
                    Stream.of(tuple("/var/lib/wattune/gpus", false)))
                .toList());
  }

  @Test
  void whatSetsOrRestoresInAContainerIsTheProcessOfTheUnitAndReadsNoNetwork() throws Exception {
    Map<String, Class<?>> processes =
        Map.of("gpu-node-setter", SetterProcess.class, "gpu-node-restorer", RestorerProcess.class);
    ComposeFile compose = ComposeFile.read();

    assertThat(compose.services().values())
        .filteredOn(service -> service.keys().containsKey("cap_add"))
        .filteredOn(service -> !OF_THIRD_PARTIES.contains(service.name()))
        .as("whoever of ours has a capability")
        .extracting(ComposeService::name)
        .containsExactlyInAnyOrderElementsOf(processes.keySet());
    assertThat(OF_THIRD_PARTIES)
        .as("they give files to their own user, or begin as root; none may do more")
        .allSatisfy(
            name ->
                assertThat(compose.service(name).keys().get("cap_add"))
                    .asInstanceOf(InstanceOfAssertFactories.list(String.class))
                    .isSubsetOf("CHOWN", "DAC_OVERRIDE", "FOWNER", "SETGID", "SETUID"));
    ComposeService setup = compose.service("gpu-node-setup");
    String lines = setup.command().get(setup.command().indexOf("--output") + 1);
    processes.forEach(
        (name, process) -> {
          ComposeService service = compose.service(name);
          assertThat(service.isPrivileged()).as(name).isTrue();
          assertThat(service.command()).startsWith(process.getName(), lines);
          assertThat(service.keys()).containsEntry("network_mode", "none");
          assertThat(service.environment()).containsOnlyKeys("JDK_JAVA_OPTIONS");
          assertThat(service.dependsOn())
              .containsEntry("gpu-node-setup", "service_completed_successfully");
        });
    assertThat(compose.service("gpu-node-setter").command())
        .as("who may come in: the user of that number")
        .endsWith("wattune-writer")
        .hasSize(3);
    assertThat(Files.readString(Repository.root().resolve("Dockerfile")))
        .containsPattern("useradd --uid 10002 .* wattune-writer ");
    assertThat(compose.service("gpu-node-writer").keys()).containsEntry("user", "10002:10001");
  }

  @Test
  void eachCapabilityOfAContainerIsExplainedBesideIt() throws Exception {
    List<String> lines =
        Files.readAllLines(Repository.root().resolve("docker-compose.yml")).stream().toList();

    List<Integer> given = new ArrayList<>();
    for (int i = 0; i < lines.size(); i++) {
      if (lines.get(i).contains("cap_add")) {
        given.add(i);
      }
    }
    assertThat(given).hasSize(2 + OF_THIRD_PARTIES.size());
    assertThat(given)
        .filteredOn(line -> lines.get(line).contains("SYS_ADMIN"))
        .hasSize(2)
        .allSatisfy(
            line ->
                assertThat(String.join("\n", lines.subList(line - 2, line)))
                    .contains(
                        "CAP_SYS_ADMIN: NVIDIA's driver takes a setting from nobody without it"));
  }

  /** What the page says of one container. */
  private record ContainerRow(
      String user, List<String> capabilities, boolean seesGpus, String network, String processes) {}

  private static Map<String, ContainerRow> containers() throws IOException {
    Map<String, ContainerRow> rows = new TreeMap<>();
    for (String line : Files.readAllLines(Repository.root().resolve("docs/running-a-cluster.md"))) {
      String[] cells = line.split("\\|", -1);
      if (line.startsWith("| `gpu-node-") && cells.length == 9) {
        rows.put(
            code(cells[1]).get(0),
            new ContainerRow(
                code(cells[2]).get(0),
                code(cells[3]),
                cells[4].strip().equals("yes"),
                cells[5].strip(),
                cells[6].strip().replace("`", "")));
      }
    }
    assertThat(rows.keySet())
        .containsExactly(
            "gpu-node-agent",
            "gpu-node-guardian",
            "gpu-node-restorer",
            "gpu-node-setter",
            "gpu-node-setup",
            "gpu-node-writer");
    return rows;
  }

  /** What the page says of one unit. */
  private record Row(List<String> users, List<String> capabilities, List<String> deviceFiles) {}

  private static Map<String, Row> table() throws IOException {
    Map<String, Row> rows = new TreeMap<>();
    for (String line : Files.readAllLines(Repository.root().resolve("docs/running-a-cluster.md"))) {
      String[] cells = line.split("\\|", -1);
      if (line.startsWith("| `wattune-") && cells.length == 7) {
        rows.put(code(cells[1]).get(0), new Row(code(cells[2]), code(cells[3]), code(cells[4])));
      }
    }
    assertThat(rows.keySet())
        .isEqualTo(
            new TreeSet<>(
                List.of(
                    "wattune-agent",
                    "wattune-decisions",
                    "wattune-guardian",
                    "wattune-restart",
                    "wattune-restorer",
                    "wattune-setter",
                    "wattune-setup",
                    "wattune-watch",
                    "wattune-writer")));
    return rows;
  }

  /** What stands between back ticks. */
  private static List<String> code(String cell) {
    Matcher matcher = Pattern.compile("`([^`]*)`").matcher(cell);
    List<String> found = new ArrayList<>();
    while (matcher.find()) {
      found.add(matcher.group(1));
    }
    return found;
  }

  private static List<String> words(Map<String, List<String>> unit, String key) {
    return unit.getOrDefault(key, List.of()).stream()
        .flatMap(value -> Arrays.stream(value.split(" ", -1)))
        .filter(word -> !word.isEmpty())
        .toList();
  }

  /** The section Service, each key with its values. */
  private static Map<String, List<String>> unit(String name) throws IOException {
    Map<String, List<String>> values = new TreeMap<>();
    String section = "";
    for (String line : Files.readAllLines(UNITS.resolve(name + ".service"))) {
      int equals = line.indexOf('=');
      if (line.startsWith("[")) {
        section = line;
      } else if (section.equals("[Service]") && !line.startsWith("#") && equals > 0) {
        values
            .computeIfAbsent(line.substring(0, equals), key -> new ArrayList<>())
            .add(line.substring(equals + 1));
      }
    }
    assertThat(values).as("unit %s", name).containsKey("ExecStart");
    return values;
  }
}
