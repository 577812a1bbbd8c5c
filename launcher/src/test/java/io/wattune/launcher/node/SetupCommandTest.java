package io.wattune.launcher.node;

import static org.assertj.core.api.Assertions.assertThat;

import io.wattune.collectors.kinds.DeviceKinds;
import io.wattune.collectors.setter.SetupText;
import io.wattune.collectors.setup.DeviceConfig;
import io.wattune.collectors.setup.NodeSetup;
import io.wattune.launcher.WattuneCommand;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** {@code wattune setup}, whose lines whoever has the privileges believes. */
@EnabledOnOs({OS.LINUX, OS.MAC})
class SetupCommandTest {
  @TempDir private Path folder;

  @Test
  void whatTheSetterDoesNotKnowIsLeftOutAndNobodyElseReadsTheRest() throws Exception {
    Path file =
        Files.writeString(
            folder.resolve("node.json"),
            """
            {"node": "n1", "stateFolder": "state", "bootstrapServers": "b:9092",
             "devices": [
               {"uuid": "G1", "kind": "simulated", "settings": {"registers": "g1.registers"}},
               {"uuid": "node", "kind": "ipmi"},
               {"uuid": "G2", "kind": "files", "settings": {"folder": "g2"}}],
             "tuning": {"isOn": true, "requiresSignature": false, "controls": [
               {"device": "*", "tunable": "core.clock", "lowest": 400, "highest": 1000}]}}
            """);
    Path output = Files.writeString(folder.resolve("setup"), "of an earlier start");

    int code =
        WattuneCommand.commandLine().execute("setup", "--output", "" + output, file.toString());

    assertThat(code).isZero();
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(output)))
        .isEqualTo("rw-------");
    NodeSetup setup = SetupText.read(Files.readString(output));
    assertThat(setup.devices()).extracting(DeviceConfig::uuid).containsExactly("G1");
    assertThat(setup.devices())
        .allMatch(each -> DeviceKinds.settable().names().contains(each.kind()));
    assertThat(setup.tuning().controls()).hasSize(1);
  }

  @Test
  void aFolderThatIsNotThereIsSaid() throws Exception {
    Path file =
        Files.writeString(
            folder.resolve("node.json"),
            """
            {"node": "n1", "stateFolder": "state", "bootstrapServers": "b:9092",
             "devices": [{"uuid": "node", "kind": "ipmi"}]}
            """);

    int code =
        WattuneCommand.commandLine()
            .execute("setup", "--output", folder.resolve("none/setup").toString(), "" + file);

    assertThat(code).isEqualTo(1);
  }
}
