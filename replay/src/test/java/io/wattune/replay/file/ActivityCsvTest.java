package io.wattune.replay.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.wattune.core.ledger.Book;
import io.wattune.schemas.failure.EngineException;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class ActivityCsvTest {
  private static ReadFile<List<ActivityRow>> read(String text) throws Exception {
    return ActivityCsv.read(TestFiles.stream(text), "activity.csv");
  }

  @Test
  void readsRowsAndTakesThemForSpansWithoutALevel() throws Exception {
    ReadFile<List<ActivityRow>> file =
        read("start_epoch_us,end_epoch_us,name\n1000,2500,load\r\n\n3000,4000,b");

    assertThat(file.content())
        .containsExactly(
            new ActivityRow(1_000_000, 2_500_000, "load", Book.SPAN),
            new ActivityRow(3_000_000, 4_000_000, "b", Book.SPAN));
    assertThat(file.sha256()).hasSize(64);
  }

  @Test
  void readsLevelsQuotedNamesAndColumnsInAnyOrder() throws Exception {
    ReadFile<List<ActivityRow>> file =
        read(
            "level, name, end_epoch_us, start_epoch_us\n"
                + "kernel, \"gemm<float, 128>\", 20, 10\n"
                + "JOB, \"say \"\"hi\"\"\", 40, 30\n"
                + ", plain, 60, 50\n");

    assertThat(file.content())
        .containsExactly(
            new ActivityRow(10_000, 20_000, "gemm<float, 128>", Book.KERNEL),
            new ActivityRow(30_000, 40_000, "say \"hi\"", Book.JOB),
            new ActivityRow(50_000, 60_000, "plain", Book.SPAN));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "20,10,load,job | line 3 ends 10 us before or at its start",
        "10,10,load,job | line 3 ends 0 us before or at its start",
        "x,10,load,job | line 3 has a time that is not a whole number of microseconds",
        "10,,load,job | line 3 has a time that is not a whole number of microseconds",
        "10,20.5,load,job | line 3 has a time that is not a whole number of microseconds",
        "10,20,,job | line 3 has no name",
        "10,20,load,window1s | line 3 has a level other than",
        "10,20,load,week | line 3 has a level other than",
        "10,20,gemm<float, 128>,job | line 3 has 5 fields, the header 4",
        "10,20,load | line 3 has 3 fields, the header 4",
      })
  void refusesAFileWithABadRow(String row, String problem) {
    assertThatThrownBy(
            () -> read("start_epoch_us,end_epoch_us,name,level\n1,2,good,job\n" + row + "\n"))
        .isInstanceOf(EngineException.class)
        .hasMessageContaining("activity.csv: 1 line cannot be used, so no activity was taken")
        .hasMessageContaining(problem);
  }

  @Test
  void namesTheFirstTenBadRowsAndCountsTheRest() {
    assertThatThrownBy(() -> read("start_epoch_us,end_epoch_us,name\n" + "2,1,x\n".repeat(13)))
        .isInstanceOf(EngineException.class)
        .hasMessageContaining("13 lines")
        .hasMessageContaining("line 11 ends")
        .hasMessageNotContaining("line 12 ends")
        .hasMessageContaining("and 3 more");
  }

  @Test
  void refusesUnknownColumnsBecauseTheyMayMatter() {
    assertThatThrownBy(() -> read("start_epoch_us,end_epoch_us,name,device\n1,2,a,gpu1\n"))
        .isInstanceOf(EngineException.class)
        .hasMessageContaining("column 'device' is unknown");
  }

  @Test
  void refusesAFileWithoutHeader() {
    assertThatThrownBy(() -> read("1,2,a\n"))
        .isInstanceOf(EngineException.class)
        .hasMessageContaining("the first line must be 'start_epoch_us,end_epoch_us,name[,level]'");
    assertThatThrownBy(() -> read(""))
        .isInstanceOf(EngineException.class)
        .hasMessageContaining("empty");
  }
}
