package io.wattune.launcher.config;

import static org.assertj.core.api.Assertions.assertThat;

import io.wattune.launcher.WattuneCommand;
import io.wattune.launcher.option.Range;
import io.wattune.testkit.Repository;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** The page says what the parts take, and what the parts take is complete. */
class ConfigurationPageTest {
  static final String REFRESH =
      "mvn -q -pl launcher -am test -Dtest=ConfigurationPageTest -Dwattune.refresh=true"
          + " -Dsurefire.failIfNoSpecifiedTests=false";

  @Test
  void pageIsUpToDate() throws Exception {
    Path page = Repository.root().resolve("docs/reference/configuration.md");
    String current = ConfigurationPage.of(WattuneCommand.commandLine(Map.of()));
    if (Boolean.getBoolean("wattune.refresh")) {
      Files.writeString(page, current);
    }

    assertThat(page).as("refresh with: %s", REFRESH).exists();
    assertThat(Files.readString(page))
        .as("docs/reference/configuration.md is stale; refresh with: %s", REFRESH)
        .isEqualTo(current);
  }

  @Test
  void everyDefaultIsAValueThatTheFileMayHold() {
    for (ConfigKey setting : catalogue().settings()) {
      String initial = setting.option().defaultValue();
      if (initial != null) {
        assertThat(ValueCheck.problem(setting, initial)).as(setting.key()).isEmpty();
      }
    }
  }

  @Test
  void everyNumberHasARange() {
    for (ConfigKey setting : catalogue().settings()) {
      Class<?> type = setting.option().type();
      if (type == int.class || (type == long.class && !setting.key().equals("up.seed"))) {
        assertThat(Range.of(setting.option())).as(setting.key()).isPresent();
      }
    }
  }

  @Test
  void everyListCanStandInAFile() {
    for (ConfigKey setting : catalogue().settings()) {
      if (setting.option().typeInfo().isMultiValue()) {
        assertThat(setting.option().splitRegex()).as(setting.key()).isEqualTo(",");
      }
    }
  }

  @Test
  void optionsThatShareAKeyAreOfOneKind() {
    var root = WattuneCommand.commandLine(Map.of());
    Catalogue catalogue = Catalogue.of(root);
    for (var command : root.getSubcommands().values()) {
      for (var option : command.getCommandSpec().options()) {
        for (ConfigKey setting : catalogue.of(command.getCommandSpec(), option)) {
          assertThat(option.type()).as(setting.key()).isEqualTo(setting.option().type());
          assertThat(Range.of(option)).as(setting.key()).isEqualTo(Range.of(setting.option()));
          assertThat(option.longestName())
              .as(setting.key())
              .isEqualTo(setting.option().longestName());
        }
      }
    }
  }

  @Test
  void aReplayIsOutOfReachOfFileAndEnvironment() {
    assertThat(catalogue().settings())
        .noneMatch(setting -> setting.parts().contains("replay"))
        .noneMatch(setting -> setting.key().startsWith("hold."))
        .anyMatch(
            setting -> setting.key().equals("kafka.bootstrap") && setting.parts().contains("hold"));
  }

  private static Catalogue catalogue() {
    return Catalogue.of(WattuneCommand.commandLine(Map.of()));
  }
}
