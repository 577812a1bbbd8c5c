package io.wattune.launcher.node;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.wattune.testkit.browser.ChromiumExtension;
import io.wattune.testkit.browser.Tab;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/**
 * Who clicks a hold in the browser stops the tuning of a real node, and a second click frees it.
 */
@Tag("long")
@EnabledOnOs({OS.LINUX, OS.MAC})
@ExtendWith(ChromiumExtension.class)
class PageHoldTest {
  private static final Duration START = Duration.ofSeconds(60);
  private static final Duration SOON = Duration.ofSeconds(60);

  @TempDir Path folder;

  @Test
  void aHoldThatIsClickedOnThePageReachesTheNodeAndSoDoesItsRelease(Tab tab) throws Exception {
    try (tab;
        LiveDashboard live = LiveDashboard.start(folder.resolve("broker"))) {
      Controls controls = live.controls();
      NodeOnDisk node = NodeOnDisk.make(folder, "n1", live.bootstrapServers(), NodeOnDisk.UNSIGNED);
      try (CommandProcess guardian =
              CommandProcess.startOn(NodeClassPath.text(), "guardian", node.file().toString());
          CommandProcess writer =
              CommandProcess.startOn(NodeClassPath.text(), "writer", node.file().toString())) {
        await().atMost(START).until(() -> writer.hasSaid("tuning may begin"));
        await().atMost(START).until(() -> writer.hasSaid("decisions are read"));
        assertThat(guardian.process().isAlive()).isTrue();
        controls.decide(Controls.decision("n1", 1, 1, Controls.nowNanos(), 20_000, 600));
        controls.await(answer -> answer.sequence() == 1, SOON);
        assertThat(node.isAtOwnSettings()).isFalse();

        tab.open(live.address().resolve("/control"));
        tab.click("[data-hold=node]");
        tab.await("document.activeElement.id === 'hold-target'");
        tab.type("n1");
        tab.evaluate("document.querySelector('#hold-reason').focus()");
        tab.type("fan is replaced");
        tab.click("dialog button.primary");
        tab.awaitText("#toast", "The hold is set");

        controls.await(answer -> Controls.words(answer).equals("RESTORED held 1"), SOON);
        assertThat(node.isAtOwnSettings()).isTrue();
        tab.awaitText("#holds", "fan is replaced");

        tab.click("[data-release]");
        tab.awaitText("#toast", "released");
        // The release has a topic of its own: decisions may overtake it, and are refused then.
        AtomicLong sequence = new AtomicLong(1);
        await()
            .atMost(SOON)
            .until(
                () -> {
                  long next = sequence.incrementAndGet();
                  controls.decide(
                      Controls.decision("n1", 1, next, Controls.nowNanos(), 20_000, 600));
                  return controls.await(answer -> answer.sequence() == next, SOON).stream()
                      .map(Controls::words)
                      .anyMatch(words -> words.equals("APPLIED ok " + next));
                });
        assertThat(tab.complaints()).isEmpty();
      }
    }
  }
}
