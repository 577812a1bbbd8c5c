package io.wattune.dashboard.page;

import static org.assertj.core.api.Assertions.assertThat;

import io.wattune.testkit.browser.ChromiumExtension;
import io.wattune.testkit.browser.Tab;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** The address holds the view; mouse and keyboard change it. */
@ExtendWith(ChromiumExtension.class)
final class ViewTest {
  private Tab tab;
  private FakeDashboard server;

  @BeforeEach
  void open(Tab own) {
    tab = own;
    server = FakeDashboard.start(8);
  }

  @AfterEach
  void close() {
    tab.close();
    server.close();
  }

  @Test
  void aLinkBringsTheSameViewBack() {
    tab.open(
        server.at(
            "/?from=2026-03-01T10:00:00.000Z&to=2026-03-01T10:10:00.000Z&by=kernel&view=table"
                + "&scope=node:node-002&sort=devices:-power,energy:name"));
    tab.awaitText("#energy", "layer_norm");

    assertThat(tab.count("#devices tbody tr")).isEqualTo(4);
    assertThat(tab.text("#energy tbody tr")).startsWith("all_reduce_ring");
    assertThat(tab.count("th[aria-sort=descending]")).isEqualTo(1);
    tab.awaitText(".range-words", "10 min");
    assertThat(server.questions())
        .anyMatch(q -> q.contains("fromMs=1772359200000&toMs=1772359800000") && q.contains("node="))
        .noneMatch(q -> q.contains("/api/fleet/power") && !q.contains("fromMs=1772359200000"));
  }

  @Test
  void theBackButtonGoesToTheViewBefore() {
    tab.open(server.at("/?range=1h"));
    tab.awaitText("#energy", "layer_norm");
    tab.click("nav a[href^='/control']");
    tab.await("location.pathname === '/control' && location.search === '?range=1h'");
    tab.awaitText("#decisions", "memory-bound");

    tab.evaluate("history.back()");

    tab.awaitText("#energy", "layer_norm");
    assertThat(tab.text(".segments [aria-pressed=true]")).isEqualTo("1h");
  }

  @Test
  void draggingAcrossAChartLooksCloserAndTheWayBackToLiveIsShown() {
    tab.open(server.at("/?range=1h"));
    tab.await("document.querySelector('#power canvas') !== null");
    tab.drag("#power .chart-wrap", 0.4, 0.6);

    tab.await("location.search.includes('from=')");
    long length =
        tab.evaluate(
                "(() => { const p = new URLSearchParams(location.search);"
                    + " return Date.parse(p.get('to')) - Date.parse(p.get('from')); })()")
            .asLong();
    // A fifth of the element's width is a little more than a fifth of the plot's.
    assertThat(length).isBetween(700_000L, 900_000L);

    tab.click(".range button.primary");
    tab.await("!location.search.includes('from=')");
    assertThat(tab.text(".segments [aria-pressed=true]")).isEqualTo("15m");
  }

  /** From minutes to as far as the server answers, and not beyond what a date can say. */
  @Test
  void lookingFartherEndsWhereTheServerDoes() {
    tab.open(server.at("/?range=7d"));
    tab.await("document.querySelector('#power canvas') !== null");
    tab.evaluate("document.activeElement.blur()");

    for (int i = 0; i < 60; i++) {
      tab.press("-");
    }

    tab.await("location.search.includes('from=')");
    assertThat(
            tab.evaluate(
                    "(() => { const p = new URLSearchParams(location.search);"
                        + " return (Date.parse(p.get('to')) - Date.parse(p.get('from')))"
                        + " / 86400e3; })()")
                .asDouble())
        .isBetween(300.0, 366.0);
    assertThat(tab.complaints()).isEmpty();
  }

  @Test
  void aRangeThatNoDateCanSayIsTheLastMinutes() {
    tab.open(server.at("/?from=1&to=99999999999999999&view=table"));
    tab.awaitText("#energy", "layer_norm");

    assertThat(tab.text(".segments [aria-pressed=true]")).isEqualTo("15m");
    assertThat(tab.complaints()).isEmpty();
  }

  /** Also links that stood there before the range was chosen. */
  @Test
  void everyLinkLeadsToTheRangeThatIsShown() {
    tab.open(server.at("/?view=table"));
    tab.await("document.querySelectorAll('#devices tbody a').length === 8");

    tab.click(".range [data-key='6h']");
    tab.await("location.search.includes('range=6h')");

    assertThat(
            tab.evaluate(
                    "[...document.querySelectorAll('main a:not([download])')]"
                        + ".filter(a => !a.search.includes('range=6h')).length")
                .asInt())
        .isZero();
  }

  @Test
  void aRangeThatIsUpsideDownIsExplained() {
    tab.open(server.at("/"));
    tab.click(".custom-range summary");
    tab.evaluate(
        "(() => { const [from, to] = document.querySelectorAll('.custom input');"
            + " from.value = '2026-03-02T10:00:00'; to.value = '2026-03-01T10:00:00'; })()");
    tab.click(".custom button");
    tab.awaitText(".custom [role=alert]", "The end must be after the start");
    assertThat(tab.evaluate("location.search").asText()).isEmpty();
  }

  @Test
  void everythingCanBeReachedByTheTabKeyAndItsFocusIsSeen() {
    tab.open(server.at("/"));
    tab.awaitText("#energy", "layer_norm");
    tab.press("Tab");
    assertThat(tab.evaluate("document.activeElement.className").asText()).isEqualTo("skip");
    int wanted =
        tab.evaluate(
                "document.querySelectorAll('a[href], button:not(:disabled), select, input,"
                    + " summary, [tabindex=\"0\"]').length")
            .asInt();
    tab.evaluate("window.seen = new Set([document.activeElement]); window.hidden = []");
    for (int i = 0; i < wanted + 30; i++) {
      tab.press("Tab");
      tab.evaluate(
          "(() => { const e = document.activeElement; seen.add(e);"
              + " if (e !== document.body && getComputedStyle(e).outlineStyle === 'none')"
              + " hidden.push(e.outerHTML.slice(0, 80)); })()");
    }
    assertThat(
            tab.evaluate(
                    "[...document.querySelectorAll('header a[href], header button, #devices"
                        + " canvas.heat, #energy button.sort, #power select, #attention summary')]"
                        + ".filter(e => e.checkVisibility() && !seen.has(e)).map(e => e.outerHTML.slice(0, 80)).join('\\n')")
                .asText())
        .isEmpty();
    assertThat(tab.evaluate("hidden.join('\\n')").asText()).isEmpty();
  }

  @Test
  void theFocusStaysOnTheControlThatChangedTheView() {
    tab.open(server.at("/"));
    tab.await("document.querySelector('.heat') !== null");
    for (String key : new String[] {"1h", "table"}) {
      tab.evaluate("document.querySelector('[data-key=\"" + key + "\"]').focus()");
      tab.press("Enter");
      tab.await("document.activeElement.getAttribute('aria-pressed') === 'true'");
      assertThat(tab.evaluate("document.activeElement.dataset.key").asText()).isEqualTo(key);
    }
  }

  @Test
  void theHeatMapIsWalkedByArrowsAndSpeaks() {
    tab.open(server.at("/"));
    tab.await("document.querySelector('.heat') !== null");
    tab.evaluate("document.querySelector('.heat').focus()");
    tab.press("ArrowRight");
    tab.awaitText(".heat-wrap [aria-live]", "corrected");
    String said = tab.text(".heat-wrap [aria-live]");
    tab.press("ArrowRight");
    tab.await(
        "!document.querySelector('.heat-wrap [aria-live]').innerText.startsWith('"
            + said.substring(0, 21)
            + "')");
    String second = tab.text(".heat-wrap [aria-live]").substring(0, 21);
    assertThat(server.fleet().gpus()).extracting(FakeFleet.Gpu::id).contains(second);

    tab.press("Enter");

    tab.await("decodeURIComponent(location.pathname) === '/device/" + second + "'");
  }

  @Test
  void singleKeysGoToPagesAndHelpNamesThem() {
    tab.open(server.at("/"));
    tab.await("document.querySelector('.heat') !== null");
    tab.press("?");
    tab.awaitText("dialog", "Find a device");
    tab.press("Escape");
    tab.await("document.querySelector('dialog') === null");
    tab.press("g");
    tab.press("h");
    tab.await("location.pathname === '/health'");
    tab.press("g");
    tab.press("f");
    tab.await("location.pathname === '/' && document.querySelector('.heat') !== null");
    tab.press("[");
    tab.await("location.search.includes('from=')");
    tab.press("l");
    tab.await("!location.search.includes('from=')");
    tab.press("/");
    tab.type(server.fleet().gpus().get(5).id());
    tab.press("Enter");
    tab.await("location.pathname.startsWith('/device/')");
    assertThat(tab.complaints()).isEmpty();
  }

  @Test
  void everyControlHasANameForAScreenReader() {
    tab.open(server.at(PagesTest.device(server, 0)));
    tab.awaitText("#decisions", "memory-bound");
    assertThat(
            tab.evaluate(
                    "[...document.querySelectorAll('button, select, input, canvas.heat, .chart')]"
                        + ".filter(e => !e.closest('[hidden]') && !(e.getAttribute('aria-label')"
                        + " || e.textContent?.trim() || e.labels?.length)).map(e => e.outerHTML)"
                        + ".join('\\n')")
                .asText())
        .isEmpty();
    assertThat(tab.count("h1")).isEqualTo(1);
    assertThat(tab.count("table:not(:has(caption))")).isZero();
  }
}
