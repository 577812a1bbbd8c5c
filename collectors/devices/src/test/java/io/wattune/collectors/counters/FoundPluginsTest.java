package io.wattune.collectors.counters;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.wattune.collectors.device.CounterDescriptor;
import io.wattune.collectors.device.CounterPlugin;
import io.wattune.collectors.device.DeviceCounters;
import io.wattune.collectors.device.DeviceException;
import io.wattune.collectors.device.DeviceSettings;
import io.wattune.collectors.device.Finding;
import io.wattune.collectors.kinds.DeviceKinds;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Sources of counters that others have written. */
class FoundPluginsTest {
  private final ClassLoader usual = Thread.currentThread().getContextClassLoader();

  @TempDir Path jar;

  @AfterEach
  void takeTheJarAway() {
    Thread.currentThread().setContextClassLoader(usual);
  }

  /** As a jar that names these sources. */
  private void beside(String... classes) throws Exception {
    Path services = Files.createDirectories(jar.resolve("META-INF/services"));
    Files.writeString(
        services.resolve(CounterPlugin.class.getName()), String.join("\n", classes) + "\n");
    Thread.currentThread()
        .setContextClassLoader(new URLClassLoader(new URL[] {jar.toUri().toURL()}, usual));
  }

  @Test
  void aSourceInAJarSaysWhatItGivesAndWhatItCannot() throws Exception {
    beside(Working.class.getName());

    FoundPlugins found = FoundPlugins.find(Set.of("dcgm"));

    assertThat(found.findings()).isEmpty();
    assertThat(found.plugins())
        .containsExactly(new FoundPlugins.Plugin("working", new Working().offers()));
  }

  @Test
  void oneThatCannotBeLoadedOrFailsHidesNoOther() throws Exception {
    beside("org.example.Gone", Failing.class.getName(), Working.class.getName());

    FoundPlugins found = FoundPlugins.find(Set.of("dcgm"));

    assertThat(found.plugins()).extracting(FoundPlugins.Plugin::name).containsExactly("working");
    assertThat(found.findings())
        .allMatch(finding -> finding.level() == Finding.Level.BROKEN)
        .extracting(Finding::what)
        .satisfiesExactly(
            what -> assertThat(what).contains("org.example.Gone"),
            what -> assertThat(what).contains("Failing").contains("half written"));
  }

  @Test
  void aNameThatIsTakenIsSaid() throws Exception {
    beside(Working.class.getName());

    FoundPlugins found = FoundPlugins.find(Set.of("working"));

    assertThat(found.plugins()).isEmpty();
    assertThat(found.findings())
        .extracting(Finding::what)
        .containsExactly("two sources of counters are named 'working'");
  }

  /** A jar that cannot be loaded threw an error through the agent's start. */
  @Test
  void theAgentOpensASourceBesideAJarThatCannotBeLoaded() throws Exception {
    beside("org.example.Gone", Working.class.getName());
    var settings = new DeviceSettings("n1/g0", Path.of("."), Map.of());
    CounterPlugins plugins = CounterPlugins.of(new DeviceKinds(List.of()));

    assertThatThrownBy(() -> plugins.open("working", settings))
        .isInstanceOf(DeviceException.class)
        .hasMessage("opened");
    assertThatThrownBy(() -> plugins.open("gone", settings))
        .isInstanceOf(DeviceException.class)
        .hasMessageContaining("known are [working]; a jar's source of counters cannot be loaded")
        .hasMessageContaining("org.example.Gone");
  }

  /** Works. */
  public static final class Working implements CounterPlugin {
    @Override
    public String name() {
      return "working";
    }

    @Override
    public List<CounterDescriptor> offers() {
      return List.of(
          new CounterDescriptor("VALUBusy", "pipe_busy", "as it is"),
          new CounterDescriptor("MemUnitBusy", null, "the hardware does not count it"));
    }

    @Override
    public DeviceCounters openCounters(DeviceSettings settings) throws DeviceException {
      throw new DeviceException("opened");
    }
  }

  /** Does not. */
  public static final class Failing implements CounterPlugin {
    @Override
    public String name() {
      return "failing";
    }

    @Override
    public List<CounterDescriptor> offers() {
      throw new IllegalStateException("half written");
    }

    @Override
    public DeviceCounters openCounters(DeviceSettings settings) throws DeviceException {
      throw new DeviceException("never");
    }
  }
}
