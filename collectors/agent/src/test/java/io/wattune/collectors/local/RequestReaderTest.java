package io.wattune.collectors.local;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.wattune.core.counter.CounterKind;
import io.wattune.core.counter.CounterUnit;
import io.wattune.core.counter.CounterValue;
import io.wattune.core.counter.WorkSignal;
import io.wattune.core.ledger.Book;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RequestReaderTest {

  @Test
  void aStartHasAllThatItsLineSays() throws Exception {
    Request request =
        RequestReader.read(
            """
            {"do":"start","id":"a","name":"train","level":"kernel","devices":["G1","n1/G2"],\
            "parent":"p","labels":{"job":"17"},"weight":2,"untilClosed":true,"atNanos":5,\
            "pid":77,"pidStart":88}""");

    assertThat(request)
        .isEqualTo(
            new Request.Start(
                "a",
                "train",
                Book.KERNEL,
                List.of("G1", "n1/G2"),
                "p",
                Map.of("job", "17"),
                2.0,
                true,
                5L,
                77L,
                88L));
  }

  @Test
  void whatALineDoesNotSayHasADefault() throws Exception {
    assertThat(RequestReader.read("{\"do\":\"start\",\"id\":\"a\",\"name\":\"x\"}"))
        .isEqualTo(
            new Request.Start(
                "a", "x", Book.JOB, List.of(), null, Map.of(), null, false, null, null, null));
    assertThat(RequestReader.read("{\"do\":\"end\",\"id\":\"a\"}"))
        .isEqualTo(
            new Request.End(
                "a", null, new Request.Outcome(null, List.of(), Request.Moment.SETTLED, 10_000)));
  }

  @Test
  void anEndHasWorkCountersAndPatience() throws Exception {
    assertThat(
            RequestReader.read(
                """
                {"do":"end","id":"a","work":3.5,"answer":"final","waitMillis":700,"counters":\
                [{"counter":"Work","unit":"WORK","kind":"INCREASE","value":3.5}]}"""))
        .isEqualTo(
            new Request.End(
                "a",
                null,
                new Request.Outcome(
                    3.5,
                    List.of(new CounterValue("Work", CounterUnit.WORK, CounterKind.INCREASE, 3.5)),
                    Request.Moment.FINAL,
                    700)));
  }

  @Test
  void workOfAnOpenActivityIsADeltaOrATotal() throws Exception {
    assertThat(RequestReader.read("{\"do\":\"work\",\"id\":\"a\",\"work\":2,\"atNanos\":7}"))
        .isEqualTo(new Request.Work("a", 2.0, null, WorkSignal.PROGRAM, 7L));
    assertThat(
            RequestReader.read(
                "{\"do\":\"work\",\"id\":\"a\",\"total\":30,\"signal\":\"progress\"}"))
        .isEqualTo(new Request.Work("a", null, 30.0, WorkSignal.PROGRESS, null));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "{'do':'work','id':'a'}|needs either 'work' or 'total'",
        "{'do':'work','id':'a','work':1,'total':2}|needs either 'work' or 'total'",
        "{'do':'work','work':1}|'id' is missing",
        "{'do':'work','id':'a','work':-1}|must be a number of at least 0",
        "{'do':'work','id':'a','total':1e101}|at most 1.0E100",
        "{'do':'end','id':'a','work':1e101}|at most 1.0E100",
        "{'do':'work','id':'a','work':1,'signal':'counters'}|'signal' must be one of program, progress",
        "{'do':'work','id':'a','work':1,'name':'x'}|'name' is no key",
        "{'do':'end','id':'a','total':1}|'total' is no key",
      })
  void wrongWorkIsRefused(String line, String why) {
    assertThatThrownBy(() -> RequestReader.read(line.replace('\'', '"'))).hasMessageContaining(why);
  }

  @Test
  void aCounterComesOnce() {
    String each = "{\"counter\":\"Work\",\"value\":3.5}";

    assertThatThrownBy(
            () ->
                RequestReader.read(
                    "{\"do\":\"end\",\"id\":\"a\",\"counters\":[" + each + "," + each + "]}"))
        .hasMessageContaining("the counter 'Work' must come once");
  }

  @Test
  void allThatIsWrongIsToldAtOnce() {
    assertThatThrownBy(
            () ->
                RequestReader.read(
                    """
                    {"do":"start","id":7,"nmae":"x","level":"thread","weight":-1,\
                    "untilClosed":"yes"}"""))
        .hasMessageContaining("'nmae' is no key of such a line; did you mean 'name'?")
        .hasMessageContaining("'id' must be a text")
        .hasMessageContaining("'name' is missing")
        .hasMessageContaining("'level' must be one of job, process, kernel, request, span")
        .hasMessageContaining("'weight' must be a number of at least 0, was -1")
        .hasMessageContaining("'untilClosed' must be true or false");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "nonsense | not JSON",
        "{\"do\":\"start\" | not JSON",
        "[] | a line must be one JSON object",
        "{} | 'do' is missing",
        "{\"do\":\"sart\"} | did you mean 'start'?",
        "{\"do\":\"devices\"} {} | not JSON",
        "{\"do\":\"end\",\"do\":\"end\",\"id\":\"a\"} | not JSON: Duplicate field",
        "{\"do\":\"end\"} | 'id' is missing",
        "{\"do\":\"end\",\"id\":\"\"} | 'id' must be a text of 1 to 256 characters",
        "{\"do\":\"end\",\"id\":\"a\\u0007\"} | 'id' must be a text of 1 to 256 characters",
        "{\"do\":\"end\",\"id\":\"a\",\"atNanos\":1.5} | 'atNanos' must be a whole number",
        "{\"do\":\"end\",\"id\":\"a\",\"waitMillis\":120001} | 'waitMillis' must be a whole number",
        "{\"do\":\"end\",\"id\":\"a\",\"work\":1e999} | 'work' must be a number",
        "{\"do\":\"end\",\"id\":\"a\",\"counters\":[1]} | each of 'counters' must be an object",
        "{\"do\":\"end\",\"id\":\"a\",\"counters\":[{\"counter\":\"c\"}]} | needs a 'value'",
        "{\"do\":\"activity\",\"id\":\"a\",\"name\":\"x\"} | 'startNanos' is missing",
        "{\"do\":\"devices\",\"id\":\"a\"} | 'id' is no key of such a line",
      })
  void aWrongLineSaysWhatWouldBeRight(String line, String error) {
    assertThatThrownBy(() -> RequestReader.read(line))
        .isInstanceOf(RequestException.class)
        .hasMessageContaining(error);
  }

  @Test
  void anAnswerIsNotMuchLongerThanItsLine() {
    StringBuilder line = new StringBuilder("{\"do\":\"devices\"");
    for (int i = 0; i < 1000; i++) {
      line.append(",\"x").append(i).append("\":1");
    }

    assertThatThrownBy(() -> RequestReader.read(line.append('}').toString()))
        .hasMessageEndingWith("; and 990 more")
        .satisfies(failure -> assertThat(failure.getMessage()).hasSizeLessThan(1000));
  }
}
