package io.wattune.launcher.doctor;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.wattune.collectors.device.CounterDescriptor;
import io.wattune.collectors.device.CounterPlugin;
import io.wattune.collectors.device.DeviceCounters;
import io.wattune.collectors.device.DeviceException;
import io.wattune.collectors.device.DeviceSettings;
import io.wattune.launcher.WattuneCommand;
import io.wattune.launcher.command.ExitCode;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import picocli.CommandLine;

@Execution(ExecutionMode.CONCURRENT)
class DoctorCommandTest {
  private record Said(int exitCode, String out, String err) {}

  @TempDir Path folder;

  @Test
  void aMachineWithoutDevicesIsNotBroken() {
    Said said = run("doctor");

    assertThat(said.exitCode()).isEqualTo(ExitCode.DONE);
    assertThat(said.out()).contains("This machine\n", "ok        Java 1", "Devices\n");
  }

  @Test
  void aNodeWhoseBrokerIsAwayIsNotBrokenAndWhatToDoIsSaid() throws Exception {
    Path file = node("\"tuning\": {\"isOn\": false, \"controls\": []}");

    Said said = run("doctor", file.toString());

    assertThat(said.exitCode()).isEqualTo(ExitCode.DONE);
    assertThat(said.out())
        .contains(
            "Node n1\n",
            "is not there yet, and can be made",
            "tuning is off in the node's file",
            "missing   no Kafka broker answers at 127.0.0.1:9",
            "-> start it or correct bootstrapServers");
  }

  /** It is not found by itself: nothing else would say that its password is wrong. */
  @Test
  @EnabledOnOs({OS.LINUX, OS.MAC})
  void theMetersThatTheFileNamesAreAsked() throws Exception {
    Path tool = folder.resolve("fake-ipmitool");
    Files.writeString(
        tool,
        """
        #!/bin/sh
        echo 'Instantaneous power reading: 220 Watts'
        echo 'Power reading state is: activated'
        """);
    Files.setPosixFilePermissions(tool, PosixFilePermissions.fromString("rwx------"));
    Path file = folder.resolve("metered.json");
    String text =
        """
        {"node": "n2", "stateFolder": "state", "bootstrapServers": "127.0.0.1:9",
         "devices": [{"uuid": "node", "kind": "ipmi", "settings": {"command": "COMMAND"}}]}
        """;

    Files.writeString(file, text.replace("COMMAND", tool.toString()));
    Said well = run("doctor", file.toString());
    Files.writeString(file, text.replace("COMMAND", folder.resolve("none").toString()));
    Said broken = run("doctor", file.toString());

    assertThat(well.out()).contains("ok        the ipmi meter of node says 220 W");
    assertThat(broken.exitCode()).isEqualTo(ExitCode.FAILED);
    assertThat(broken.out())
        .contains("broken    the ipmi meter of node cannot be read: ")
        .contains("install ipmitool");
  }

  @Test
  void aJournalWithoutAWriterIsBroken() throws Exception {
    Path file =
        node("\"tuning\": {\"isOn\": true, \"requiresSignature\": false, \"controls\": []}");
    Files.createDirectories(folder.resolve("state"));
    Files.writeString(folder.resolve("state/journal"), "left");

    Said said = run("doctor", "--json", file.toString());

    assertThat(said.exitCode()).isEqualTo(ExitCode.FAILED);
    JsonNode findings = new ObjectMapper().readTree(said.out()).at("/nodes/n1");
    assertThat(findings)
        .anySatisfy(
            finding -> {
              assertThat(finding.path("level").asText()).isEqualTo("broken");
              assertThat(finding.path("remedy").asText()).contains("wattune restore");
            })
        .anySatisfy(
            finding -> assertThat(finding.path("what").asText()).isEqualTo("no writer runs"));
  }

  @Test
  void boundsAreHeldAgainstWhatTheListedDevicesTake() throws Exception {
    device();
    Path file =
        node(
            """
            "tuning": {"isOn": true, "requiresSignature": false, "requiresGuardian": false, "controls": [
              {"device": "*", "tunable": "core.clock", "lowest": "400MHz", "highest": "2GHz"},
              {"device": "*", "tunable": "power.limit", "lowest": "200W", "highest": "300W"},
              {"device": "*", "tunable": "limit.of.board", "lowest": 200, "highest": 400},
              {"device": "*", "tunable": "memory.clock", "lowest": "1410MHz", "highest": "1420MHz"},
              {"device": "*", "tunable": "fan", "lowest": 1, "highest": 2}]}
            """);

    Said said = run("doctor", file.toString());

    assertThat(said.exitCode()).isEqualTo(ExitCode.FAILED);
    assertThat(said.out())
        .contains(
            "ok        core.clock of G1: bounds 400 MHz to 2000 MHz leave 7 of its values; the"
                + " device takes 300 MHz to 1000 MHz in steps of 100 MHz\n",
            "note      core.clock of G1: the bounds are wider than the device",
            "ok        core.clock of G1: now 800 MHz, inside the bounds\n",
            "ok        power.limit of G1: bounds 200 W to 300 W leave 101 of its values",
            "note      power.limit of G1: now 400 W, outside of the bounds",
            "broken    limit.of.board of G1: nothing can be set, every decision is refused;"
                + " tuning.controls: the bound of limit.of.board needs its unit, as in 200W",
            "broken    memory.clock of G1: nothing can be set: bounds 1410 MHz to 1420 MHz, and the"
                + " device takes 475 MHz to 1500 MHz, 3 values\n",
            "broken    no listed device can set fan, which tuning.controls lists\n");
  }

  @Test
  void theWorkSignalsOfTheFileAreSaidAndThatNoneMeansNoTuning() throws Exception {
    device();
    String tuning =
        "\"tuning\": {\"isOn\": true, \"requiresSignature\": false, \"requiresGuardian\": false, \"controls\": []}";

    assertThat(run("doctor", node(tuning).toString()).out())
        .contains("ok        programs can report their work to ")
        .contains("note      a device of which nothing reports work is measured, not tuned")
        .doesNotContain("the work of servers");
    String server =
        ", \"work\": [{\"name\": \"llm\", \"url\": \"http://127.0.0.1:9/metrics\","
            + " \"metric\": \"tokens_total\"}]";
    assertThat(run("doctor", node(tuning + server).toString()).out())
        .contains("ok        the work of servers is read: llm\n");
    assertThat(run("doctor", node(tuning + ", \"activities\": {\"isOn\": false}").toString()).out())
        .contains("missing   the node's file lets nothing report work")
        .contains("docs/measuring.md, Work");
  }

  @Test
  void aListedDeviceThatIsNotThereIsBroken() throws Exception {
    Path file =
        node("\"tuning\": {\"isOn\": true, \"requiresSignature\": false, \"controls\": []}");

    Said said = run("doctor", file.toString());

    assertThat(said.exitCode()).isEqualTo(ExitCode.FAILED);
    assertThat(said.out()).contains("broken    device G1 cannot be opened for setting: ");
  }

  private void device() throws Exception {
    Path device = Files.createDirectories(folder.resolve("G1"));
    Files.createDirectories(device.resolve("controls"));
    Files.writeString(
        device.resolve("device.json"),
        """
        {"vendor": "acme", "model": "A1",
         "signal": {"name": "power", "unit": "MILLIWATTS", "pollPeriodMillis": 20},
         "tunables": [
           {"name": "core.clock", "unit": "MEGAHERTZ", "lowest": 300, "highest": 1000, "step": 100},
           {"name": "memory.clock", "unit": "MEGAHERTZ", "values": [475, 1400, 1500]},
           {"name": "limit.of.board", "unit": "MILLIWATTS", "lowest": 100000, "highest": 400000,
            "step": 1000},
           {"name": "power.limit", "unit": "MILLIWATTS", "lowest": 100000, "highest": 400000,
            "step": 1000}]}
        """);
    Files.writeString(device.resolve("power"), "100000\n");
    Files.writeString(device.resolve("controls/core.clock"), "800\n");
    Files.writeString(device.resolve("controls/memory.clock"), "1500\n");
    Files.writeString(device.resolve("controls/limit.of.board"), "400000\n");
    Files.writeString(device.resolve("controls/power.limit"), "400000\n");
  }

  @Test
  void aFolderThatCannotBeWrittenIsBroken() throws Exception {
    Files.writeString(folder.resolve("state"), "a file, where a folder should be");
    Path file = node("\"tuning\": {\"isOn\": false, \"controls\": []}");

    Said said = run("doctor", file.toString());

    assertThat(said.exitCode()).isEqualTo(ExitCode.FAILED);
    assertThat(said.out()).contains("broken    the state folder").contains("is no folder");
  }

  @Test
  void theAgentListsWhatIsFoundAndNeedsNoFileForIt() throws Exception {
    Said text = run("agent", "--list");
    Said json = run("agent", "--list", "--json");

    assertThat(text.exitCode()).isEqualTo(ExitCode.DONE);
    assertThat(new ObjectMapper().readTree(json.out()).path("devices").isArray()).isTrue();
    assertThat(run("agent").err()).contains("wattune agent --list");
    assertThat(run("agent", "--json", "node.json").err()).contains("give --list, too");
  }

  /** Fails where only those of the devices are listed. */
  @Test
  void listAndDoctorShowSourcesOfCountersInJars() throws Exception {
    Path services = Files.createDirectories(folder.resolve("META-INF/services"));
    Files.writeString(
        services.resolve(CounterPlugin.class.getName()),
        JarCounters.class.getName() + "\norg.example.Gone\n");
    ClassLoader usual = Thread.currentThread().getContextClassLoader();
    try (var jar = new URLClassLoader(new URL[] {folder.toUri().toURL()}, usual)) {
      Thread.currentThread().setContextClassLoader(jar);
      Said list = run("agent", "--list");
      Said doctor = run("doctor", "--json");

      assertThat(list.out())
          .contains("jar-counters  source", "counts    VALUBusy, of pipe_busy", "org.example.Gone");
      assertThat(doctor.exitCode()).as("a jar is broken").isEqualTo(ExitCode.FAILED);
      assertThat(new ObjectMapper().readTree(doctor.out()).at("/counterPlugins/0/name").asText())
          .isEqualTo("jar-counters");
    } finally {
      Thread.currentThread().setContextClassLoader(usual);
    }
  }

  /** What somebody else has written. */
  public static final class JarCounters implements CounterPlugin {
    @Override
    public String name() {
      return "jar-counters";
    }

    @Override
    public List<CounterDescriptor> offers() {
      return List.of(new CounterDescriptor("VALUBusy", "pipe_busy", "as it is"));
    }

    @Override
    public DeviceCounters openCounters(DeviceSettings settings) throws DeviceException {
      throw new DeviceException("nothing is there");
    }
  }

  private Path node(String tuning) throws Exception {
    Path file = folder.resolve("node.json");
    Files.writeString(
        file,
        """
        {"node": "n1", "stateFolder": "state", "bootstrapServers": "127.0.0.1:9",
         "devices": [{"uuid": "G1", "kind": "files", "settings": {"folder": "G1"}}],
         %s}
        """
            .formatted(tuning));
    return file;
  }

  private static Said run(String... arguments) {
    CommandLine commandLine = WattuneCommand.commandLine();
    var out = new StringWriter();
    var err = new StringWriter();
    commandLine.setOut(new PrintWriter(out)).setErr(new PrintWriter(err));
    int exitCode = commandLine.execute(arguments);
    return new Said(exitCode, out.toString(), err.toString());
  }
}
