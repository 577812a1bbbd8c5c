package io.wattune.schemas.table;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CsvTableTest {
  @TempDir Path folder;

  private CsvTable read(String lines) throws Exception {
    Path file = folder.resolve("t.csv");
    Files.writeString(file, lines.replace(';', '\n'));
    CsvTable table = CsvTable.read(file, 3);
    table.require(List.of("name", "watts"));
    return table;
  }

  @Test
  void columnsComeInAnyOrderWithQuotesAndComments() throws Exception {
    CsvTable table =
        read("\uFEFFwatts, Name ,units;;# why; 1.5,\"a, \"\"b\"\"\", 2 ;x,c,3;2,\"\",4");

    assertThat(table.rows()).isEqualTo(3);
    assertThat(table.cell(0, "name")).isEqualTo("a, \"b\"");
    assertThat(table.cell(2, "name")).isEmpty();
    assertThat(table.number(0, "watts")).isEqualTo(1.5);
    assertThat(table.whole(1, "units")).isEqualTo(3);
    assertThat(table.isNumeric(0)).isTrue();
    assertThat(table.isNumeric(1)).isFalse();
    assertThat(table.has("unit")).isFalse();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "'' | has no header; it needs a header and 1 to 3 rows",
        "name,watts | has 0 rows; it needs",
        "name,watts;a,1;b,1;c,1;d,1 | has 4 rows; it needs",
        "name;a | has 1 columns; it needs 2 to 300",
        "name,watts,watts;a,1,1 | has two columns 'watts'",
        "nmae,watts;a,1 | has no column 'name'; it needs [name, watts], the nearest that it has is 'nmae'",
        "name,watts;;a | line 3: has 1 values, the header 2",
      })
  void aTableThatIsNoneIsSaidWithItsPlace(String lines, String problem) {
    assertThatThrownBy(() -> read(lines))
        .isInstanceOf(WrongTableException.class)
        .hasMessageContaining("t.csv'")
        .hasMessageContaining(problem);
  }

  @Test
  void aValueThatIsNoneIsSaidWithLineAndColumn() throws Exception {
    CsvTable table = read("name,watts;a,x;# no row;b,-1.5");

    assertThatThrownBy(() -> table.number(0, "watts"))
        .hasMessageEndingWith("t.csv', line 2: watts must be a number, was 'x'");
    assertThatThrownBy(() -> table.positive(1, "watts"))
        .hasMessageEndingWith("t.csv', line 4: watts must be a number above 0, was '-1.5'");
    assertThatThrownBy(() -> table.whole(1, "watts"))
        .hasMessageEndingWith("line 4: watts must be a whole number above 0, was '-1.5'");
    assertThatThrownBy(() -> CsvTable.read(folder.resolve("none.csv"), 1))
        .hasMessageContaining("none.csv' cannot be read: there is no such file");
  }
}
