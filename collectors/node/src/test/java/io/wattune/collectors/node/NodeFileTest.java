package io.wattune.collectors.node;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.assertj.core.api.InstanceOfAssertFactories.STRING;

import io.wattune.collectors.setup.ControlBounds;
import io.wattune.collectors.setup.DeviceConfig;
import io.wattune.collectors.setup.OutsideConfig;
import io.wattune.collectors.setup.TuningRules;
import io.wattune.core.serving.DeviceShare;
import io.wattune.core.tunable.Tunable;
import io.wattune.core.tunable.TunableUnit;
import io.wattune.core.tunable.ValueGrid;
import io.wattune.schemas.signature.SigningKey;
import io.wattune.schemas.signature.TrustedKey;
import io.wattune.schemas.signature.TrustedKeys;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class NodeFileTest {
  private static final String LEAST =
      """
      {"node": "n1", "stateFolder": "state", "bootstrapServers": "h:1",
       "devices": [{"uuid": "G1", "kind": "files", "settings": {"folder": "a"}}%s]%s}
      """;

  @TempDir Path folder;

  @Test
  void whatIsLeftOutHasItsDefault() throws Exception {
    NodeConfig config = read(LEAST.formatted("", ""));

    assertThat(config.rack()).isNull();
    assertThat(config.namespace().prefix()).isEqualTo("wattune");
    assertThat(config.folder().journal()).isEqualTo(folder.resolve("state/journal"));
    assertThat(config.reading())
        .as("nothing may be set: no control waits")
        .isEqualTo(new ReadingConfig(1_000, 256, 5, 1_000, 1_000, null));
    assertThat(config.tuning()).isEqualTo(NodeConfig.NO_TUNING);
    assertThat(config.tuning().isOn()).isFalse();
    assertThat(config.devices())
        .containsExactly(new DeviceConfig("G1", "files", Map.of("folder", "a")));
  }

  @Test
  void everyKeyIsRead() throws Exception {
    NodeConfig config =
        read(
            LEAST.formatted(
                ", {\"uuid\": \"G2\", \"kind\": \"simulated\"}",
                """
                , "rack": "r1", "namespace": "wattune.replay.a",
                "reading": {"blockMaxAgeMillis": 7, "blockMaxPolls": 8, "lingerMillis": 12,
                            "spoolMegabytes": 9, "hangMillis": 10},
                "tuning": {"isOn": true, "requiresSignature": false, "longestLeaseSeconds": 11, "requiresGuardian": false,
                           "controls": [
                  {"device": "*", "tunable": "core.clock", "lowest": -5, "highest": 6},
                  {"device": "G2", "tunable": "core.clock", "lowest": 1, "highest": 2}]}
                """));

    assertThat(config.rack()).isEqualTo("r1");
    assertThat(config.namespace().prefix()).isEqualTo("wattune.replay.a");
    assertThat(config.reading()).isEqualTo(new ReadingConfig(7, 8, 12, 9, 10, null));
    TuningRules tuning = config.tuning();
    assertThat(tuning.isOn()).isTrue();
    assertThat(tuning.longestLeaseSeconds()).isEqualTo(11);
    assertThat(tuning.requiresGuardian()).isFalse();
    assertThat(tuning.bounds("G1", "core.clock"))
        .contains(new ControlBounds("*", "core.clock", -5, 6, null));
    assertThat(tuning.bounds("G2", "core.clock"))
        .contains(new ControlBounds("G2", "core.clock", 1, 2, null));
    assertThat(tuning.bounds("G1", "memory.clock")).isEmpty();
  }

  @Test
  void serversHaveAPresetOrAMetric() throws Exception {
    NodeConfig config =
        read(
            LEAST.formatted(
                "",
                """
                , "work": [
                  {"name": "llm", "url": "http://127.0.0.1:8000/metrics", "preset": "vllm"},
                  {"name": "own", "url": "https://h/m", "metric": "my_tokens_total",
                   "labels": {"model": "a"}, "devices": ["G1"], "share": "3g.71gb", "periodMillis": 500}]
                """));

    assertThat(config.servers())
        .containsExactly(
            new ServerConfig(
                "llm",
                URI.create("http://127.0.0.1:8000/metrics"),
                "vllm:generation_tokens_total",
                ServerPreset.VLLM,
                Map.of(),
                List.of(),
                null,
                1_000),
            new ServerConfig(
                "own",
                URI.create("https://h/m"),
                "my_tokens_total",
                null,
                Map.of("model", "a"),
                List.of("G1"),
                new DeviceShare("3g.71gb"),
                500));
  }

  @Test
  void whatIsWrongOfServersIsSaid() throws Exception {
    List<String> problems =
        problems(
            LEAST.formatted(
                "",
                """
                , "work": [
                  {"name": "a", "url": "127.0.0.1:8000", "preset": "vlm"},
                  {"name": "a", "url": "http://h/m", "preset": "tgi", "metric": "x"},
                  {"name": "b", "url": "http://h/m", "devices": ["G2"], "share": "120"},
                  {"name": "c", "url": "http://h/m", "metric": "x", "devices": "G1",
                   "periodMillis": 5, "lables": {}}]
                """));

    assertThat(problems)
        .anySatisfy(each -> assertThat(each).contains("work[0].url must be an address"))
        .anySatisfy(
            each -> assertThat(each).contains("work[0].preset must be one of", "mean 'vllm'"))
        .anySatisfy(each -> assertThat(each).contains("work[1].name stands twice: 'a'"))
        .anySatisfy(
            each -> assertThat(each).contains("work[1].metric or preset is needed, and not both"))
        .anySatisfy(each -> assertThat(each).contains("work[2].metric or preset is needed"))
        .anySatisfy(each -> assertThat(each).contains("work[2].devices names 'G2'", "mean 'G1'"))
        .anySatisfy(each -> assertThat(each).contains("work[3].devices must be a list of texts"))
        .anySatisfy(each -> assertThat(each).contains("work[3].periodMillis"))
        .anySatisfy(each -> assertThat(each).contains("work[3].lables is not a key"))
        .anySatisfy(each -> assertThat(each).contains("work[2].share cannot be so", "was '120'"))
        .hasSize(10);
  }

  @Test
  void whatControlWaitsForIsSentSoon() throws Exception {
    String tuned = ", \"tuning\": {\"isOn\": true, \"requiresSignature\": false, \"controls\": []}";

    assertThat(read(LEAST.formatted("", tuned)).reading().blockMaxAgeMillis()).isEqualTo(100);
    assertThat(
            read(LEAST.formatted("", tuned + ", \"reading\": {\"hangMillis\": 10}"))
                .reading()
                .blockMaxAgeMillis())
        .isEqualTo(100);
    assertThat(read(LEAST.formatted("", "")).reading().blockMaxAgeMillis()).isEqualTo(1_000);
    assertThat(
            read(LEAST.formatted("", ", \"reading\": {\"hangMillis\": 10}"))
                .reading()
                .blockMaxAgeMillis())
        .isEqualTo(1_000);
    assertThat(
            read(LEAST.formatted("", ", \"reading\": {\"blockMaxAgeMillis\": 70}"))
                .reading()
                .blockMaxAgeMillis())
        .isEqualTo(70);
  }

  @Test
  void keysAndWhatIsDoneAboutOthersAreRead() throws Exception {
    SigningKey now = SigningKey.generate();
    SigningKey next = SigningKey.generate();
    NodeConfig config =
        read(
            LEAST.formatted(
                "",
                """
                , "tuning": {"isOn": true, "controls": [], "shadow": true, "lookMillis": 7,
                  "onOutsideChange": "reassert", "reasserts": 5, "keys": [
                  {"id": "%s", "publicKey": "%s", "validUntil": "2027-01-31T12:00:00Z"},
                  {"id": "%s", "publicKey": "%s", "validFrom": "2027-01-01T00:00:00.5Z"}]}
                """
                    .formatted(now.id(), now.publicKey(), next.id(), next.publicKey())));

    assertThat(config.tuning().isShadow()).isTrue();
    assertThat(config.tuning().outside()).isEqualTo(new OutsideConfig(7, 5));
    assertThat(config.trust().isRequired()).as("where keys are listed").isTrue();
    assertThat(config.trust().keys())
        .containsExactly(
            TrustedKey.of(now.id(), now.publicKey(), Long.MIN_VALUE, 1_801_396_800_000_000_000L),
            TrustedKey.of(next.id(), next.publicKey(), 1_798_761_600_500_000_000L, Long.MAX_VALUE));
  }

  @Test
  void whereTheFileSaysSoEverybodyIsBelievedAndWhatOthersSetIsLeft() throws Exception {
    NodeConfig config =
        read(
            LEAST.formatted(
                "",
                ", \"tuning\": {\"isOn\": true, \"requiresSignature\": false, \"controls\": []}"));

    assertThat(config.trust()).isEqualTo(TrustedKeys.NONE);
    assertThat(config.tuning().isShadow()).isFalse();
    assertThat(config.tuning().outside()).isEqualTo(new OutsideConfig(2_000, 0));
  }

  @Test
  void whatIsWrongWithKeysIsTold() throws Exception {
    SigningKey key = SigningKey.generate();

    assertThat(
            problems(
                LEAST.formatted(
                    "",
                    """
                    , "tuning": {"isOn": true, "controls": [], "onOutsideChange": "fight", "keys": [
                      {"id": "%1$s", "publicKey": "%2$s", "validFrom": "tomorrow"},
                      {"id": "%1$s", "publicKey": "%2$s", "validUntil": "3000-01-01T00:00:00Z"},
                      {"id": "ab", "publicKey": "%2$s"},
                      {"id": "c", "publicKey": "AAAA"}]}
                    """
                        .formatted(key.id(), key.publicKey()))))
        .containsExactly(
            "tuning.keys[0].validFrom must be a time like 2027-01-31T12:00:00Z, was 'tomorrow'",
            "tuning.keys[1].id stands twice: '" + key.id() + "'",
            "tuning.keys[1].validUntil must lie between the years 1677 and 2262, was"
                + " '3000-01-01T00:00:00Z'",
            "tuning.keys[2].publicKey is wrong: id must be that of the public key, "
                + key.id()
                + ", was 'ab'",
            "tuning.keys[3].publicKey is wrong: it is no public key of Ed25519",
            "tuning.onOutsideChange must be yield or reassert, was 'fight'");
    assertThat(
            problems(
                LEAST.formatted(
                    "",
                    ", \"tuning\": {\"isOn\": true, \"controls\": [], \"requiresSignature\": true}")))
        .containsExactly("tuning.keys must list at least one key where a signature is required");
  }

  @ParameterizedTest
  @ValueSource(strings = {"", ", \"keys\": []"})
  void tuningWithoutKeysIsRefusedWithWhatToDo(String keys) throws Exception {
    assertThat(
            problems(
                LEAST.formatted(
                    "", ", \"tuning\": {\"isOn\": true, \"controls\": []" + keys + "}")))
        .singleElement(STRING)
        .startsWith("tuning.keys lists no key, and tuning.isOn is true")
        .contains("wattune keys new", "--signing-key", "\"requiresSignature\": false");
  }

  @ParameterizedTest
  @ValueSource(strings = {"rw-rw-rw-", "rw-r--rw-"})
  @EnabledOnOs(OS.LINUX)
  void aFileThatOthersMayWriteIsRefused(String rights) throws Exception {
    Path file = Files.writeString(folder.resolve("open.json"), LEAST.formatted("", ""));
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString(rights));

    assertThatThrownBy(() -> NodeFile.read(file))
        .isInstanceOf(NodeFileException.class)
        .hasMessageContaining(rights)
        .hasMessageContaining("chmod go-w " + file);
  }

  @Test
  void nothingIsListedWhereTuningIsOff() throws Exception {
    NodeConfig config =
        read(
            LEAST.formatted(
                "",
                """
                , "tuning": {"isOn": false, "controls": [
                  {"device": "*", "tunable": "core.clock", "lowest": 5, "highest": 6}]}
                """));

    assertThat(config.tuning().bounds("G1", "core.clock")).isEmpty();
  }

  @Test
  void boundsAreReadWithTheirUnits() throws Exception {
    TuningRules tuning =
        read(LEAST.formatted(
                "",
                """
                , "tuning": {"isOn": true, "requiresSignature": false, "controls": [
                  {"device": "*", "tunable": "power.limit", "lowest": "200W", "highest": "400000mW"},
                  {"device": "*", "tunable": "core.clock", "lowest": "0.9GHz", "highest": "1200MHz"},
                  {"device": "*", "tunable": "cu.count", "lowest": "4", "highest": 32}]}
                """))
            .tuning();

    assertThat(tuning.controls())
        .containsExactly(
            new ControlBounds("*", "power.limit", 200_000, 400_000, TunableUnit.MILLIWATTS),
            new ControlBounds("*", "core.clock", 900, 1_200, TunableUnit.MEGAHERTZ),
            new ControlBounds("*", "cu.count", 4, 32, null));
  }

  /** 200 to 400 was taken for milliwatts, and every decision refused. */
  @Test
  void aPowerWithoutItsUnitIsAnErrorThatShowsHowToWriteIt() throws Exception {
    List<String> problems =
        problems(
            LEAST.formatted(
                "",
                """
                , "tuning": {"isOn": true, "requiresSignature": false, "controls": [
                  {"device": "*", "tunable": "power.limit", "lowest": 200, "highest": "400W"},
                  {"device": "*", "tunable": "power.limit.short", "lowest": "1W", "highest": "2"},
                  {"device": "*", "tunable": "core.clock", "lowest": "1W", "highest": "2MHz"},
                  {"device": "*", "tunable": "a", "lowest": "1.5", "highest": 2.5},
                  {"device": "*", "tunable": "b", "lowest": "1mhz", "highest": true}]}
                """));

    assertThat(problems)
        .contains(
            "tuning.controls[0].lowest needs its unit, as in 200W or 200mW",
            "tuning.controls[1].highest needs its unit, as in 2W or 2mW",
            "tuning.controls[2].lowest must have the unit of highest, was 1 W and 2 MHz",
            "tuning.controls[3].lowest must be whole where it has no unit, was \"1.5\"",
            "tuning.controls[3].highest must be a text such as 250W or 1200MHz, or a whole number,"
                + " was 2.5");
    assertThat(problems)
        .anyMatch(each -> each.startsWith("tuning.controls[4].lowest has the unknown unit 'mhz'"));
  }

  /** Names of other tunables do not say what they are: then it shows at the device. */
  @Test
  void boundsMustHaveTheUnitOfTheDevicesTunable() {
    var power =
        new Tunable(
            "limit", TunableUnit.MILLIWATTS, ValueGrid.evenly(1, 9, 1), OptionalLong.empty(), true);
    var count =
        new Tunable(
            "count", TunableUnit.COUNT, ValueGrid.evenly(1, 9, 1), OptionalLong.empty(), true);

    assertThat(new ControlBounds("*", "limit", 200, 400, null).mismatch(power)).contains("200W");
    assertThat(new ControlBounds("*", "limit", 1, 2, TunableUnit.MEGAHERTZ).mismatch(power))
        .contains("is in MHz, and the tunable is in W");
    assertThat(new ControlBounds("*", "limit", 1, 2, TunableUnit.MILLIWATTS).mismatch(power))
        .isNull();
    assertThat(new ControlBounds("*", "count", 1, 2, null).mismatch(count)).isNull();
  }

  @Test
  void everyProblemIsToldAtOnce() throws Exception {
    List<String> problems =
        problems(
            """
            {"node": "a/b", "bootstrapServer": "h:1", "stateFolder": 3, "namespace": "other",
             "devices": [{"uuid": "G1", "kind": ""}, {"uuid": "G1", "settings": {"a": 1}}],
             "reading": {"hangMillis": 5, "blockMaxPolls": 1.5},
             "tuning": {"isOn": "yes", "longestLeaseSeconds": 0, "controls": [
               {"device": "G9", "tunable": "t", "lowest": 2, "highest": 1}, 7]}}
            """);

    assertThat(problems)
        .containsExactlyInAnyOrder(
            "bootstrapServer is not a key; did you mean 'bootstrapServers'?",
            "node must not have a slash, was 'a/b'",
            "stateFolder must be a text that is not empty, was 3",
            "bootstrapServers is missing: Kafka: `host:port`, several with commas.",
            "namespace is wrong: a namespace must be 'wattune' or start with 'wattune.replay.',"
                + " was 'other'",
            "devices[0].kind must be a text that is not empty, was \"\"",
            "devices[1].kind is missing: How the device is reached: a device kind.",
            "devices[1].settings.a must be a text, was 1",
            "devices[1].uuid stands twice: 'G1'",
            "reading.hangMillis must be a whole number in 10..60000 ms, was 5",
            "reading.blockMaxPolls must be a whole number in 1..4096 polls, was 1.5",
            "tuning.isOn must be true or false, was \"yes\"",
            "tuning.longestLeaseSeconds must be a whole number in 1..3600 s, was 0",
            "tuning.controls[0].device must be the uuid of a listed device or *, was 'G9'",
            "tuning.controls[0].lowest must not be above highest, was 2 and 1",
            "tuning.controls[1] must be an object, was 7");
  }

  @Test
  void tuningMustSayWhetherItIsOn() throws Exception {
    assertThat(problems(LEAST.formatted("", ", \"tuning\": {\"controls\": []}")))
        .containsExactly("tuning.isOn is missing: Whether anything may be written at all.");
  }

  @Test
  void whatIsNotOneJsonObjectIsToldWithItsPlace() throws Exception {
    assertThat(problems("{\"node\": ")).singleElement().asString().contains("line 1");
    assertThat(problems("{\"node\": \"a\", \"node\": \"b\"}"))
        .singleElement()
        .asString()
        .contains("Duplicate field 'node'");
    assertThat(problems("[]")).containsExactly("the file must be an object, was []");
    var absent =
        catchThrowableOfType(
            NodeFileException.class, () -> NodeFile.read(folder.resolve("absent.json")));
    assertThat(absent).hasMessageContaining("cannot be read: there is no such file: ");
  }

  private NodeConfig read(String text) throws Exception {
    return NodeFile.read(Files.writeString(folder.resolve("node.json"), text));
  }

  private List<String> problems(String text) throws IOException {
    Path file = Files.writeString(folder.resolve("node.json"), text);
    return catchThrowableOfType(NodeFileException.class, () -> NodeFile.read(file)).problems();
  }
}
