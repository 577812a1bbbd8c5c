package io.wattune.launcher.keys;

import static org.assertj.core.api.Assertions.assertThat;

import io.wattune.collectors.node.NodeConfig;
import io.wattune.collectors.node.NodeFile;
import io.wattune.launcher.WattuneCommand;
import io.wattune.schemas.signature.KeyFile;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

class KeysCommandTest {
  @TempDir Path folder;
  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();

  @Test
  void whatIsPrintedIsWhatANodesFileTakes() throws Exception {
    Path file = folder.resolve("key.pem");
    assertThat(run("keys", "new", file.toString())).isZero();
    String entry = out.toString().strip();

    Path node =
        Files.writeString(
            folder.resolve("node.json"),
            """
            {"node": "n1", "stateFolder": "s", "bootstrapServers": "h:1",
             "devices": [{"uuid": "G1", "kind": "files"}],
             "tuning": {"isOn": true, "controls": [], "keys": [%s]}}
            """
                .formatted(entry));
    NodeConfig config = NodeFile.read(node);

    assertThat(config.trust().keys().get(0).id()).isEqualTo(KeyFile.read(file).id());
    out.getBuffer().setLength(0);
    assertThat(run("keys", "show", file.toString())).isZero();
    assertThat(out.toString().strip()).as("nothing but the public half").isEqualTo(entry);
  }

  @Test
  void aNodesKeyIsDerivedFromTheMasterAndFromItsName() throws Exception {
    Path master = folder.resolve("master");
    assertThat(run("keys", "master", master.toString())).isZero();
    assertThat(derive(master, "n1", "a")).isZero();
    assertThat(derive(master, "n1", "again")).isZero();
    assertThat(derive(master, "n2", "b")).isZero();

    String key = Files.readString(folder.resolve("a"));
    assertThat(Files.readString(folder.resolve("again"))).isEqualTo(key);
    assertThat(Files.readString(folder.resolve("b"))).isNotEqualTo(key);
    assertThat(key).isNotEqualTo(Files.readString(master));
    assertThat(out.toString()).as("nothing secret is printed").isEmpty();
    assertThat(Files.getPosixFilePermissions(folder.resolve("a")))
        .isEqualTo(PosixFilePermissions.fromString("rw-------"));

    assertThat(derive(master, "n1/gpu", "c")).as("a device").isEqualTo(2);
    assertThat(derive(master, "n1", "a")).as("is there already").isEqualTo(1);
    Files.setPosixFilePermissions(master, PosixFilePermissions.fromString("rw-r--r--"));
    assertThat(derive(master, "n1", "d")).as("others may read the master").isEqualTo(1);
  }

  private int derive(Path master, String node, String file) {
    return run("keys", "node", "--master=" + master, node, folder.resolve(file).toString());
  }

  @Test
  void aKeyIsNotWrittenOver() {
    Path file = folder.resolve("key.pem");
    assertThat(run("keys", "new", file.toString())).isZero();

    assertThat(run("keys", "new", file.toString())).isEqualTo(1);

    assertThat(err.toString()).startsWith("wattune: ").contains("is there already");
  }

  @Test
  @EnabledOnOs({OS.LINUX, OS.MAC})
  void aControllerDoesNotStartWithAKeyThatOthersMayRead() throws Exception {
    Path file = folder.resolve("key.pem");
    assertThat(run("keys", "new", file.toString())).isZero();
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-r--r--"));

    assertThat(run("control", "--bootstrap", "127.0.0.1:1", "--signing-key", file.toString()))
        .isEqualTo(2);

    assertThat(err.toString()).contains("chmod 600 " + file);
  }

  @Test
  void withoutAnOrderItSaysWhichThereAre() {
    assertThat(run("keys")).isEqualTo(2);

    assertThat(err.toString()).contains("say what to do: new, show, master or node");
  }

  private int run(String... arguments) {
    CommandLine command = WattuneCommand.commandLine(Map.of());
    return command
        .setOut(new PrintWriter(out, true))
        .setErr(new PrintWriter(err, true))
        .execute(arguments);
  }
}
