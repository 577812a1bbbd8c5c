package io.wattune.dashboard.page;

import static org.assertj.core.api.Assertions.assertThat;

import io.wattune.testkit.browser.ChromiumExtension;
import io.wattune.testkit.browser.Tab;
import java.time.Duration;
import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * What somebody points at stays: a node that is made anew, or taken out and put in again, loses the
 * focus and a click that has begun on it.
 */
@ExtendWith(ChromiumExtension.class)
final class StableTest {
  private Tab tab;
  private FakeDashboard server;

  @BeforeEach
  void open(Tab own) {
    tab = own;
    server = FakeDashboard.start(64);
  }

  @AfterEach
  void close() {
    tab.close();
    server.close();
  }

  /** Counts how often a node, or one around it, is taken out. */
  private void watch(String selector) {
    tab.evaluate(
        "(() => { window.watched = document.querySelector("
            + quoted(selector)
            + "); window.taken = 0;"
            + " new MutationObserver(all => { for (const m of all) for (const n of m.removedNodes)"
            + " if (n.contains(watched)) taken++; })"
            + ".observe(document.body, { childList: true, subtree: true }); })()");
  }

  private void assertStayed() {
    assertThat(tab.evaluate("[watched.isConnected, taken].join()").asText()).isEqualTo("true,0");
  }

  /** The first answer gives everything its height: a click before it would miss. */
  @Test
  void nothingCanBeClickedBeforeItHasItsPlace() {
    server.waitWithControl();
    tab.open(server.at("/control"));
    tab.await("document.querySelector('[data-hold=node]') !== null");
    String isSeen =
        "document.querySelector('[data-hold=node]').checkVisibility({ visibilityProperty: true })";
    assertThat(tab.evaluate(isSeen).asBoolean()).isFalse();

    server.goOn();

    tab.await(isSeen);
    tab.awaitText("#decisions", "memory-bound");
  }

  @Test
  void aRowStaysWhereOneAboveItGoes() {
    server.hold("hold-1", "node", "node-001", "fan");
    server.hold("hold-7", "node", "node-002", "driver update");
    tab.open(server.at("/control"));
    tab.await("document.querySelectorAll('[data-release]').length === 2");
    tab.await("document.querySelector('.live').innerText.startsWith('Live')");
    watch("[data-release=hold-7]");
    tab.evaluate("watched.focus()");

    server.released("hold-1");

    tab.await("document.querySelectorAll('[data-release]').length === 1");
    assertStayed();
    assertThat(tab.evaluate("document.activeElement === watched").asBoolean()).isTrue();
  }

  /** Another list of devices comes whenever one is described, or a kernel has a new name. */
  @Test
  void whatChoosesTheViewAndWhoNeedsAttentionStayWhereTheFleetIsToldAnew() {
    tab.open(server.at("/"));
    tab.awaitText("#attention", "silent");
    tab.await("document.querySelector('.live').innerText.startsWith('Live')");
    for (String selector : new String[] {"#power select", "#devices .segments", "#attention a"}) {
      watch(selector);
      long before = server.asked("/api/fleet");

      server.fleet(server.fleet());

      tab.await("document.querySelector('#attention a') !== null");
      org.awaitility.Awaitility.await()
          .atMost(Duration.ofSeconds(60))
          .until(() -> server.asked("/api/fleet") > before + 1);
      assertStayed();
    }
  }

  /** The first of those that need attention goes: the others stay. */
  @Test
  void aLinkStaysWhereAnotherDeviceNeedsNoAttentionAnyMore() {
    tab.open(server.at("/"));
    tab.awaitText("#attention", "silent");

    tab.evaluate(
        "(async () => { const { AttentionList } = await import('/assets/attention.js');"
            + " window.list = new AttentionList(); document.body.append(list.element);"
            + " list.element.id = 'own'; window.d = (...ids) => ids.map(id => ({ id }));"
            + " list.show([['stale', d('a', 'b', 'c')], ['held', d('d')]]); })()");
    watch("#own li:nth-child(3) a");
    tab.evaluate("watched.focus()");
    tab.evaluate("list.show([['stale', d('b', 'c', 'e')]])");

    assertStayed();
    assertThat(tab.evaluate("document.activeElement === watched").asBoolean()).isTrue();
    assertThat(tab.text("#own")).contains("3 devices stale", "e").doesNotContain("held");
  }

  @Test
  void noRowMovesWhileAButtonIsHeldOnOne() {
    tab.open(server.at("/control"));
    tab.awaitText("#decisions", "memory-bound");
    tab.evaluate(
        "(async () => { const { Table } = await import('/assets/table.js');"
            + " window.own = new Table({ caption: 'own', key: r => r, columns:"
            + " [{ key: 'k', title: 'K', text: r => r }] }); own.element.id = 'own';"
            + " document.querySelector('main').prepend(own.element); own.update(['a', 'b', 'c']);"
            + " window.clicked = ''; own.element.addEventListener('click', e =>"
            + " { clicked = e.target.innerText; }); scrollTo(0, 0); })()");
    var place =
        tab.evaluate(
            "(() => { const b = document.querySelector('#own tbody tr').getBoundingClientRect();"
                + " return [b.left + 5, b.top + 5]; })()");
    double x = place.path(0).asDouble();
    double y = place.path(1).asDouble();

    tab.mouse("mouseMoved", x, y);
    tab.mouse("mousePressed", x, y);
    tab.evaluate("own.update(['c', 'b', 'a'])");
    assertThat(tab.text("#own tbody")).containsSubsequence("a", "b", "c");
    tab.mouse("mouseReleased", x, y);

    tab.await("clicked === 'a'");
    tab.await("document.querySelector('#own tbody').innerText.trim().startsWith('c')");
  }

  /** Against a plain exchange of everything, with random lists. */
  @Test
  void nodesAreArrangedAsWantedAndAsFewAsCanBeAreMoved() {
    tab.open(server.at("/control"));
    tab.evaluate(
        "(async () => { const order = await import('/assets/order.js'); window.p ="
            + " document.createElement('div'); const nodes = new Map(); const of = name =>"
            + " { if (!nodes.has(name)) { const n = document.createElement('i'); n.id = 'x' + name;"
            + " nodes.set(name, n); } return nodes.get(name); }; window.moved = names =>"
            + " { let count = 0; const insert = p.insertBefore; p.insertBefore = (a, b) =>"
            + " { if (a.parentNode === p) count++; return insert.call(p, a, b); };"
            + " order.arrange(p, names.map(of)); delete p.insertBefore;"
            + " return count + ' ' + [...p.children].map(n => n.id.slice(1)).join(); }; })()");
    Random random = new Random(7);
    for (int round = 0; round < 200; round++) {
      int[] wanted = random.ints(0, 12).distinct().limit(random.nextInt(12)).toArray();
      String names = Arrays.toString(wanted);
      assertThat(tab.evaluate("moved(" + names + ")").asText().replaceFirst("\\d+ ", ""))
          .isEqualTo(names.replaceAll("[\\[\\] ]", ""));
    }
    tab.evaluate("moved([0, 1, 2, 3, 4, 5])");
    assertThat(tab.evaluate("moved([5, 0, 1, 2, 3, 4])").asText()).isEqualTo("1 5,0,1,2,3,4");
    assertThat(tab.evaluate("moved([0, 1, 2, 3, 4])").asText()).isEqualTo("0 0,1,2,3,4");
  }

  private static String quoted(String text) {
    return FakeAnswers.JSON.getNodeFactory().textNode(text).toString();
  }
}
