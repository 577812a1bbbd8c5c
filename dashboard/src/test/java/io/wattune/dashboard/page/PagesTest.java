package io.wattune.dashboard.page;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.wattune.core.thermal.floorplan.Block;
import io.wattune.core.thermal.live.HeatPlan;
import io.wattune.testkit.browser.ChromiumExtension;
import io.wattune.testkit.browser.Tab;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Every page in a real browser: with data, without, with dangerous names, in both colours. */
@ExtendWith(ChromiumExtension.class)
final class PagesTest {
  private static final List<String> PAGES = List.of("/", "/control", "/servers", "/health");

  private Tab tab;

  @BeforeEach
  void open(Tab own) {
    tab = own;
  }

  @AfterEach
  void closeTab() {
    tab.close();
  }

  static String device(FakeDashboard server, int index) {
    String id = server.fleet().gpus().get(index).id();
    return "/device/" + URLEncoder.encode(id, StandardCharsets.UTF_8);
  }

  @Test
  void everyPageShowsItsDataWithoutAComplaint() {
    try (FakeDashboard server = FakeDashboard.start(8)) {
      server.hold("hold-1", "node", "node-002", "driver update");

      tab.open(server.at("/"));
      tab.awaitText("#energy", "layer_norm");
      tab.await("document.querySelector('#power canvas') !== null");
      tab.awaitText(".tiles", "kW", "±", "8");
      assertThat(tab.text("#power h2")).isEqualTo("True power (W)");
      tab.awaitText("#devices", "True power", "held");

      tab.open(server.at(device(server, 3)));
      tab.awaitText("#decisions", "memory-bound");
      tab.await("document.querySelectorAll('#power canvas, #activities canvas').length === 2");
      tab.await("document.querySelector('#components canvas') !== null");
      tab.awaitText(
          "#components",
          "vector units",
          "44.5 ± 1.4 kJ",
          "52.6 %",
          "MemUnitBusy, ReadBytes",
          "cannot distinguish memory unit, memory reads",
          "being learned anew",
          "By kernel");
      List<Block> blocks = HeatPlan.generic(400).plan().blocks();
      tab.await("document.querySelectorAll('#heat .chip-heat rect').length === " + blocks.size());
      tab.awaitText("#heat", "6.5 ± 2.3 K above the sensor", "61.3 ± 0.8 °C", "generic", "50 °C");
      tab.await("document.querySelector('#heat table').textContent.includes('67.8 ± 2.5 °C')");
      // It moves: a second later the hottest block has another colour.
      int hottest = blocks.stream().map(Block::name).toList().indexOf("SM0_EXE_B");
      String fill =
          "document.querySelectorAll('#heat .chip-heat rect')["
              + hottest
              + "].getAttribute('fill')";
      tab.await("(window.firstFill ??= " + fill + ") && " + fill + " !== window.firstFill");
      tab.awaitText("#profile", "first-order lag", "840.2 ± 7.1 ms", "5 % from 120 ms on");
      tab.awaitText("#settings", "core.clock", "1,110 MHz", "1,410 MHz", "400 W");
      tab.awaitText("#sensitivities", "0.93 ± 0.05", "high");
      tab.awaitText("#saved", "7.40 ± 0.63 kJ", "−0.42 %", "less than three times");
      tab.awaitText("#counters", "813.0 GB", "61 °C", "64.2 %");

      tab.open(server.at("/control"));
      tab.awaitText("#decisions", "memory-bound");
      tab.awaitText("#decisions", "renewed: The same settings for longer.");
      tab.awaitText(
          "#saved-tile",
          "12.34 ± 0.81 kJ (4.1 %)",
          "performance −0.42 %",
          "over 35 min",
          "3 min not",
          "counted since");
      tab.awaitText("#saved", "layer_norm", "not known", "less than three times");
      tab.awaitText("#holds", "node-002", "driver update", "janek");
      tab.awaitText("#refusals", "lease-over", "The lease had run out");

      tab.open(server.at("/servers"));
      tab.awaitText("#servers", "chat", "org/model", "61.3", "38.0 ms to 42.0 ms", "over 10 s");
      tab.awaitText("#server-devices", "1,095 MHz", "cofris", "load");
      tab.awaitText(".tiles", "1 silent", "95th percentile of batch");
      tab.awaitText("#servers", "silent since", "no objective was given");
      tab.open(server.at("/servers?objective=45"));
      tab.awaitText("#servers", "held", "missed", "not known");
      tab.open(server.at("/servers?objective=40"));
      tab.awaitText("#servers", "between the bounds");

      tab.open(server.at("/health"));
      tab.awaitText("#topics", "8,213,440");
      tab.awaitText("#parts", "DEGRADED");
      tab.awaitText("#jobs", "4.1 s", "3.07 MiB");
      tab.awaitText("#store", "48,213,002");
      assertThat(tab.complaints()).isEmpty();
    }
  }

  @Test
  void everyPageWithoutDataSaysWhatToDo() {
    try (FakeDashboard server = FakeDashboard.start(0)) {
      tab.open(server.at("/"));
      tab.awaitText("main", "./wattune agent");
      for (String page : PAGES) {
        tab.open(server.at(page));
        tab.await("document.querySelector('main .state, main .quiet-note:not([hidden])') !== null");
      }
      tab.awaitText("#topics", "No topic has been read yet");
      tab.open(server.at("/control"));
      tab.awaitText("#saved-tile", "not known yet");
      tab.awaitText("#saved", "three invocations at own settings");
      assertThat(tab.complaints()).isEmpty();
    }
  }

  /**
   * A browser has six connections for a server: left pages that kept theirs stopped the seventh.
   */
  @Test
  void aPageThatIsLeftEndsItsStreamAndOneThatIsShownAgainOpensIt() {
    try (FakeDashboard server = FakeDashboard.start(4)) {
      for (String page : PAGES) {
        tab.open(server.at(page));
        tab.await("document.querySelector('.live').innerText === 'Live'");
      }
      await().until(() -> server.streams() == 1);

      tab.evaluate("history.back()");

      tab.await("location.pathname === '/servers'");
      tab.await("document.querySelector('.live').innerText === 'Live'");
      await().until(() -> server.streams() == 1);
    }
  }

  @Test
  void devicesAppearWithoutALoad() {
    try (FakeDashboard server = FakeDashboard.start(0)) {
      tab.open(server.at("/"));
      tab.awaitText("main", "No device");
      tab.await("document.querySelector('.live').innerText.startsWith('Live')");

      server.fleet(new FakeFleet(4, 4, 1));

      tab.await("document.querySelector('.heat') !== null");
    }
  }

  @Test
  void valuesMove() {
    try (FakeDashboard server = FakeDashboard.start(4)) {
      tab.open(server.at("/?view=table"));
      tab.await("document.querySelectorAll('#devices tbody tr').length === 4");
      String power = tab.text(".tile-value");
      String row = tab.text("#devices tbody tr");

      tab.await("document.querySelector('.tile-value').innerText !== " + quoted(power));
      tab.await("document.querySelector('#devices tbody tr').innerText !== " + quoted(row));
      tab.await("document.querySelector('.live').innerText === 'Live'");
    }
  }

  @Test
  void devicesThatNeedAttentionAreNamedWithWordsAndLinks() {
    try (FakeDashboard server = FakeDashboard.start(64)) {
      tab.open(server.at("/"));
      tab.awaitText("#attention", "stale");

      tab.awaitText("#attention", "1 device silent", "2 devices throttled", "held", "uncalibrated");
      String stale = server.fleet().gpus().get(11).id();
      assertThat(
              tab.evaluate(
                      "[...document.querySelectorAll('#attention a')].find(a => a.innerText === "
                          + quoted(stale)
                          + ").pathname")
                  .asText())
          .isEqualTo(device(server, 11));
    }
  }

  /** A silent device has no number: neither on its page nor in the table. */
  @Test
  void noReadingIsNeverZero() {
    try (FakeDashboard server = FakeDashboard.start(64)) {
      tab.open(server.at("/?view=table&sort=devices:state"));
      tab.await("document.querySelectorAll('#devices tbody tr').length === 64");
      assertThat(tab.text("#devices tbody tr")).contains("–", "silent").doesNotContain("0.0 W");

      tab.open(server.at(device(server, 37)));
      tab.awaitText("#power", "sent no reading");
      tab.awaitText(".tile-value", "no reading");
    }
  }

  /**
   * The server has no points where the sensor said nothing; a line across would be an invention.
   */
  @Test
  void noReadingLeavesAHoleInTheChart() {
    try (FakeDashboard server = FakeDashboard.start(4)) {
      tab.open(server.at(device(server, 0) + "?range=5m"));
      tab.await("document.querySelector('#power canvas') !== null");
      tab.evaluate(
          "window.series = (name) => echarts.getInstanceByDom(document.querySelector('#power"
              + " .chart')).getOption().series.find(s => s.name === name)");

      for (String name : List.of("smoothed power", "sensor reading")) {
        assertThat(
                tab.evaluate(
                        "series('" + name + "').data.slice(200).filter(p => p[1] === null).length")
                    .asInt())
            .as(name)
            .isEqualTo(1);
      }
      assertThat(
              tab.evaluate("series('smoothed power').markArea.data.map(a => a[0].name).join()")
                  .asText())
          .isEqualTo("no reading");
      assertThat(tab.evaluate("series('smoothed power').data.some(p => p[1] === 0)").asBoolean())
          .isFalse();
    }
  }

  /** Smoothed power where there is some; the newest seconds, and what is older, by true power. */
  @Test
  void smoothedPowerIsDrawnAndTruePowerWhereThereIsNone() {
    try (FakeDashboard server = FakeDashboard.start(4)) {
      tab.open(server.at(device(server, 0) + "?range=5m"));
      tab.await("document.querySelector('#power canvas') !== null");
      tab.evaluate(
          "window.drawn = echarts.getInstanceByDom(document.querySelector('#power"
              + " .chart')).getOption(); window.ends = (name) => { const d ="
              + " drawn.series.find(s => s.name === name).data; return [d[0][0],"
              + " d[d.length - 1][0]]; }");
      String newest = "true power of the newest seconds, by readings up to then";

      assertThat(tab.evaluate("drawn.legend[0].data.join('|')").asText())
          .contains("smoothed power", "true power, not smoothed", newest);
      assertThat(
              tab.evaluate("ends('smoothed power')[1] === ends('" + newest + "')[0]").asBoolean())
          .isTrue();
      assertThat(
              tab.evaluate("ends('true power, not smoothed')[1] === ends('smoothed power')[0]")
                  .asBoolean())
          .isTrue();
    }
  }

  @Test
  void aNameThatLooksLikeMarkupIsShownAsText() {
    String evil = "<img src=x onerror=alert(1)>\"'&<b>kernel</b>";
    try (FakeDashboard server = FakeDashboard.start(4)) {
      server.kernels(List.of(evil, evil + "2", "</script><script>alert(1)</script>", "ok"));
      server.hold("hold-1", "job", evil, evil);
      tab.open(server.at("/?by=kernel&view=table"));
      tab.awaitText("#energy", evil);
      tab.open(server.at(device(server, 0)));
      tab.awaitText("#sensitivities", evil);
      tab.await("document.querySelector('#activities canvas') !== null");
      tab.mouse("mouseMoved", 400, 700);
      tab.open(server.at("/control"));
      tab.awaitText("#holds", evil);

      assertThat(tab.count("main img, main b b, main script")).isZero();
      assertThat(tab.complaints()).isEmpty();
    }
  }

  /** Names of C++ templates have hundreds of letters; what is said of them must stay in sight. */
  @Test
  void aLongNamePushesNothingOutOfSight() {
    String longName = "void_cutlass_kernel_with_tiles_".repeat(10);
    try (FakeDashboard server = FakeDashboard.start(4)) {
      server.kernels(List.of(longName, longName + "2", longName + "3", "ok"));
      tab.open(server.at("/control"));
      tab.awaitText("#saved", "cutlass");
      assertFits("#saved .table-wrap");
      assertThat(tab.evaluate("document.querySelector('#saved .name').title").asText())
          .isEqualTo(longName);
      tab.open(server.at(device(server, 0)));
      tab.awaitText("#sensitivities", "cutlass");
      tab.evaluate("document.querySelectorAll('details').forEach(d => { d.open = true; })");
      assertFits("#sensitivities .table-wrap");
      assertFits("#activities .table-wrap");
      tab.open(server.at("/?view=table"));
      tab.await("document.querySelector('#devices tbody tr') !== null");
      assertFits("#devices .table-wrap");
    }
  }

  private void assertFits(String selector) {
    assertThat(
            tab.evaluate(
                    "(() => { const e = document.querySelector("
                        + quoted(selector)
                        + "); return e.scrollWidth - e.clientWidth; })()")
                .asInt())
        .as(selector)
        .isLessThan(60); // A little may hang over on a small page; a long name is 2000 px wide.
  }

  @Test
  void colourFollowsTheSystemUntilSomebodyChooses() {
    try (FakeDashboard server = FakeDashboard.start(4)) {
      tab.media("prefers-color-scheme", "dark");
      tab.open(server.at("/"));
      tab.await("document.querySelector('.heat') !== null");
      assertThat(background()).isEqualTo("rgb(17, 21, 26)");

      tab.press("t");
      tab.await("document.documentElement.dataset.theme === 'light'");
      assertThat(background()).isEqualTo("rgb(244, 246, 248)");
      assertThat(tab.evaluate("location.search").asText()).contains("theme=light");
      tab.reload();
      tab.await("document.querySelector('.heat') !== null");
      assertThat(background()).isEqualTo("rgb(244, 246, 248)");
    }
  }

  @Test
  void aNarrowWindowNeedsNoSidewaysScrolling() {
    try (FakeDashboard server = FakeDashboard.start(8)) {
      tab.size(380, 800, 1);
      for (String page : List.of("/", device(server, 0), "/control", "/health")) {
        tab.open(server.at(page));
        tab.await("document.querySelectorAll('.tile').length > 0");
        assertThat(tab.evaluate("document.documentElement.scrollWidth").asInt())
            .as(page)
            .isLessThanOrEqualTo(380);
      }
    }
  }

  @Test
  void nothingMovesForWhoWantsNoMotion() {
    try (FakeDashboard server = FakeDashboard.start(4)) {
      tab.media("prefers-reduced-motion", "reduce");
      tab.open(server.at("/"));
      tab.await("document.querySelector('.heat') !== null");

      assertThat(
              tab.evaluate(
                      "[...document.querySelectorAll('*')].filter(e =>"
                          + " getComputedStyle(e).transitionDuration !== '0s'"
                          + " || getComputedStyle(e).animationName !== 'none').length")
                  .asInt())
          .isZero();
    }
  }

  @Test
  void tablesAndSeriesCanBeTakenAsCsv() {
    try (FakeDashboard server = FakeDashboard.start(4)) {
      tab.open(server.at("/?by=node"));
      tab.awaitText("#energy", "node-001");
      String links =
          tab.evaluate(
                  "[...document.querySelectorAll('a[download]')].map(a => a.getAttribute('href'))"
                      + ".join(' ')")
              .asText();
      assertThat(links)
          .contains("/api/fleet?format=csv")
          .containsPattern("/api/energy\\?fromMs=\\d+&toMs=\\d+&by=node&format=csv")
          .containsPattern("/api/fleet/power\\?fromMs=\\d+&toMs=\\d+&points=\\d+&format=csv");
    }
  }

  private String background() {
    return tab.evaluate("getComputedStyle(document.body).backgroundColor").asText();
  }

  private static String quoted(String text) {
    return FakeAnswers.JSON.getNodeFactory().textNode(text).toString();
  }
}
