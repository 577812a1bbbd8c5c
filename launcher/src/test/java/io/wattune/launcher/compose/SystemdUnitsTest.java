package io.wattune.launcher.compose;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import io.wattune.collectors.setter.RestorerProcess;
import io.wattune.collectors.setter.SetterProcess;
import io.wattune.collectors.setup.NodeFolder;
import io.wattune.launcher.WattuneCommand;
import io.wattune.testkit.Repository;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The units in deploy/systemd start commands that there are. */
class SystemdUnitsTest {
  private static final Path FOLDER = Repository.root().resolve("deploy/systemd");

  /** As deploy/pack lays it out. */
  private static final Pattern START =
      Pattern.compile(
          "ExecStart=/usr/bin/java @/opt/wattune/java\\.args @/opt/wattune/node-class-path\\.args"
              + " io\\.wattune\\.launcher\\.WattuneCommand (.*)");

  @ParameterizedTest
  @ValueSource(strings = {"agent", "guardian", "writer"})
  void unitStartsItsCommandAndStopsInTime(String part) throws Exception {
    List<String> unit = Files.readAllLines(FOLDER.resolve("wattune-" + part + ".service"));
    List<String> starts = unit.stream().filter(line -> line.startsWith("ExecStart=")).toList();

    assertThat(starts).hasSize(1);
    Matcher start = START.matcher(starts.get(0));
    assertThat(start.matches()).as(starts.get(0)).isTrue();
    var parsed = WattuneCommand.commandLine().parseArgs(start.group(1).split(" "));
    assertThat(parsed.subcommand().commandSpec().name()).isEqualTo(part);
    assertThat(unit).contains("Restart=always", "SuccessExitStatus=143");
  }

  @Test
  void theWritersHalvesStartAsTheyShould() throws Exception {
    List<String> setter = Files.readAllLines(FOLDER.resolve("wattune-setter.service"));
    assertThat(setter)
        .contains("Restart=always", "SuccessExitStatus=143", "PrivateNetwork=yes")
        .contains("Conflicts=wattune-writer.service")
        .contains(
            "ExecStart=/usr/bin/java @/opt/wattune/java.args @/opt/wattune/setter-class-path.args "
                + SetterProcess.class.getName()
                + " /run/wattune-setup/setup wattune-writer");
    assertThat(command("setup"))
        .isEqualTo("setup --output /run/wattune-setup/setup /etc/wattune/node.json");
    assertThat(command("decisions")).isEqualTo("writer --setter /etc/wattune/node.json");
    List<String> decisions = Files.readAllLines(FOLDER.resolve("wattune-decisions.service"));
    assertThat(decisions)
        .contains("User=wattune-writer", "Conflicts=wattune-writer.service", "UMask=0077")
        .contains("Restart=always", "SuccessExitStatus=143");
    assertThat(Files.readString(FOLDER.resolve("wattune.tmpfiles.conf")))
        .contains("d /var/lib/wattune/node/decisions 0750 wattune-writer wattune -");
  }

  @Test
  void whatRestoresBehindTheSetterStartsAsItShouldAndIsNeverGivenUp() throws Exception {
    List<String> restorer = Files.readAllLines(FOLDER.resolve("wattune-restorer.service"));
    assertThat(restorer)
        .contains("Restart=always", "SuccessExitStatus=143", "PrivateNetwork=yes")
        .contains("Conflicts=wattune-guardian.service")
        .contains(
            "ExecStart=/usr/bin/java @/opt/wattune/java.args @/opt/wattune/setter-class-path.args "
                + RestorerProcess.class.getName()
                + " /run/wattune-setup/setup");
    for (String privileged : List.of("restorer", "setter")) {
      assertThat(Files.readString(FOLDER.resolve("wattune-" + privileged + ".service")))
          .as(privileged)
          .contains("\nStartLimitIntervalSec=0\n", "\nRestartSec=100ms\n")
          .contains("\nRequires=wattune-setup.service\n")
          .containsPattern("(?m)^After=wattune-setup\\.service");
    }
    assertThat(Files.readString(FOLDER.resolve("wattune-setter.service")))
        .as("it outlives the setter when the machine goes down")
        .containsPattern("(?m)^After=.*wattune-restorer\\.service")
        .contains("\nWants=wattune-restorer.service\n");
    assertThat(Files.readString(FOLDER.resolve("wattune-setup.service")))
        .contains("\nType=oneshot\n", "\nRemainAfterExit=yes\n", "\nPrivateNetwork=yes\n");
  }

  @Test
  void aGuardianWithoutPrivilegesAsksWhereItIsHeard() throws Exception {
    assertThat(command("watch")).isEqualTo("guardian --setter /etc/wattune/node.json");
    List<String> watch = Files.readAllLines(FOLDER.resolve("wattune-watch.service"));
    assertThat(watch)
        .contains("User=wattune-guardian", "Group=wattune", "PrivateNetwork=yes")
        .contains("Wants=wattune-restart.path", "Restart=always", "SuccessExitStatus=143");
    Path wanted = new NodeFolder(Path.of("/var/lib/wattune/node")).ofGuardian().restartWanted();
    assertThat(Files.readAllLines(FOLDER.resolve("wattune-restart.path")))
        .contains("PathChanged=" + wanted);
    assertThat(Files.readString(FOLDER.resolve("wattune.tmpfiles.conf")))
        .contains("d " + wanted.getParent() + " 0750 wattune-guardian wattune -");
    assertThat(Files.readAllLines(FOLDER.resolve("wattune-restart.service")))
        .filteredOn(line -> line.startsWith("Exec"))
        .containsExactly(
            "ExecStart=/usr/bin/systemctl kill --signal=KILL"
                + " wattune-setter.service wattune-restorer.service");
  }

  /** Where systemd is; that it has a unit's programs is another matter. */
  @Test
  void systemdFindsNothingWrongWithAnyUnit() throws Exception {
    Path analyze = Path.of("/usr/bin/systemd-analyze");
    assumeThat(analyze).exists();
    List<String> command = new ArrayList<>(List.of(analyze.toString(), "verify", "--man=no"));
    try (Stream<Path> files = Files.list(FOLDER)) {
      files
          .map(Path::toString)
          .filter(each -> each.endsWith(".service") || each.endsWith(".path"))
          .forEach(command::add);
    }
    assertThat(command).hasSizeGreaterThan(12);

    Process verify = new ProcessBuilder(command).redirectErrorStream(true).start();
    String said = new String(verify.getInputStream().readAllBytes(), StandardCharsets.UTF_8);

    assertThat(said.lines().filter(line -> !line.contains("is not executable"))).isEmpty();
  }

  /** What a unit runs of Wattune's commands, which takes it. */
  private static String command(String unit) throws Exception {
    Matcher start =
        START.matcher(
            Files.readAllLines(FOLDER.resolve("wattune-" + unit + ".service")).stream()
                .filter(line -> line.startsWith("ExecStart="))
                .findFirst()
                .orElseThrow());
    assertThat(start.matches()).as(unit).isTrue();
    var unused = WattuneCommand.commandLine().parseArgs(start.group(1).split(" "));
    return start.group(1);
  }

  @Test
  void writerAndGuardianAreOfOneUserAndTheAgentIsNot() throws Exception {
    assertThat(user("writer")).isEqualTo(user("guardian")).isEqualTo("root");
    assertThat(user("agent")).isEqualTo("wattune");
    assertThat(Files.readString(FOLDER.resolve("wattune.sysusers.conf"))).contains("\nu wattune ");
  }

  /** The agent reads what has the rights of its group, and nobody else reads anything. */
  @Test
  void whatThePartsWriteIsClosedToOthers() throws Exception {
    for (String part : new String[] {"agent", "writer", "guardian"}) {
      assertThat(Files.readString(FOLDER.resolve("wattune-" + part + ".service")))
          .as(part)
          .contains("\nUMask=0077\n", "\nGroup=wattune\n");
    }
    assertThat(Files.readString(FOLDER.resolve("wattune.tmpfiles.conf")))
        .contains("d /var/lib/wattune/node 0750 root wattune -");
  }

  @Test
  void nobodyCanTalkToTheGuardian() throws Exception {
    assertThat(Files.readString(FOLDER.resolve("wattune-guardian.service")))
        .contains("\nPrivateNetwork=yes\n");
  }

  @Test
  void theGuardianOutlivesTheWriterWhenTheMachineGoesDown() throws Exception {
    assertThat(Files.readString(FOLDER.resolve("wattune-writer.service")))
        .containsPattern("(?m)^After=.*wattune-guardian\\.service")
        .contains("Wants=wattune-guardian.service");
  }

  @Test
  void theImageStartsAsTheUnitsDo() throws Exception {
    assertThat(Files.readString(Repository.root().resolve("Dockerfile")))
        .contains(
            "ENTRYPOINT [\"java\", \"@/opt/wattune/java.args\","
                + " \"@/opt/wattune/class-path.args\", \"io.wattune.launcher.WattuneCommand\"]");
  }

  /** A part that goes on without one of its threads looks well and is not: it is started anew. */
  @Test
  void aPartWhoseMemoryIsShortEndsAndIsStartedAgain() throws Exception {
    assertThat(Files.readString(Repository.root().resolve("deploy/docker/java.args")))
        .contains("-XX:+ExitOnOutOfMemoryError\n");
    for (String part : new String[] {"agent", "writer", "guardian"}) {
      assertThat(Files.readString(FOLDER.resolve("wattune-" + part + ".service")))
          .as(part)
          .contains("@/opt/wattune/java.args")
          .contains("\nRestart=always\n");
    }
  }

  private static String user(String part) throws Exception {
    return Files.readAllLines(FOLDER.resolve("wattune-" + part + ".service")).stream()
        .filter(line -> line.startsWith("User="))
        .map(line -> line.substring("User=".length()))
        .findFirst()
        .orElse("");
  }
}
