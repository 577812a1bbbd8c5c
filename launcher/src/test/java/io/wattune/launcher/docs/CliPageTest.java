package io.wattune.launcher.docs;

import static org.assertj.core.api.Assertions.assertThat;

import io.wattune.launcher.WattuneCommand;
import io.wattune.testkit.Repository;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;
import picocli.CommandLine.Model.OptionSpec;

/** The page says what the commands say. */
class CliPageTest {
  static final String REFRESH =
      "mvn -q -pl launcher -am test -Dtest=CliPageTest -Dwattune.refresh=true"
          + " -Dsurefire.failIfNoSpecifiedTests=false";

  private static final Path PAGE = Repository.root().resolve("docs/reference/cli.md");

  @Test
  void pageIsUpToDate() throws Exception {
    String current = CliPage.of(WattuneCommand.commandLine());
    if (Boolean.getBoolean("wattune.refresh")) {
      Files.writeString(PAGE, current);
    }

    assertThat(PAGE).as("refresh with: %s", REFRESH).exists();
    assertThat(Files.readString(PAGE))
        .as("docs/reference/cli.md is stale; refresh with: %s", REFRESH)
        .isEqualTo(current);
  }

  @Test
  void pageHasEveryCommandWithItsOptionsAndExitCodes() {
    CommandLine root = WattuneCommand.commandLine();
    String page = CliPage.of(root);

    for (CommandLine command : root.getSubcommands().values()) {
      String name = command.getCommandSpec().qualifiedName();
      int from = page.indexOf("\n## " + name + "\n");
      assertThat(from).as(name).isNotNegative();
      int next = page.indexOf("\n## ", from + 1);
      String section = page.substring(from, next < 0 ? page.length() : next);
      for (OptionSpec option : command.getCommandSpec().options()) {
        assertThat(section).contains("`" + option.longestName());
      }
      assertThat(section).contains("| 0 | done", "| 1 | ", "| 2 | ");
    }
    assertThat(page)
        .as("a default that the description names stands in its own column")
        .contains("| the whole trace, at least 10m |", "| auto |", "| until it is released |");
  }
}
