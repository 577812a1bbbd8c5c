package io.wattune.dashboard.page;

import static org.assertj.core.api.Assertions.assertThat;

import io.wattune.testkit.browser.ChromiumExtension;
import io.wattune.testkit.browser.Tab;
import java.time.Duration;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** What the page says and does while something is away. */
@ExtendWith(ChromiumExtension.class)
final class TroubleTest {
  private Tab tab;
  private FakeDashboard server;

  @BeforeEach
  void open(Tab own) {
    tab = own;
    server = FakeDashboard.start(4);
  }

  @AfterEach
  void close() {
    tab.close();
    server.close();
  }

  @Test
  void aLostStreamIsSaidWithTheDatasAgeAndComesBackByItself() {
    tab.open(server.at("/"));
    tab.await("document.querySelector('.live').innerText === 'Live'");

    server.stream(false);

    tab.awaitText("#banner", "The live stream is lost. The values on this page are ");
    tab.awaitText("#banner", "Trying again");
    assertThat(tab.text(".live")).isEqualTo("Not live");

    server.stream(true);

    tab.await("document.querySelector('#banner').hidden");
    tab.await("document.querySelector('.live').innerText === 'Live'");
  }

  @Test
  void withoutAStoreTheLiveValuesStay() {
    server.store(false);
    tab.open(server.at("/"));
    tab.awaitText("#power [role=alert]", "The store does not answer.");
    tab.awaitText("#power", "What to do: Start it again", "./wattune sinks");
    tab.awaitText(".tile-value", "W");
    assertThat(tab.has(".heat")).isTrue();

    server.store(true);
    tab.click("#power .state button");
    tab.await("document.querySelector('#power canvas') !== null");
  }

  @Test
  void aTokenIsAskedForAndTheViewStays() {
    server.token(false);
    tab.open(server.at("/control?outcome=refused"));
    tab.awaitText("h1", "A token is needed");
    tab.evaluate("document.querySelector('#token').focus()");
    tab.type("wrong");
    tab.press("Enter");
    tab.awaitText(".login [role=alert]", "This token is not known.");
    tab.evaluate("document.querySelector('#token').value = ''");
    tab.type("secret");
    tab.press("Enter");

    tab.awaitText("#decisions", "No decision here");
    assertThat(tab.evaluate("location.search").asText()).isEqualTo("?outcome=refused");
  }

  /** As after a restart of the dashboard, which forgets all sessions: only the stream tells. */
  @Test
  void aSessionThatEndsInTheMiddleAsksForATokenAndTheViewComesBack() {
    tab.open(server.at("/?range=1h&view=table"));
    tab.awaitText("#energy", "layer_norm");
    tab.await("document.querySelector('.live').innerText === 'Live'");

    server.token(false);
    server.stream(false);
    tab.awaitText("h1", "A token is needed");
    assertThat(tab.evaluate("document.querySelector('#banner').hidden").asBoolean()).isTrue();
    server.stream(true);
    tab.evaluate("document.querySelector('#token').focus()");
    tab.type("secret");
    tab.press("Enter");

    tab.awaitText("#devices tbody", "node-001");
    assertThat(tab.evaluate("location.search").asText()).isEqualTo("?range=1h&view=table");
  }

  /** Who is about to press its button must not find another one there. */
  @Test
  void whatIsWrongIsSaidOnceAndItsButtonStays() {
    tab.open(server.at("/control"));
    tab.awaitText("#decisions", "memory-bound");
    server.control(false);
    tab.awaitText("main [role=alert]", "Control is not known.");
    tab.evaluate("window.box = document.querySelector('main [role=alert]')");

    long before = server.asked("/api/control");
    Awaitility.await()
        .atMost(Duration.ofSeconds(60))
        .until(() -> server.asked("/api/control") >= before + 2);
    assertThat(tab.evaluate("box.isConnected").asBoolean()).isTrue();

    server.control(true);
    tab.await("!box.isConnected");
  }

  @Test
  void anUnknownDeviceIsSaid() {
    tab.open(server.at("/device/node-999%2FGPU-0"));
    tab.awaitText("main [role=alert]", "No device has this id.");
    tab.awaitText("main", "To the fleet"); // A part of the page may say so before the whole does.
  }

  @Test
  void anUnknownAddressIsSaid() {
    tab.open(server.at("/nowhere"));
    tab.awaitText("main [role=alert]", "There is no such page.");
  }
}
