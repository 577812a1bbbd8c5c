package io.wattune.dashboard.state;

import static io.wattune.dashboard.state.StateFixture.NOW;
import static io.wattune.dashboard.state.StateFixture.SECOND;
import static io.wattune.dashboard.state.StateFixture.serving;
import static org.assertj.core.api.Assertions.assertThat;

import io.wattune.core.serving.LatencyBound;
import io.wattune.core.serving.LatencyHistogram;
import io.wattune.core.serving.ServerKind;
import io.wattune.core.serving.ServingReading;
import java.util.List;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

class ServerBoardTest {
  private static final long STALE = 10 * SECOND;

  private final ServerBoard board = new ServerBoard();

  @Test
  void latenciesOfTheLastMinuteAreOne() {
    for (int i = 0; i < 100; i++) {
      // 0.4 s in the first forty seconds, 0.1 s in the last sixty.
      board.take(serving(NOW - (99 - i) * SECOND, 10, i < 40 ? 0.4 : 0.1));
    }

    ServerNow server = only(NOW);
    assertThat(server.requests()).isEqualTo(600);
    assertThat(server.quantiles())
        .containsExactly(
            new LatencyBound(0.5, 0.05, 0.1),
            new LatencyBound(0.95, 0.05, 0.1),
            new LatencyBound(0.99, 0.05, 0.1));
    assertThat(server.comePerSecond()).isEqualTo(11);
    assertThat(server.answeredPerSecond()).isEqualTo(10);
    assertThat(server.isSilent()).isFalse();
  }

  @Test
  void aServerThatSaysNothingIsSilentThenForgotten() {
    board.take(serving(NOW, 1, 0.1));

    assertThat(only(NOW + STALE).isSilent()).isFalse();
    assertThat(only(NOW + STALE + 1).isSilent()).isTrue();
    assertThat(board.now(NOW + 3601 * SECOND, STALE)).isEmpty();
  }

  @Test
  void repeatsAreNotCountedAndAClockThatWasSetBackBeginsAnew() {
    board.take(serving(NOW - SECOND, 5, 0.1));
    board.take(serving(NOW, 5, 0.1));
    board.take(serving(NOW - SECOND, 5, 0.1));
    assertThat(only(NOW).requests()).isEqualTo(10);

    board.take(serving(NOW - 3600 * SECOND, 3, 0.1));

    assertThat(only(NOW).requests()).isEqualTo(3);
  }

  @Test
  void withoutAHistogramTheServersOwnQuantilesCountAndWhatCameMayNotBeKnown() {
    board.take(
        new ServingReading(
            "n",
            "triton",
            ServerKind.TRITON,
            0,
            NOW - SECOND,
            NOW,
            List.of("n/g"),
            null,
            OptionalLong.empty(),
            7,
            OptionalLong.empty(),
            LatencyHistogram.EMPTY,
            List.of(new LatencyBound(0.95, 0.04, 0.04)),
            OptionalDouble.empty(),
            OptionalLong.empty(),
            OptionalLong.empty(),
            null,
            false));

    assertThat(only(NOW).quantiles()).containsExactly(new LatencyBound(0.95, 0.04, 0.04));
    assertThat(only(NOW).comePerSecond()).isNaN();
    assertThat(only(NOW).answeredPerSecond()).isEqualTo(7);
  }

  private ServerNow only(long nowNanos) {
    List<ServerNow> servers = board.now(nowNanos, STALE);
    assertThat(servers).hasSize(1);
    return servers.get(0);
  }
}
