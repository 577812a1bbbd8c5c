package io.wattune.dashboard.events;

import static io.wattune.dashboard.state.StateFixture.GPU_0;
import static io.wattune.dashboard.state.StateFixture.NOW;
import static io.wattune.dashboard.state.StateFixture.SECOND;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.wattune.core.decision.ActuationOutcome;
import io.wattune.dashboard.api.ActivityNames;
import io.wattune.dashboard.state.Blocks;
import io.wattune.dashboard.state.LiveState;
import io.wattune.dashboard.state.StateFixture;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class PageFeedTest {
  private static final ObjectMapper MAPPER = new ObjectMapper();

  private final LiveState state = StateFixture.fleet();
  private final RecordedPage page = new RecordedPage();
  private final PageFeed feed =
      new PageFeed(state, new ActivityNames(), () -> Map.of("late", 0), page);

  private static final class RecordedPage implements EventSink {
    private final List<String> events = new ArrayList<>();
    private final List<JsonNode> data = new ArrayList<>();
    private boolean isGone;
    private int beats;

    @Override
    public boolean send(String event, byte[] json) {
      try {
        events.add(event);
        data.add(MAPPER.readTree(json));
        return !isGone;
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }

    @Override
    public boolean beat() {
      beats++;
      return !isGone;
    }

    private JsonNode last(String event) {
      return data.get(events.lastIndexOf(event));
    }

    private void clear() {
      events.clear();
      data.clear();
    }
  }

  @Test
  void theFirstEventTellsOfAllDevicesAndTheNextOnlyOfThoseThatChanged() {
    feed.sendNews(NOW);
    assertThat(page.events).containsExactly("power", "health");
    assertThat(page.last("power").path("devices")).hasSize(3);

    page.clear();
    state.power(Blocks.of(GPU_0, 0, NOW, 1, 250));
    feed.sendNews(NOW + SECOND / 2);
    assertThat(page.events).containsExactly("power");
    assertThat(page.last("power").path("devices")).hasSize(1);
    assertThat(page.last("power").path("devices").get(0).toString())
        .as("index, watts, error, quality, flags, activity")
        .isEqualTo("[0,250.0,0.5,1,112,0]");
    assertThat(page.last("power").path("cluster").toString()).isEqualTo("[250.0,0.5,1,1,1,1]");

    page.clear();
    feed.sendNews(NOW + SECOND);
    assertThat(page.last("power").path("devices")).isEmpty();
  }

  @Test
  void aPageThatWasSlowIsToldTheNewestOnceAndNothingOfWhatWasBetween() {
    feed.sendNews(NOW);
    page.clear();
    for (int i = 0; i < 1000; i++) {
      state.power(Blocks.of(GPU_0, 0, NOW + i * SECOND / 100, 1, 100 + i));
    }
    feed.sendNews(NOW + 10 * SECOND);
    assertThat(page.last("power").path("devices").get(0).get(1).asDouble()).isEqualTo(1099);
    assertThat(page.data.get(0).toString().length()).isLessThan(500);
  }

  @Test
  void decisionsActuationsAndHoldsComeInTheirOrder() {
    feed.sendNews(NOW);
    page.clear();
    state.decision(StateFixture.decision(8, NOW, 900));
    state.actuation(StateFixture.actuation(8, ActuationOutcome.APPLIED, "ok", NOW, 900));
    state.holdGone("h1");
    feed.sendNews(NOW + SECOND);
    assertThat(page.events).containsExactly("power", "decision", "actuation", "hold");
    assertThat(page.last("decision")).hasSize(2);
    assertThat(page.last("decision").get(1).path("outcome").asText()).isEqualTo("applied");
    assertThat(page.last("hold")).isEmpty();
  }

  @Test
  void aNewDeviceOrNameAsksThePageToLookAgainButNotTooOften() {
    feed.sendNews(NOW);
    page.clear();
    state.power(Blocks.of("node-9/new", 0, NOW, 1, 10));
    feed.sendNews(NOW + SECOND);
    assertThat(page.events).doesNotContain("catalog");
    feed.sendNews(NOW + 3 * SECOND);
    assertThat(page.events).contains("catalog");
    page.clear();
    feed.sendNews(NOW + 6 * SECOND);
    assertThat(page.events).doesNotContain("catalog");
  }

  @Test
  void healthComesEveryFiveSecondsAndAHeartbeatEveryTen() {
    for (int i = 0; i <= 40; i++) {
      feed.sendNews(NOW + i * SECOND / 2);
    }
    assertThat(page.events.stream().filter("health"::equals)).hasSize(5);
    assertThat(page.beats).isEqualTo(3);
  }

  @Test
  void aPageThatIsGoneEndsItsFeed() {
    page.isGone = true;
    assertThat(feed.sendNews(NOW)).isFalse();
    assertThat(page.events).hasSize(1);
  }
}
