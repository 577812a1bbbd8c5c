package io.wattune.launcher.compose;

import static org.assertj.core.api.Assertions.assertThat;

import io.wattune.testkit.Repository;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** The script deploy/pack, on jars that are empty. */
@EnabledOnOs({OS.LINUX, OS.MAC})
class PackTest {
  private static final String LAUNCHER = "wattune-launcher-1.jar";

  @TempDir private Path folder;
  private int exitCode;

  @BeforeEach
  void copyTheScript() throws Exception {
    for (String each :
        List.of("pack", "not-on-nodes", "in-the-setter", "docker/java.args", "docker/health")) {
      Path copy = folder.resolve("deploy").resolve(each);
      Files.createDirectories(copy.getParent());
      Files.copy(Repository.root().resolve("deploy").resolve(each), copy);
    }
  }

  @Test
  void aNodeLacksWhatOnlyTheCentreNeeds() throws Exception {
    Path target = Files.createDirectories(folder.resolve("launcher/target/lib")).getParent();
    Files.createFile(target.resolve(LAUNCHER));
    for (String jar :
        List.of(
            "a-1.jar",
            "flink-core-2.jar",
            "kafka-clients-4.jar",
            "kafka_2.13-4.jar",
            "wattune-core-1.jar")) {
      Files.createFile(target.resolve("lib").resolve(jar));
    }

    assertThat(pack()).isEmpty();

    assertThat(classPath("class-path.args"))
        .isEqualTo(
            "/opt/w/lib/wattune-launcher-1.jar:/opt/w/lib/a-1.jar:/opt/w/lib/flink-core-2.jar"
                + ":/opt/w/lib/kafka-clients-4.jar:/opt/w/lib/kafka_2.13-4.jar"
                + ":/opt/w/lib/wattune-core-1.jar");
    assertThat(classPath("node-class-path.args"))
        .isEqualTo(
            "/opt/w/lib/wattune-launcher-1.jar:/opt/w/lib/a-1.jar:/opt/w/lib/kafka-clients-4.jar"
                + ":/opt/w/lib/wattune-core-1.jar");
    assertThat(classPath("setter-class-path.args")).isEqualTo("/opt/w/lib/wattune-core-1.jar");
    assertThat(folder.resolve("packed/java.args")).exists();
    assertThat(folder.resolve("packed/bin/health")).isExecutable();
    assertThat(pack()).as("nothing older stays on the class path").contains("name another folder");
  }

  @Test
  void helpIsNoFolder() throws Exception {
    assertThat(pack("--help")).contains("deploy/pack FOLDER [PREFIX]");
    assertThat(exitCode).isZero();
    assertThat(pack("-x")).contains("deploy/pack FOLDER [PREFIX]");
    assertThat(exitCode).isEqualTo(2);
    assertThat(folder).isDirectoryNotContaining("glob:**--help*");
  }

  @Test
  void withoutABuildItSaysWhatToDo() throws Exception {
    assertThat(pack()).contains("build first: mvn ");
  }

  private String pack() throws Exception {
    String said = pack(folder.resolve("packed").toString(), "/opt/w");
    assertThat(exitCode).as(said).isEqualTo(said.isEmpty() ? 0 : 1);
    return said;
  }

  private String pack(String... arguments) throws Exception {
    var builder = new ProcessBuilder("bash", folder.resolve("deploy/pack").toString());
    builder.command().addAll(List.of(arguments));
    Process process = builder.directory(folder.toFile()).redirectErrorStream(true).start();
    String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    exitCode = process.waitFor();
    return said;
  }

  /** The words after the option, in the form that the JVM reads. */
  private String classPath(String file) throws Exception {
    List<String> lines = Files.readAllLines(folder.resolve("packed").resolve(file));
    assertThat(lines).hasSize(2).startsWith("-cp");
    return lines.get(1);
  }
}
