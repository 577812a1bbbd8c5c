package io.wattune.collectors.kinds;

import static org.assertj.core.api.Assertions.assertThat;

import io.wattune.collectors.counters.CounterPlugins;
import io.wattune.collectors.device.Control;
import io.wattune.collectors.device.CounterPlugin;
import io.wattune.collectors.device.DeviceControls;
import io.wattune.collectors.device.DeviceCounters;
import io.wattune.collectors.device.DeviceSettings;
import io.wattune.collectors.device.DeviceSource;
import io.wattune.collectors.node.CountersConfig;
import io.wattune.collectors.node.NodeConfig;
import io.wattune.collectors.node.NodeFile;
import io.wattune.collectors.setup.DeviceConfig;
import io.wattune.core.counter.CounterKind;
import io.wattune.core.counter.CounterName;
import io.wattune.core.counter.CounterUnit;
import io.wattune.core.counter.CounterValue;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.tools.JavaCompiler;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Runs the examples of docs/reference/device-kinds.md. */
class DeviceKindsPageTest {
  private static final Pattern EXAMPLE = Pattern.compile("(?ms)^```(\\w+)\\n(.*?)^```$");

  private final ClassLoader usual = Thread.currentThread().getContextClassLoader();

  @TempDir Path folder;
  private String page = "";

  @BeforeEach
  void readPage() throws Exception {
    page =
        Files.readString(
            Path.of("")
                .toAbsolutePath()
                .getParent()
                .resolveSibling("docs/reference/device-kinds.md"));
  }

  @AfterEach
  void takeTheJarAway() {
    Thread.currentThread().setContextClassLoader(usual);
  }

  private List<String> examples(String language) {
    Matcher matcher = EXAMPLE.matcher(page);
    return matcher.results().filter(m -> m.group(1).equals(language)).map(m -> m.group(2)).toList();
  }

  private NodeConfig node(int example) throws Exception {
    return NodeFile.read(
        Files.writeString(folder.resolve("node.json"), examples("json").get(example)));
  }

  private static DeviceSettings settings(NodeConfig node) {
    DeviceConfig device = node.devices().get(0);
    return new DeviceSettings(node.deviceId(device), node.fileFolder(), device.settings());
  }

  private void makeFolder() throws Exception {
    Process made =
        new ProcessBuilder("bash", "-e", "-c", examples("bash").get(0))
            .directory(folder.toFile())
            .inheritIO()
            .start();
    assertThat(made.waitFor()).isZero();
  }

  @Test
  void theFolderOfTheExampleIsADevice() throws Exception {
    makeFolder();
    NodeConfig node = node(0);
    DeviceKinds kinds = DeviceKinds.standard();

    try (DeviceSource source = kinds.openSource("files", settings(node), () -> 0);
        DeviceControls controls = kinds.openControls("files", settings(node))) {
      assertThat(source.power().read()).isEqualTo(123_456);
      assertThat(source.describe(1).tunables()).hasSize(2);
      assertThat(controls.runningActivity()).isEqualTo("nbody");
      assertThat(controls.saysWhatRuns()).isTrue();
      Control clock = controls.controls().get(0);
      assertThat(node.tuning().bounds("gpu0", clock.tunable().name())).isPresent();
      clock.write(400);
      assertThat(Files.readString(folder.resolve("gpu0/controls/core.clock"))).isEqualTo("400\n");
      Files.delete(folder.resolve("gpu0/activity"));
      assertThat(controls.saysWhatRuns()).isFalse();
    }
  }

  @Test
  void theSimulatedGpuOfTheExampleRunsAndIsSet() throws Exception {
    NodeConfig node = node(1);
    DeviceKinds kinds = DeviceKinds.standard();

    try (DeviceSource source = kinds.openSource("simulated", settings(node), () -> 1_000_000_000L);
        DeviceControls controls = kinds.openControls("simulated", settings(node))) {
      assertThat(source.describe(1).tunables()).isNotEmpty();
      Control clock =
          controls.controls().stream()
              .filter(each -> each.tunable().name().equals("core.clock"))
              .findFirst()
              .orElseThrow();
      assertThat(node.tuning().bounds("sim0", "core.clock")).isPresent();
      clock.write(300);
      assertThat(clock.read()).isEqualTo(300);
    }
  }

  @Test
  void thePluginOfTheExampleCompilesIsFoundAndCounts() throws Exception {
    makeFolder();
    Path jar = folder.resolve("jar");
    compile(examples("java").get(0), jar);
    Path services = Files.createDirectories(jar.resolve("META-INF/services"));
    Files.writeString(services.resolve(CounterPlugin.class.getName()), examples("text").get(0));
    Thread.currentThread()
        .setContextClassLoader(new URLClassLoader(new URL[] {jar.toUri().toURL()}, usual));
    NodeConfig node = node(2);
    CountersConfig wanted = Objects.requireNonNull(node.reading().counters());
    Path count = Files.writeString(folder.resolve("dram_read"), "1000\n");

    try (DeviceCounters counters =
        CounterPlugins.of(DeviceKinds.standard())
            .open(
                wanted.source(),
                new DeviceSettings("n1/gpu0", node.fileFolder(), wanted.settings()))) {
      assertThat(counters.read()).isEmpty();
      Files.writeString(count, "1512\n");
      assertThat(counters.read())
          .containsExactly(
              new CounterValue(
                  CounterName.READ_BYTES, CounterUnit.BYTES, CounterKind.INCREASE, 512));
    }
  }

  private void compile(String source, Path to) throws Exception {
    Path file = folder.resolve("AcmeCounters.java");
    Files.writeString(file, source);
    JavaCompiler compiler = Objects.requireNonNull(ToolProvider.getSystemJavaCompiler());
    Files.createDirectories(to);
    String classes = System.getProperty("java.class.path");
    assertThat(compiler.run(null, null, null, "-cp", classes, "-d", to.toString(), file.toString()))
        .isZero();
  }
}
