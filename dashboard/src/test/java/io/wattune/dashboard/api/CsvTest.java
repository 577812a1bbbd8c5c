package io.wattune.dashboard.api;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

class CsvTest {
  private static String row(Object... cells) {
    return Csv.of(new Table("t", List.of(), List.of(Arrays.asList(cells)))).substring(2);
  }

  @Test
  void headingsAndLinesEndAsRfc4180Says() {
    Table table = new Table("t", List.of("name", "power (W)"), List.of(List.of("a", 1.5)));
    assertThat(Csv.of(table)).isEqualTo("name,power (W)\r\na,1.5\r\n");
  }

  @Test
  void commasQuotesAndLineEndsAreQuoted() {
    assertThat(row("a,b", "say \"x\"", "two\nlines", "plain"))
        .isEqualTo("\"a,b\",\"say \"\"x\"\"\",\"two\nlines\",plain\r\n");
  }

  @Test
  void whatASpreadsheetWouldTakeForAFormulaIsMadeHarmless() {
    assertThat(row("=1+1", "+x", "-x", "@x", "\tx", "a=b", "=a,b"))
        .isEqualTo("'=1+1,'+x,'-x,'@x,'\tx,a=b,\"'=a,b\"\r\n");
  }

  @Test
  void numbersStayNumbersAndNothingIsEmpty() {
    assertThat(row(-1.5, 1.7637E12, 3L, null, true)).isEqualTo("-1.5,1763700000000,3,,true\r\n");
  }
}
