package io.wattune.dashboard.page;

import static org.assertj.core.api.Assertions.assertThat;

import io.wattune.testkit.browser.ChromiumExtension;
import io.wattune.testkit.browser.Tab;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * The pictures that the README shows, from a made-up fleet at a fixed time. They are written only
 * with {@code -Dwattune.refresh=true}; without it, the test holds that each exists and is small.
 */
@Tag("long")
@ExtendWith(ChromiumExtension.class)
final class PicturesTest {
  private static final Path FOLDER = Path.of("..", "docs", "images");
  private static final long LARGEST_BYTES = 300_000;
  private static final long NOW_MS = 1_790_166_600_000L;
  private static final List<String> THEMES = List.of("light", "dark");

  @Test
  void picturesOfEveryPageAreSmall(Tab tab) throws IOException {
    if (Boolean.getBoolean("wattune.refresh")) {
      write(tab);
    }

    for (String page : List.of("fleet", "device", "components", "control", "servers", "health")) {
      for (String theme : THEMES) {
        Path picture = FOLDER.resolve("dashboard-" + page + "-" + theme + ".png");
        assertThat(picture).isNotEmptyFile();
        assertThat(Files.size(picture)).isLessThan(LARGEST_BYTES);
      }
    }
  }

  private static void write(Tab tab) throws IOException {
    FakeFleet fleet = new FakeFleet(64, 8, 2);
    try (FakeDashboard server = FakeDashboard.start(fleet, () -> NOW_MS)) {
      server.hold("hold-1", "node", "node-004", "driver update");
      tab.timeZone("UTC");
      tab.beforeEachPage("Date.now = () => " + NOW_MS + ";");
      String device = "/device/" + encoded(fleet.gpus().get(9).id()) + "?range=5m";
      Map<String, String> pages =
          Map.of(
              "fleet", "/",
              "device", device,
              "components", device,
              "control", "/control",
              "servers", "/servers?objective=45",
              "health", "/health");
      for (String theme : THEMES) {
        for (Map.Entry<String, String> page : pages.entrySet()) {
          String path = page.getValue();
          tab.size(1360, 900, 1);
          tab.open(server.at(path + (path.contains("?") ? "&" : "?") + "theme=" + theme));
          tab.await("document.querySelector('.tile-value, .panel .table-wrap') !== null");
          tab.await("document.querySelectorAll('tbody tr').length > 0");
          if (page.getKey().equals("fleet") || path.equals(device)) {
            tab.await("document.querySelector('.chart canvas') !== null");
          }
          if (page.getKey().equals("components")) {
            tab.await("document.querySelector('#components canvas') !== null");
            tab.evaluate("document.querySelector('#components').scrollIntoView()");
          }
          tab.evaluate("new Promise(done => setTimeout(done, 400))");
          Files.write(
              FOLDER.resolve("dashboard-" + page.getKey() + "-" + theme + ".png"),
              tab.picture(false));
        }
      }
    }
  }

  private static String encoded(String id) {
    return java.net.URLEncoder.encode(id, StandardCharsets.UTF_8);
  }
}
