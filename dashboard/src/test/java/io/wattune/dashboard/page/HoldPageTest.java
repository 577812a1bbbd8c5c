package io.wattune.dashboard.page;

import static org.assertj.core.api.Assertions.assertThat;

import io.wattune.testkit.browser.ChromiumExtension;
import io.wattune.testkit.browser.Tab;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Setting and releasing a hold from the page. */
@ExtendWith(ChromiumExtension.class)
final class HoldPageTest {
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
  void aHoldOfADeviceIsSentWithTheSessionsToken() {
    String id = server.fleet().gpus().get(2).id();
    tab.open(server.at(PagesTest.device(server, 2)));
    tab.click("[data-hold=device]");
    tab.await("document.activeElement.id === 'hold-reason'");
    tab.awaitText(".will", id, "1 h", "own settings come back at once");
    tab.type("fan is replaced");
    tab.click("dialog button.primary");
    tab.awaitText("#toast", "The hold is set");

    assertThat(server.changes())
        .singleElement()
        .satisfies(
            change -> {
              assertThat(change.method() + " " + change.path()).isEqualTo("POST /api/holds");
              assertThat(change.csrf()).isEqualTo("csrf-of-this-session");
              assertThat(change.contentType()).isEqualTo("application/json");
              assertThat(change.body())
                  .isEqualTo(
                      FakeAnswers.JSON
                          .createObjectNode()
                          .put("scope", "device")
                          .put("target", id)
                          .put("forSeconds", 3600)
                          .put("reason", "fan is replaced"));
            });
    tab.awaitText("#holds", "fan is replaced");
    assertThat(tab.complaints()).isEmpty();
  }

  @Test
  void whatTheServerRefusesIsSaidInTheDialog() {
    tab.open(server.at("/control"));
    tab.click("[data-hold=node]");
    tab.click("dialog button.primary");
    tab.awaitText("dialog [role=alert]", "the field \"Which\" is empty");
    assertThat(server.changes()).isEmpty();

    tab.evaluate("document.querySelector('#hold-target').focus()");
    tab.type("nobody");
    tab.evaluate("document.querySelector('#hold-reason').focus()");
    tab.type("test");
    tab.click("dialog button.primary");

    tab.awaitText("dialog [role=alert]", "There is no node 'nobody'. Choose a node of the list.");
  }

  @Test
  void aHoldIsReleased() {
    server.hold("hold-7", "node", "node-001", "driver update");
    tab.open(server.at("/control"));
    tab.click("[data-release=hold-7]");
    tab.awaitText("#toast", "released");

    assertThat(server.changes())
        .singleElement()
        .satisfies(
            change -> {
              assertThat(change.method() + " " + change.path())
                  .isEqualTo("DELETE /api/holds/hold-7");
              assertThat(change.csrf()).isEqualTo("csrf-of-this-session");
            });
    tab.awaitText("#holds", "No hold");
  }

  @Test
  void whoMayOnlyReadSeesWhyNotAndCannot() {
    server.role("read");
    server.hold("hold-7", "node", "node-001", "driver update");
    tab.open(server.at("/control"));
    tab.awaitText("#holds", "driver update");

    tab.awaitText("#holds", "Your role is read");
    assertThat(tab.count("[data-hold], [data-release]")).isZero();
    assertThat(tab.count("#holds button:not(:disabled):not(.sort)")).isZero();
  }
}
