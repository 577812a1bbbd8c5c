package io.wattune.collectors.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import io.wattune.collectors.node.ServerPreset;
import io.wattune.core.serving.LatencyBound;
import io.wattune.core.serving.LatencyBucket;
import io.wattune.core.serving.ServerKind;
import io.wattune.core.serving.ServingReading;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Two pages of a server in, what came between them out. */
class ServedRequestsTest {
  private static final double[] NONE = {};
  private static final double[] FOUR = {0.2, 0.4, 0.45, 3};

  @Test
  void vllmShowsLatenciesAndWhatCame() {
    ServingReading reading =
        between(
            ServerPreset.VLLM,
            ServerPages.vllm(new double[] {9}, 0, 1, 0),
            ServerPages.vllm(new double[] {9, 0.2, 0.4, 0.45, 3}, 1, 2, 4));

    assertThat(reading.kind()).isEqualTo(ServerKind.VLLM);
    assertThat(reading.model()).isEqualTo("org/Model-7B");
    assertThat(reading.finished()).isEqualTo(5);
    assertThat(reading.failed()).hasValue(1);
    assertThat(reading.arrived()).as("finished, and five more are there").hasValue(10);
    assertThat(reading.waiting()).hasValue(4);
    assertThat(reading.running()).hasValue(2);
    assertThat(reading.latencies().buckets())
        .containsExactly(
            new LatencyBucket(0, 0.3, 1),
            new LatencyBucket(0.3, 0.5, 2),
            new LatencyBucket(2, Double.POSITIVE_INFINITY, 1));
    assertThat(reading.quantiles())
        .containsExactly(
            new LatencyBound(0.5, 0.3, 0.5),
            new LatencyBound(0.95, 2, Double.POSITIVE_INFINITY),
            new LatencyBound(0.99, 2, Double.POSITIVE_INFINITY));
    // Rounding of a sum of five numbers.
    assertThat(reading.meanSeconds().orElseThrow()).isCloseTo(4.05 / 4, within(1e-12));
    assertThat(reading.seconds()).isEqualTo(0.5);
  }

  @Test
  void sglangsPrioritiesAreNotCountedTwice() {
    ServingReading reading =
        between(
            ServerPreset.SGLANG, ServerPages.sglang(NONE, 0, 0), ServerPages.sglang(FOUR, 3, 1));

    assertThat(reading.running()).hasValue(3);
    assertThat(reading.arrived()).hasValue(8);
    assertThat(reading.quantile(0.5)).contains(new LatencyBound(0.5, 0.2, 0.4));
    assertThat(reading.failed()).isEmpty();
  }

  @Test
  void tgiCountsWhatComes() {
    ServingReading reading =
        between(
            ServerPreset.TGI, ServerPages.tgi(NONE, 0, 0, 0, 0), ServerPages.tgi(FOUR, 2, 9, 2, 1));

    assertThat(reading.arrived()).hasValue(9);
    assertThat(reading.finished()).isEqualTo(6);
    assertThat(reading.failed()).hasValue(2);
    assertThat(reading.model()).isNull();
    assertThat(reading.quantile(0.95))
        .contains(new LatencyBound(0.95, 2, Double.POSITIVE_INFINITY));
  }

  @Test
  void tritonHasQuantilesOfItsOwnAndAMean() {
    ServingReading reading =
        between(
            ServerPreset.TRITON,
            ServerPages.triton(100, 0, 0, 1_000_000, "41000"),
            ServerPages.triton(150, 3, 7, 1_500_000, "41000"));

    assertThat(reading.finished()).isEqualTo(53);
    assertThat(reading.failed()).hasValue(3);
    assertThat(reading.waiting()).hasValue(7);
    assertThat(reading.arrived()).as("how many it serves is not shown").isEmpty();
    assertThat(reading.latencies().buckets()).isEmpty();
    assertThat(reading.quantiles())
        .extracting(LatencyBound::quantile)
        .containsExactly(0.5, 0.95, 0.99);
    // Micro as a double is not exact.
    assertThat(reading.quantile(0.95).orElseThrow().lowSeconds()).isCloseTo(0.041, within(1e-12));
    assertThat(reading.meanSeconds().orElseThrow()).isCloseTo(0.01, within(1e-12));
  }

  @Test
  void quantilesOfNoRequestsAreNoNumbersAndNotKnown() {
    ServingReading reading =
        between(
            ServerPreset.TRITON,
            ServerPages.triton(0, 0, 0, 0, "Nan"),
            ServerPages.triton(1, 0, 0, 20_000, "Nan"));

    assertThat(reading.quantiles()).extracting(LatencyBound::quantile).containsExactly(0.5, 0.99);
  }

  @Test
  void anIntervalWithoutRequestsIsAReadingToo() {
    ServingReading reading =
        between(
            ServerPreset.VLLM, ServerPages.vllm(FOUR, 0, 0, 0), ServerPages.vllm(FOUR, 0, 0, 0));

    assertThat(reading.arrived()).hasValue(0);
    assertThat(reading.finished()).isZero();
    assertThat(reading.quantiles()).isEmpty();
    assertThat(reading.meanSeconds()).isEmpty();
  }

  @Test
  void aServerThatWasStartedAnewGivesNothingForThatInterval() {
    var requests = requests(ServerPreset.VLLM);
    var reader = reader(ServerPreset.VLLM, Map.of());
    assertThat(requests.take(reader.read(ServerPages.vllm(FOUR, 0, 0, 0)), 1)).isEmpty();
    assertThat(requests.take(reader.read(ServerPages.vllm(new double[] {1}, 0, 0, 0)), 2))
        .isEmpty();

    Optional<ServingReading> next =
        requests.take(reader.read(ServerPages.vllm(new double[] {1, 1, 1}, 0, 0, 0)), 3);

    assertThat(next.orElseThrow().finished()).isEqualTo(2);
    assertThat(next.orElseThrow().sequence()).isZero();
  }

  @Test
  void boundsThatChangedAreANewServer() {
    var requests = requests(ServerPreset.VLLM);
    var reader = reader(ServerPreset.VLLM, Map.of());
    String page = ServerPages.vllm(FOUR, 0, 0, 0);
    requests.take(reader.read(page), 1);

    assertThat(requests.take(reader.read(page.replace("le=\"1.5\"", "le=\"1.6\"")), 2)).isEmpty();
  }

  @Test
  void aSumThatIsOfOtherRequestsGivesNoMean() {
    String page = ServerPages.vllm(FOUR, 0, 0, 0);
    ServingReading reading =
        between(
            ServerPreset.VLLM,
            ServerPages.vllm(NONE, 0, 0, 0),
            page.replaceAll("(_seconds_sum\\{.*\\}) .*", "$1 0.1"));

    assertThat(reading.meanSeconds()).isEmpty();
    assertThat(reading.quantiles()).hasSize(3);
  }

  @Test
  void gaugesThatDoNotAgreeWithCountsSayNothingOfWhatCame() {
    ServingReading reading =
        between(
            ServerPreset.VLLM, ServerPages.vllm(NONE, 0, 9, 0), ServerPages.vllm(FOUR, 0, 0, 0));

    assertThat(reading.arrived()).isEmpty();
  }

  @Test
  void labelsChooseOneOfSeveralModels() {
    String first = ServerPages.vllm(NONE, 0, 0, 0);
    String second = ServerPages.vllm(FOUR, 0, 0, 0);
    String other = second.replace("org/Model-7B", "other");
    var both = requests(ServerPreset.VLLM);
    var all = reader(ServerPreset.VLLM, Map.of());
    both.take(all.read(first + other), 1);
    ServingReading sum = both.take(all.read(second + other + other(other)), 2).orElseThrow();
    var one = requests(ServerPreset.VLLM);
    var named = reader(ServerPreset.VLLM, Map.of("model_name", "org/Model-7B"));
    one.take(named.read(first + other), 1);

    assertThat(sum.model()).as("several").isNull();
    assertThat(sum.finished()).as("the third is new: it counts from 0").isEqualTo(8);
    assertThat(one.take(named.read(second + other), 2).orElseThrow().model())
        .isEqualTo("org/Model-7B");
  }

  private static String other(String page) {
    return page.replace("other", "third");
  }

  @Test
  void boundsInAnyOrderAreTheSame() {
    String page = ServerPages.vllm(FOUR, 0, 0, 0);
    List<String> lines = page.lines().toList();
    List<String> reversed = new ArrayList<>(lines);
    Collections.reverse(reversed);
    String turned = String.join("\n", reversed);

    assertThat(reader(ServerPreset.VLLM, Map.of()).read(turned))
        .isEqualTo(reader(ServerPreset.VLLM, Map.of()).read(page));
  }

  /** What cannot be, each with a word of what is said of it. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          le="0.5"} 3.0                  | le="0.5"} -3.0                | is no count
          le="0.5"} 3.0                  | le="0.5"} 3.5                 | is no count
          le="0.5"} 3.0                  | le="0.5"} 1e30                | is no count
          le="0.5"} 3.0                  | le="0.5"} NaN                 | no number
          le="0.5"} 3.0                  | le="0.5"} 9                   | fewer requests below
          le="0.5"} 3.0                  | le="0.5"} 0                   | fewer requests below
          le="0.5"} 3.0                  | le="half"} 3.0                | has the bound 'half'
          le="0.5"} 3.0                  | le="-1"} 3.0                  | has the bound '-1'
          le="0.5"} 3.0                  | le="0.3"} 3.0                 | twice
          le="+Inf"} 4.0                 | le="7"} 4.0                   | no bucket for all
          num_requests_waiting{          | num_requests_waiting{} -1 #   | is no count
          reason="stop"} 4.0             | reason="stop"} Infinity       | no number
          _seconds_sum{                  | _seconds_sum{} -1 #           | is negative
          request_success_total{         | request_success_total{} x #   | no number
          """)
  void whatCannotBeIsRefused(String part, String lie, String said) {
    String page = ServerPages.vllm(FOUR, 0, 0, 0);
    assertThat(page).contains(part);

    assertThatIllegalArgumentException()
        .isThrownBy(() -> reader(ServerPreset.VLLM, Map.of()).read(page.replace(part, lie)))
        .withMessageContaining(said);
  }

  @ParameterizedTest
  @CsvSource({"VLLM", "SGLANG", "TGI", "TRITON"})
  void aPageOfAnotherServerShowsNothing(ServerPreset preset) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> reader(preset, Map.of()).read("# TYPE up gauge\nup 1\n"))
        .withMessageContaining("does not show");
  }

  private static ServingReading between(ServerPreset preset, String first, String second) {
    var requests = requests(preset);
    var reader = reader(preset, Map.of());
    assertThat(requests.take(reader.read(first), 1_000_000_000)).isEmpty();
    return requests.take(reader.read(second), 1_500_000_000).orElseThrow();
  }

  private static ServedRequests requests(ServerPreset preset) {
    return new ServedRequests("n1", "llm", preset.serving().kind(), List.of("n1/G1"));
  }

  private static RequestPage.Reader reader(ServerPreset preset, Map<String, String> labels) {
    return new RequestPage.Reader(preset.serving(), labels);
  }
}
