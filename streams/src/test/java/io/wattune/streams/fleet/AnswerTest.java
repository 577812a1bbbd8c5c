package io.wattune.streams.fleet;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.wattune.core.Quality;
import io.wattune.core.fleet.DeviceFacts;
import io.wattune.core.fleet.FleetNode;
import io.wattune.core.fleet.FleetScope;
import io.wattune.core.fleet.FleetSum;
import io.wattune.core.fleet.PowerSample;
import io.wattune.http.Access;
import io.wattune.http.ListenAddress;
import io.wattune.http.PartServerOptions;
import io.wattune.http.tls.AskingFiles;
import io.wattune.kafka.KafkaAccess;
import io.wattune.schemas.topics.Namespace;
import io.wattune.streams.fleet.answer.Answer;
import io.wattune.streams.fleet.answer.AnswerJson;
import io.wattune.streams.fleet.answer.DeviceAnswer;
import io.wattune.streams.fleet.answer.SumAnswer;
import io.wattune.streams.fleet.topology.FleetSettings;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class AnswerTest {
  private static final long SECOND = 1_000_000_000L;

  @Test
  void withoutFreshDevicesThereIsNoPowerRatherThanZero() {
    SumAnswer answer = SumAnswer.of(FleetScope.CLUSTER, "all", null, FleetSum.EMPTY);

    assertThat(answer.powerWatts()).isNull();
    assertThat(answer.errorWatts()).isNull();
    assertThat(answer.quality()).isEqualTo("INVALID");
  }

  @Test
  void anAnswerOfAnotherInstanceComesBackAsItWas() throws Exception {
    Answer answer = Answer.ofDevices(10, DeviceAnswer.ofNode(node(), 0, 10 * SECOND));

    assertThat(AnswerJson.read(AnswerJson.write(answer))).isEqualTo(answer);
  }

  @Test
  void devicesSayWhetherTheyAreCountedAndHowOldTheyAre() {
    List<DeviceAnswer> devices = DeviceAnswer.ofNode(node(), 0, 10 * SECOND);

    assertThat(devices).extracting(DeviceAnswer::device).containsExactly("n/a", "n/b", "n/c");
    assertThat(devices).extracting(DeviceAnswer::state).containsExactly("stale", "fresh", "silent");
    assertThat(devices).extracting(DeviceAnswer::counted).containsExactly(true, true, false);
    assertThat(devices.get(0).ageSeconds()).isEqualByComparingTo("20");
    assertThat(devices.get(0).powerWatts()).isEqualByComparingTo("1.5");
    assertThat(devices.get(2).powerWatts()).isNull();
  }

  @Test
  void aListThatLacksAnInstanceSaysSo() {
    var part = Answer.ofSums(10, List.of(sum("b")));

    Answer whole =
        Answer.merged(10, List.of(part, Answer.ofSums(10, List.of(sum("a")))), List.of());
    Answer partial = Answer.merged(10, List.of(part), List.of("h:1: it timed out"));

    assertThat(whole.complete()).isTrue();
    assertThat(whole.sums()).extracting(SumAnswer::name).containsExactly("a", "b");
    assertThat(partial.complete()).isFalse();
    assertThat(partial.missing()).containsExactly("h:1: it timed out");
    assertThat(new String(AnswerJson.write(partial), StandardCharsets.UTF_8))
        .startsWith("{\"complete\":false,\"missing\":[\"h:1: it timed out\"]");
  }

  @Test
  void anInstanceThatListensEverywhereMustSayWhereItIsReached() {
    assertThatThrownBy(() -> everywhere(null))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("--application-server HOST:PORT");
    assertThat(everywhere(new ListenAddress("fleet-1", 8090)).applicationServer())
        .hasToString("fleet-1:8090");
  }

  private static FleetViewOptions everywhere(@Nullable ListenAddress reached) {
    return new FleetViewOptions(
        KafkaAccess.of("127.0.0.1:1"),
        new FleetSettings(Namespace.live(), 8, Duration.ofSeconds(10)),
        new PartServerOptions(
            "fleet",
            "",
            new ListenAddress("0.0.0.0", 8090),
            Access.of("tokens", "read.peers=" + "t".repeat(32))),
        AskingFiles.NONE,
        reached,
        1,
        null,
        Duration.ofSeconds(6),
        null,
        -1);
  }

  private static SumAnswer sum(String name) {
    return SumAnswer.of(FleetScope.NODE, name, null, FleetSum.EMPTY);
  }

  private static FleetNode node() {
    var node = new FleetNode("n");
    node.measure("n/a", new PowerSample(100 * SECOND, 0, 0, 1_500, 10, Quality.MEASURED), 0);
    node.measure("n/b", new PowerSample(120 * SECOND, 0, 0, 2_000, 10, Quality.CORRECTED), 0);
    node.describe("n/c", new DeviceFacts(null, "n/a", SECOND), 0);
    return node;
  }
}
