package io.wattune.store.catalogue;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

/** The page says what the catalogue says. */
class StorePageTest {
  static final String REFRESH =
      "mvn -q -pl store -am test -Dtest=StorePageTest -Dwattune.refresh=true"
          + " -Dsurefire.failIfNoSpecifiedTests=false";

  @Test
  void pageIsUpToDate() throws Exception {
    Path page = Path.of("").toAbsolutePath().resolveSibling("docs/reference/store.md");
    if (Boolean.getBoolean("wattune.refresh")) {
      Files.writeString(page, StorePage.of());
    }

    assertThat(page).as("refresh with: %s", REFRESH).exists();
    assertThat(Files.readString(page))
        .as("docs/reference/store.md is stale; refresh with: %s", REFRESH)
        .isEqualTo(StorePage.of());
  }

  @Test
  void everyFieldWithAUnitSaysItInItsName() {
    assertThat(PointCatalogue.all())
        .flatExtracting(Measurement::fields)
        .filteredOn(column -> column.type() == ColumnType.DECIMAL)
        .extracting(Column::name)
        .allMatch(name -> name.matches(".*_(watts|joules|seconds|fraction|celsius|kelvin)"));
  }
}
