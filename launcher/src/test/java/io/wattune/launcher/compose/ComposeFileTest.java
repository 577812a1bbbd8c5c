package io.wattune.launcher.compose;

import static org.assertj.core.api.Assertions.assertThat;

import io.wattune.collectors.node.NodeConfig;
import io.wattune.collectors.node.NodeFiles;
import io.wattune.http.Access;
import io.wattune.http.Role;
import io.wattune.testkit.Repository;
import java.lang.reflect.Field;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.apache.flink.configuration.CheckpointingOptions;
import org.apache.flink.configuration.ConfigOption;
import org.apache.flink.configuration.CoreOptions;
import org.apache.flink.configuration.JobManagerOptions;
import org.apache.flink.configuration.RestOptions;
import org.apache.flink.configuration.StateBackendOptions;
import org.apache.flink.configuration.TaskManagerOptions;
import org.apache.flink.configuration.WebOptions;
import org.apache.flink.runtime.util.EnvironmentInformation;
import org.apache.kafka.common.utils.AppInfoParser;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** docker-compose.yml fits the commands, the files and the ports that it names. */
class ComposeFileTest {
  private static final String TRUSTED = "org.apache.avro.SERIALIZABLE_PACKAGES";

  @Test
  void nothingIsWrongWithTheFile() {
    assertThat(ComposeCheck.of(ComposeFile.read())).isEmpty();
  }

  @Test
  void everyKindOfPartIsInIt() {
    assertThat(ComposeFile.read().parts())
        .extracting(part -> part.command().get(0))
        .contains(
            "control",
            "jobs",
            "sinks",
            "archive",
            "fleet",
            "dashboard",
            "agent",
            "writer",
            "guardian");
  }

  @Test
  void serversHaveTheVersionsOfTheirClients() {
    assertThat(ComposeFile.read().service("kafka").image())
        .isEqualTo("apache/kafka:" + AppInfoParser.getVersion());
    assertThat(ComposeFile.read().service("jobmanager").image())
        .startsWith("flink:" + EnvironmentInformation.getVersion() + "-")
        .isEqualTo(ComposeFile.read().service("taskmanager").image())
        .isEqualTo(ComposeFile.read().service("checkpoints-owner").image());
  }

  @Test
  void everyJvmThatReadsRecordsTrustsThem() throws Exception {
    String trust = "-D" + TRUSTED + "=" + System.getProperty(TRUSTED);
    assertThat(read("deploy/docker/java.args")).contains(trust);
    for (String service : List.of("jobmanager", "taskmanager")) {
      assertThat(ComposeFile.read().service(service).environment().get("FLINK_PROPERTIES"))
          .contains("env.java.opts.all: " + trust);
    }
  }

  @Test
  void flinkKnowsWhatItIsTold() throws Exception {
    Set<String> known = new TreeSet<>();
    for (Class<?> options :
        List.of(
            CheckpointingOptions.class,
            CoreOptions.class,
            JobManagerOptions.class,
            RestOptions.class,
            StateBackendOptions.class,
            TaskManagerOptions.class,
            WebOptions.class)) {
      for (Field field : options.getFields()) {
        if (field.getType() == ConfigOption.class) {
          known.add(((ConfigOption<?>) field.get(null)).key());
        }
      }
    }
    Stream<String> told =
        ComposeFile.read().service("jobmanager").environment().get("FLINK_PROPERTIES").lines();
    assertThat(told.map(line -> line.substring(0, line.indexOf(':'))))
        .hasSizeGreaterThan(10)
        .isSubsetOf(known);
  }

  @Test
  void imagesOfTheBuildAreExactVersionsAndNobodyIsRoot() throws Exception {
    List<String> lines = read("Dockerfile").lines().toList();
    assertThat(lines)
        .filteredOn(line -> line.startsWith("FROM "))
        .hasSize(2)
        .allMatch(line -> line.matches("FROM [\\w./-]+:\\d+\\.\\d+\\.\\d+[\\w.-]*( AS \\w+)?"));
    assertThat(lines)
        .contains("USER 10001:10001")
        .anyMatch(line -> line.startsWith("HEALTHCHECK "));
    assertThat(Repository.root().resolve("deploy/docker/health")).isExecutable();
  }

  @Test
  void filesOfTheNodesAreRight() throws Exception {
    for (String file : List.of("node-1", "node-2", "gpu-node")) {
      List<NodeConfig> nodes =
          NodeFiles.read(List.of(Repository.root().resolve("deploy/compose/" + file + ".json")));
      assertThat(nodes).singleElement().satisfies(node -> assertThat(node.node()).isEqualTo(file));
      assertThat(nodes.get(0).folder().path())
          .isEqualTo(
              Path.of("/var/lib/wattune").resolve(file.equals("gpu-node") ? "gpus" : "node"));
    }
  }

  /** Root without CAP_DAC_OVERRIDE cannot write into another user's folder. */
  @Test
  void theFolderOfRealGpusIsRootsButForWhatIsTheAgents() throws Exception {
    NodeConfig node =
        NodeFiles.read(List.of(Repository.root().resolve("deploy/compose/gpu-node.json"))).get(0);

    assertThat(read("Dockerfile"))
        .contains(
            "install -d -o 0 -g 10001 -m 0750 " + node.folder().path() + " ",
            "install -d -o 10001 -g 10001 -m 0750 " + node.folder().spool() + " ",
            "install -d -o 10001 -g 10001 -m 0755 " + node.folder().agent() + " ",
            "useradd --uid 10002 --gid 10001 ",
            "install -d -o 10002 -g 10001 -m 0750 " + node.folder().ofDecisions().path() + " ",
            "useradd --uid 10003 --gid 10001 ",
            "install -d -o 10003 -g 10001 -m 0750 " + node.folder().ofGuardian().path() + "\n");
    // Without what programs report nothing is tuned; the agent's own folder is where it may listen.
    assertThat(node.activities().isOn()).isTrue();
    assertThat(node.activities().socket()).hasParentRaw(node.folder().agent());
    assertThat(node.tuning().isOn()).as("before somebody lists GPUs and bounds").isFalse();
  }

  /** Flink takes code from whoever reaches it, and does not ask who that is. */
  @Test
  void nobodyReachesFlinkButItselfKafkaAndWhoSubmitsJobs() {
    assertThat(inNetworksOf("jobmanager"))
        .containsExactly("jobmanager", "jobs", "kafka", "taskmanager");
    assertThat(inNetworksOf("influxdb"))
        .containsExactly("dashboard", "grafana", "influxdb", "sinks");
  }

  private static List<String> inNetworksOf(String service) {
    ComposeFile file = ComposeFile.read();
    Set<String> networks = file.service(service).networks();
    return file.services().values().stream()
        .filter(each -> !Collections.disjoint(each.networks(), networks))
        .map(ComposeService::name)
        .toList();
  }

  @Test
  void upStartsNothingThatNeedsAGpu() {
    assertThat(ComposeFile.read().usualParts())
        .extracting(ComposeService::name)
        .contains("node-1-writer")
        .noneMatch(name -> name.startsWith("gpu-node"));
  }

  @Test
  void tokensOfTheTryOutAreOnesAndSayWhatTheyAre() throws Exception {
    Path folder = Repository.root().resolve("deploy/compose/tryout-secrets");
    for (String name : List.of("part-tokens", "node-tokens", "fleet-tokens", "dashboard-tokens")) {
      Access access = Access.of(name, Files.readString(folder.resolve(name)));
      assertThat(access.tokens().stream().anyMatch(each -> each.role() == Role.OPERATE))
          .as("only the page takes orders, not %s", name)
          .isEqualTo(name.equals("dashboard-tokens"));
    }
    try (var files = Files.list(folder)) {
      assertThat(files)
          .allSatisfy(file -> assertThat(Files.readString(file)).containsIgnoringCase("try"));
    }
  }

  @Test
  void grafanaIsToldWhatItsFilesAskFor() throws Exception {
    ComposeService grafana = ComposeFile.read().service("grafana");
    String datasource = read("dashboard/grafana/provisioning/datasources/wattune.yaml");
    assertThat(ComposeCheck.unanswered(datasource, grafana)).isEmpty();
    assertThat(datasource).contains("/run/secrets/influxdb-token");
    assertThat(grafana.secrets()).contains("influxdb-token");
    assertThat(read("dashboard/grafana/provisioning/dashboards/wattune.yaml"))
        .contains("path: /etc/wattune/boards");
    assertThat(grafana.mounts())
        .extracting(ComposeService.Mount::target)
        .contains("/etc/wattune/boards", "/etc/grafana/provisioning");
  }

  @Tag("long")
  @ParameterizedTest(name = "{0} instead of {1}")
  @CsvSource(
      delimiter = ';',
      textBlock =
          """
          flink:latest ; flink:2.3.0-scala_2.12-java17 ; not an exact version
          apache/kafka:4 ; apache/kafka:4.2.1 ; not an exact version
          "0.0.0.0:3000:3000" ; "127.0.0.1:3000:3000" ; not on the loopback
          127.0.0.1:8080:3000 ; 127.0.0.1:3000:3000 ; port 8080 is another
          WATTUNE_STORE_ULR: ; WATTUNE_STORE_URL: ; unknown environment variable WATTUNE_STORE_ULR
          WATTUNE_STORE_KIND: influx ; WATTUNE_STORE_KIND: influxdb ; influx
          --prt=jobs ; --part=jobs ; --prt=jobs
          command: ["contrl"] ; command: ["control"] ; no command 'contrl'
          http://influx:8086 ; http://influxdb:8086 ; no service influx:8086
          http://influxdb:8087 ; http://influxdb:8086 ; nothing listens on influxdb:8087
          WATTUNE_KAFKA_BOOTSTRAP: kafka:9099 ; WATTUNE_KAFKA_BOOTSTRAP: kafka:9092 ; nothing listens on kafka:9099
          http://control:9106 ; http://control:9105 ; nothing listens on control:9106
          HEALTH_PORT: "1" ; HEALTH_PORT: "9105" ; HEALTH_PORT is not
          node/writers.status ; node/writer.status ; HEALTH_FILE is not where
          gpus/writer.status ; gpus/decisions/writer.status ; HEALTH_FILE is not where
          gpus/guardian.status ; gpus/guardian/guardian.status ; HEALTH_FILE is not where
          "writer", "--seter" ; "writer", "--setter" ; --seter
          gpu-node-restore: {condition ; gpu-node-restorer: {condition ; which is not there
          "127.0.0.1:8090:8091" ; "127.0.0.1:8090:8090" ; on which it does not listen
          node-3.json ; node-2.json ; there is no ./deploy/compose/node-3.json
          /run/secrets/part-token ; /run/secrets/part-tokens ; is not given the secret
          archives:/var ; archive:/var ; volume archives is not declared
          tryout-secret} ; tryout-secrets} ; has no file
          node-1-agents: {condition ; node-1-agent: {condition ; which is not there
          service:node-1-writer ; service:node-1-processes ; shares processes
          profiles: [] ; profiles: ["gpus", "gpu-tuning"] ; shares processes with host
          gpu-node-agent: {condition ; node-1-agent: {condition ; which is of a profile
          profiles: ["gpus"] ; profiles: ["gpus", "gpu-tuning"] ; which is of a profile
          memlimit ; mem_limit ; has no mem_limit
          networks: [default] ; networks: [default, flink] ; jobs: is in no network with jobmanager:8081
          networks: [flnk] ; networks: [flink] ; network flnk is not declared
          cap_drop: ["CHOWN"] ; cap_drop: ["ALL"] ; kafka: does not drop all capabilities
          no-new-privileges:false ; no-new-privileges:true ; grafana: may gain privileges
          read_only: false ; read_only: true ; control: may write in its image
          tests: ; test: ; has no health check
          """)
  void aBrokenFileIsSeen(String wrong, String right, String problem) {
    String text = ComposeFile.text();
    assertThat(text).as("the file to break").contains(right);

    assertThat(ComposeCheck.of(ComposeFile.of(text.replace(right, wrong))))
        .anyMatch(found -> found.contains(problem));
  }

  private static String read(String file) throws Exception {
    return Files.readString(Repository.root().resolve(file));
  }
}
