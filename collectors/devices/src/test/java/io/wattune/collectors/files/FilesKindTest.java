package io.wattune.collectors.files;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.wattune.collectors.device.Control;
import io.wattune.collectors.device.DeviceControls;
import io.wattune.collectors.device.DeviceException;
import io.wattune.collectors.device.DeviceSettings;
import io.wattune.collectors.device.DeviceSource;
import io.wattune.collectors.kinds.DeviceKinds;
import io.wattune.core.device.Signal;
import io.wattune.core.device.SignalUnit;
import io.wattune.core.reading.PollBlock;
import io.wattune.core.tunable.TunableUnit;
import io.wattune.core.tunable.ValueGrid;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class FilesKindTest {
  private static final String FILE =
      """
      {"vendor": "acme", "model": "A1",
       "signal": {"name": "power", "unit": "MILLIWATTS", "pollPeriodMillis": 20},
       "tunables": [
         {"name": "core.clock", "unit": "MEGAHERTZ", "lowest": 300, "highest": 1000, "step": 100},
         {"name": "memory.clock", "unit": "MEGAHERTZ", "values": [475, 625, 1375]}]}
      """;

  @TempDir private Path base;
  private Path folder;

  @BeforeEach
  void folderOfADevice() throws IOException {
    folder = base.resolve("gpu0");
    Files.createDirectories(folder.resolve("controls"));
    Files.writeString(folder.resolve("device.json"), FILE);
    Files.writeString(folder.resolve("power"), "123456\n");
    Files.writeString(folder.resolve("controls/core.clock"), "900\n");
    Files.writeString(folder.resolve("controls/memory.clock"), "1375\n");
  }

  @Test
  void readsAndDescribesWhatTheFolderSays() throws Exception {
    try (DeviceSource source = source()) {
      assertThat(source.power().signal())
          .isEqualTo(new Signal("power", SignalUnit.MILLIWATTS, 20_000_000L));
      assertThat(source.power().read()).isEqualTo(123_456);
      var descriptor = source.describe(7);
      assertThat(descriptor.node()).isEqualTo("n1");
      assertThat(descriptor.describedAtNanos()).isEqualTo(7);
      var clock = descriptor.tunable("core.clock").orElseThrow();
      assertThat(clock.unit()).isEqualTo(TunableUnit.MEGAHERTZ);
      assertThat(clock.grid()).isEqualTo(ValueGrid.evenly(300, 1000, 100));
      assertThat(clock.ownValue()).hasValue(900);
      assertThat(clock.isWritable()).isFalse();
      assertThat(descriptor.tunable("memory.clock").orElseThrow().grid())
          .isEqualTo(ValueGrid.of(List.of(475L, 625L, 1375L)));
    }
  }

  /** Fails where root writes through a link that somebody has put there. */
  @Test
  void aLinkInThePlaceOfADraftIsNotWrittenThrough() throws Exception {
    Path victim = Files.writeString(base.resolve("victim"), "precious");
    Files.createSymbolicLink(folder.resolve("controls/core.clock.draft"), victim);

    try (DeviceControls controls = controls()) {
      controls.controls().get(0).write(600);
    }

    assertThat(victim).hasContent("precious");
    assertThat(folder.resolve("controls/core.clock")).content().isEqualTo("600\n");
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "controls"})
  @EnabledOnOs(OS.LINUX)
  void nothingIsSetInAFolderInWhichOthersMayWrite(String which) throws Exception {
    Path open = folder.resolve(which);
    Files.setPosixFilePermissions(open, PosixFilePermissions.fromString("rwxrwxrwx"));

    assertThatThrownBy(this::controls)
        .isInstanceOf(DeviceException.class)
        .hasMessageContaining("chmod go-w " + open.normalize());
    try (DeviceSource source = source()) {
      assertThat(source.power().read()).as("reading is as before").isEqualTo(123_456);
    }
  }

  @Test
  @Timeout(value = 20, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
  @EnabledOnOs(OS.LINUX)
  void aPipeThatIsToSayWhatRunsIsNotWaitedFor() throws Exception {
    assertThat(
            new ProcessBuilder("mkfifo", folder.resolve("activity").toString()).start().waitFor())
        .isZero();
    try (DeviceControls controls = controls()) {
      assertThat(controls.runningActivity()).isNull();
    }
  }

  @Test
  void anEmptyLineIsAMissingReadingAndEverythingElseAnError() throws Exception {
    DeviceSource source = source();

    Files.writeString(folder.resolve("power"), "\n");
    assertThat(source.power().read()).isEqualTo(PollBlock.MISSING);
    Files.writeString(folder.resolve("power"), "12.5 W\n");
    assertThatThrownBy(() -> source.power().read())
        .isInstanceOf(DeviceException.class)
        .hasMessageContaining("must hold a whole number, has '12.5 W'");
    Files.writeString(folder.resolve("power"), "123");
    assertThatThrownBy(() -> source.power().read()).hasMessageContaining("no complete line");
    Files.writeString(folder.resolve("power"), "3000000000\n");
    assertThatThrownBy(() -> source.power().read()).hasMessageContaining("out of range");
    Files.delete(folder.resolve("power"));
    assertThatThrownBy(() -> source.power().read()).hasMessageContaining("is not there");
  }

  @Test
  void writesAControlThatIsReadBack() throws Exception {
    try (DeviceControls controls = controls()) {
      assertThat(controls.runningActivity()).isNull();
      Files.writeString(folder.resolve("activity"), "nbody\n");
      assertThat(controls.runningActivity()).isEqualTo("nbody");
      Control clock = controls.controls().get(0);
      assertThat(clock.tunable().name()).isEqualTo("core.clock");
      clock.write(400);
      assertThat(clock.read()).isEqualTo(400);
      assertThat(Files.readString(folder.resolve("controls/core.clock"))).isEqualTo("400\n");
    }
  }

  /** Fails when NumberFile.write writes in place instead of renaming. */
  @Test
  void aReaderNeverSeesHalfOfAValue() throws Exception {
    Control clock = DeviceKinds.standard().openControls("files", settings()).controls().get(0);
    var done = new AtomicBoolean();
    var writer =
        new Thread(
            () -> {
              try {
                for (int i = 0; i < 500; i++) {
                  clock.write(i % 2 == 0 ? 7 : 123_456_789);
                }
              } catch (DeviceException e) {
                throw new IllegalStateException(e);
              } finally {
                done.set(true);
              }
            });
    clock.write(7);
    writer.start();
    while (!done.get()) {
      assertThat(clock.read()).isIn(7L, 123_456_789L);
    }
    writer.join();
  }

  @Test
  void aWrongDeviceFileSaysWhatIsWrong() throws Exception {
    assertRefused(
        FILE.replace("\"step\": 100", "\"stpe\": 100"),
        "tunables[0].stpe is not a key; did you mean 'step'?");
    assertRefused(FILE.replace(", \"step\": 100", ""), "tunables[0].step is missing");
    assertRefused(
        FILE.replace("MILLIWATTS", "KILOHERTZ"),
        "signal.unit must be one of [MILLIWATTS, MICROWATTS], was \"KILOHERTZ\"");
    assertRefused(FILE.replace("\"MILLIWATTS\"", "0"), "signal.unit must be one of");
    assertRefused(FILE.replace("memory.clock", "core.clock"), "tunables[1].name is another");
    assertRefused(FILE.replace("memory.clock", "../x"), "tunables[1].name must be a file name");
    assertRefused(FILE.replace("\"vendor\": \"acme\",", ""), "vendor is missing");
    assertRefused(FILE.replace("20}", "0}"), "pollPeriodMillis must be a whole number above 0");
    assertRefused(FILE.replace("20}", "20.5}"), "pollPeriodMillis must be a whole number");
    assertRefused(FILE.replace("625", "null"), "tunables[1].values must be a list of whole");
    assertRefused(FILE.replace("300", "2000"), "the lowest value must not be above the highest");
    assertRefused(FILE.replace("\"A1\"", "\"A1\", \"model\": \"A2\""), "Duplicate field 'model'");
    assertRefused("{", "not JSON");
  }

  private void assertRefused(String file, String expected) throws IOException {
    Files.writeString(folder.resolve("device.json"), file);
    assertThatThrownBy(this::source)
        .isInstanceOf(DeviceException.class)
        .hasMessageContaining("device.json")
        .hasMessageContaining(expected);
  }

  @Test
  void aWrongSettingOrKindSaysWhatIsKnown() {
    var wrong = new DeviceSettings("n1/g0", base, Map.of("folder", "gpu0", "foldr", "x"));
    assertThatThrownBy(() -> DeviceKinds.standard().openSource("files", wrong, () -> 0))
        .hasMessageContaining("unknown setting 'foldr'; known are [folder]");
    var none = new DeviceSettings("n1/g0", base, Map.of());
    assertThatThrownBy(() -> DeviceKinds.standard().openSource("files", none, () -> 0))
        .hasMessageContaining("needs the setting 'folder'");
    assertThatThrownBy(() -> DeviceKinds.standard().openSource("nvml", none, () -> 0))
        .hasMessageContaining("unknown kind 'nvml'; known are [")
        .hasMessageContaining("files");
  }

  private DeviceSource source() throws DeviceException {
    return DeviceKinds.standard().openSource("files", settings(), () -> 0);
  }

  private DeviceControls controls() throws DeviceException {
    return DeviceKinds.standard().openControls("files", settings());
  }

  private DeviceSettings settings() {
    return new DeviceSettings("n1/g0", base, Map.of("folder", "gpu0"));
  }
}
