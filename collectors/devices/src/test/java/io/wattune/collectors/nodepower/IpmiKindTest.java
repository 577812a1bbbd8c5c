package io.wattune.collectors.nodepower;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.wattune.collectors.device.DeviceSettings;
import io.wattune.collectors.device.DeviceSource;
import io.wattune.collectors.device.Finding;
import io.wattune.collectors.device.FoundDevice;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@EnabledOnOs({OS.LINUX, OS.MAC})
class IpmiKindTest {
  /** A busy machine may stand still for a while. */
  private static final Duration PATIENCE = Duration.ofSeconds(60);

  private static final String ANSWER =
      """

          Instantaneous power reading:                   220 Watts
          Minimum during sampling period:                 12 Watts
          Maximum during sampling period:                600 Watts
          Average power reading over sample period:      210 Watts
          IPMI timestamp:                           Thu Jan  1 00:00:00 1970
          Sampling period:                          00000001 Seconds.
          Power reading state is:                   activated

      """;

  @TempDir private Path folder;

  @Test
  void readsThePresentPower() throws Exception {
    assertThat(IpmiMeter.parse(ANSWER)).isEqualTo(220_000);
    assertThat(meter(script("cat <<'X'\n" + ANSWER + "X\n"), 5_000).milliwatts())
        .isEqualTo(220_000);
  }

  @Test
  void isAskedForPowerInPlainLanguage() throws Exception {
    Path program = script("echo \"$LC_ALL $*\" >" + folder.resolve("asked") + "\n");

    assertThatThrownBy(() -> meter(program, 5_000).milliwatts())
        .hasMessageContaining("not understood");
    assertThat(folder.resolve("asked")).hasContent("C dcmi power reading\n");
  }

  @Test
  void whatIsNotExactlySoIsAnError() {
    assertThatThrownBy(() -> IpmiMeter.parse("")).hasMessageContaining("not understood: ''");
    assertThatThrownBy(() -> IpmiMeter.parse(ANSWER.replace("220 Watts", "220.5 Watts")))
        .hasMessageContaining("not understood");
    assertThatThrownBy(() -> IpmiMeter.parse(ANSWER.replace("activated", "deactivated")))
        .hasMessageContaining("is 'deactivated'");
    assertThatThrownBy(() -> IpmiMeter.parse(ANSWER.replace(" 220 ", " 0 ")))
        .hasMessageContaining("says 0 W");
  }

  @Test
  void aProgramThatFailsIsQuoted() throws Exception {
    Path program = script("echo 'Could not open device at /dev/ipmi0' >&2\nexit 1\n");

    assertThatThrownBy(() -> meter(program, 5_000).milliwatts())
        .hasMessageContaining("ends with 1: 'Could not open device at /dev/ipmi0'");
    assertThatThrownBy(() -> meter(folder.resolve("none"), 5_000).milliwatts())
        .hasMessageContaining("install ipmitool");
  }

  @Test
  void aProgramThatHangsIsEnded() throws Exception {
    Path file = folder.resolve("pid");
    Path program =
        script("echo $$ >" + file + ".draft; mv " + file + ".draft " + file + "\nexec sleep 60\n");

    // A slow machine may end it before it has said its number: then with more time.
    for (long limit = 300; !Files.exists(file); limit *= 2) {
      long millis = limit;
      assertThatThrownBy(() -> meter(program, millis).milliwatts())
          .hasMessageContaining("does not answer within " + millis + " ms");
    }
    long pid = Long.parseLong(Files.readString(file).strip());
    await()
        .atMost(PATIENCE)
        .until(
            () -> ProcessHandle.of(pid).map(ProcessHandle::isAlive).orElse(false),
            Boolean.FALSE::equals);
  }

  @Test
  void findsTheControllerOfThisMachine() throws Exception {
    Path controller = Files.createFile(folder.resolve("ipmi0"));
    Path program = script("cat <<'X'\n" + ANSWER + "X\n");

    var discovery = new IpmiKind(controller, program.toString()).find();

    assertThat(discovery.devices()).extracting(FoundDevice::uuid).containsExactly("node");
    assertThat(discovery.devices().get(0).vendor()).isEqualTo("node");
    assertThat(discovery.devices().get(0).findings())
        .containsExactly(Finding.ok("the node takes 220 W"));
  }

  @Test
  void saysWhatLacks() throws Exception {
    var nowhere = new IpmiKind(folder.resolve("none"), "ipmitool").find();
    assertThat(nowhere.findings()).extracting(Finding::level).containsExactly(Finding.Level.NOTE);

    Path controller = Files.createFile(folder.resolve("ipmi0"));
    var without = new IpmiKind(controller, folder.resolve("none").toString()).find();
    assertThat(without.devices()).isEmpty();
    assertThat(without.findings())
        .extracting(Finding::level)
        .containsExactly(Finding.Level.MISSING);
  }

  @Test
  void aRemoteControllersPasswordIsOnNoCommandLine() throws Exception {
    Path asked = folder.resolve("asked");
    Path program = script("echo \"$*\" >>" + asked + "\ncat <<'X'\n" + ANSWER + "X\n");
    Path password = folder.resolve("password");
    Files.writeString(password, "hunter2\n");
    Files.setPosixFilePermissions(password, PosixFilePermissions.fromString("rw-------"));
    var settings = new HashMap<>(remote(program));
    settings.put("pollPeriodMillis", "10");
    settings.put("port", "6230");
    settings.put("cipherSuite", "17");
    settings.put("privilege", "USER");
    List<Integer> values = new ArrayList<>();
    try (DeviceSource source = open(settings)) {
      await()
          .atMost(PATIENCE)
          .until(
              () -> {
                source.power().readKept((time, value) -> values.add(value));
                return !values.isEmpty();
              });
    }

    assertThat(values).containsOnly(220_000);
    assertThat(Files.readAllLines(asked).get(0))
        .isEqualTo(
            "-I lanplus -H bmc17 -U reader -f "
                + password
                + " -p 6230 -C 17 -L USER dcmi power reading")
        .doesNotContain("hunter2");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '"',
      value = {
        "port|0|must be from 1 to 65535, was '0'",
        "port|x|must be a whole number, was 'x'",
        "cipherSuite|256|must be from 0 to 255, was '256'",
        "privilege|root|must be USER, OPERATOR or ADMINISTRATOR, was 'root'"
      })
  void wrongSettingsOfTheWayAreSaid(String key, String value, String words) throws Exception {
    Path password = folder.resolve("password");
    Files.writeString(password, "hunter2\n");
    Files.setPosixFilePermissions(password, PosixFilePermissions.fromString("rw-------"));
    var settings = new HashMap<>(remote(folder.resolve("ipmitool")));
    settings.put(key, value);

    assertThatThrownBy(() -> open(settings))
        .hasMessageContaining("setting '" + key + "' of device 'n1/node' " + words);
    assertThatThrownBy(() -> open(Map.of(key, value)))
        .hasMessageContaining(
            "setting '" + key + "' of device 'n1/node' is for a controller over the network");
  }

  /** A controller that is slow to say which suites it has takes all of the time for that. */
  @Test
  void aRemoteControllerThatIsSlowIsGivenACipherSuite() throws Exception {
    String program = script("exec sleep 60\n").toString();

    assertThatThrownBy(() -> new IpmiMeter(List.of(program, "-H", "bmc17"), 100).milliwatts())
        .hasMessageContaining("does not answer within 100 ms; ")
        .hasMessageContaining("\"cipherSuite\"");
    var named = new IpmiMeter(List.of(program, "-H", "bmc17", "-C", "3"), 100);
    assertThatThrownBy(named::milliwatts).hasMessageEndingWith("does not answer within 100 ms");
  }

  private DeviceSource open(Map<String, String> settings) throws Exception {
    return new IpmiKind()
        .openSource(new DeviceSettings("n1/node", folder, settings), System::nanoTime);
  }

  private static Map<String, String> remote(Path program) {
    return Map.of(
        "command", program.toString(),
        "host", "bmc17",
        "user", "reader",
        "passwordFile", "password");
  }

  private IpmiMeter meter(Path program, long limitMillis) {
    return new IpmiMeter(List.of(program.toString()), limitMillis);
  }

  private Path script(String text) throws Exception {
    Path file = folder.resolve("fake-ipmitool");
    Files.writeString(file, "#!/bin/sh\n" + text);
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwx------"));
    return file;
  }
}
