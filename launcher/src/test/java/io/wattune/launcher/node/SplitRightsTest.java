package io.wattune.launcher.node;

import static io.wattune.launcher.node.SplitNode.OWN;
import static io.wattune.launcher.node.SplitNode.PATIENCE;
import static io.wattune.launcher.node.SplitNode.signal;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;
import static org.awaitility.Awaitility.await;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/**
 * The rights that the units give are enough, each for its part: users of their own, root without
 * any capability, folders with the owners of deploy/systemd/wattune.tmpfiles.conf. Left out where
 * the test is not root, or there is no {@code setpriv}.
 */
@Tag("long")
@Tag("alone")
@EnabledOnOs(OS.LINUX)
class SplitRightsTest {
  private static final long LONG_LEASE_MILLIS = 60_000;
  private static final long LEASE_MILLIS = 8_000;

  @TempDir Path folder;

  @Test
  void rootWithoutCapabilitiesSetsAndRestoresAndTheOthersAreNobody() throws Exception {
    assumeThat(Files.getAttribute(Path.of("/proc/self"), "unix:uid")).isEqualTo(0);
    assumeThat(Path.of("/usr/bin/setpriv")).exists();
    var rights = new SplitRights.OfUnits(folder.resolve("lib"));
    try (var broker = SplitNode.startBroker(folder.resolve("broker"));
        var node = new SplitNode(folder, broker, "n1", true, rights)) {
      Process restorer = node.startRestorer();
      Process setter = node.startSetter();
      CommandProcess guardian = node.startGuardian();
      CommandProcess writer = node.startWriter();
      node.tune(600, LONG_LEASE_MILLIS);
      assertRights(setter, 0);
      assertRights(restorer, 0);
      assertRights(writer.process(), 65_534);
      assertRights(guardian.process(), 1);
      Path reported = node.state().resolve("guardian/guardian.status");
      await().atMost(PATIENCE).until(() -> Files.readString(reported).startsWith("UP "));
      assertOwners(
          node.state(),
          Map.of(
              "journal", 0,
              "restorer.report", 0,
              "decisions/writer.status", 65_534,
              "guardian/guardian.status", 1));

      node.tune(700, LEASE_MILLIS);
      signal(setter, "STOP");

      assertThat(node.awaitOwnMillis()).isLessThan(LEASE_MILLIS);
      assertThat(setter.waitFor(30, TimeUnit.SECONDS)).as("killed by its like").isTrue();

      setter = node.startSetter();
      node.tune(800, LONG_LEASE_MILLIS);
      signal(setter, "STOP");
      signal(restorer, "STOP");
      Path wanted = node.state().resolve("guardian/restart-wanted");
      await().atMost(PATIENCE).until(() -> Files.exists(wanted));
      setter.destroyForcibly().waitFor();
      restorer.destroyForcibly().waitFor();
      node.startRestorer();
      await().atMost(PATIENCE).until(() -> node.clock() == OWN);
    }
  }

  private static void assertRights(Process process, int user) throws Exception {
    List<String> status = Files.readAllLines(Path.of("/proc/" + process.pid() + "/status"));

    assertThat(status)
        .contains("NoNewPrivs:\t1")
        .contains("Uid:\t" + user + "\t" + user + "\t" + user + "\t" + user)
        .contains("CapEff:\t0000000000000000", "CapBnd:\t0000000000000000");
  }

  private static void assertOwners(Path state, Map<String, Integer> owners) {
    owners.forEach(
        (file, user) ->
            assertThat(state.resolve(file))
                .as(file)
                .satisfies(
                    each -> assertThat(Files.getAttribute(each, "unix:uid")).isEqualTo(user)));
  }
}
