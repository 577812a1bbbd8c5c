package io.wattune.collectors.local;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.wattune.collectors.rocprofiler.RocprofilerCounters;
import io.wattune.core.counter.CounterKind;
import io.wattune.core.counter.CounterUnit;
import io.wattune.core.counter.CounterValue;
import io.wattune.core.counter.WorkSignal;
import io.wattune.core.ledger.Book;
import io.wattune.core.spelling.Spelling;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Understands lines, strictly. The keys are in docs/reference/activities.md. */
final class RequestReader {
  private static final JsonMapper JSON =
      JsonMapper.builder()
          .enable(JsonParser.Feature.STRICT_DUPLICATE_DETECTION)
          .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
          .build();

  /** An answer must not be many times as long as its line. */
  private static final int MOST_REPORTED = 10;

  private static final List<String> COUNTER_KEYS = List.of("counter", "unit", "kind", "value");

  private RequestReader() {}

  /** What a line asks for. */
  static Request read(String line) throws RequestException {
    JsonNode json = json(line);
    String id = json.path(LineKey.ID.label()).isTextual() ? json.path("id").asText() : null;
    String shownId = id == null || id.length() > LineFields.MOST_TEXT ? null : id;
    RequestType ask = ask(json, shownId);
    List<String> problems = new ArrayList<>();
    var fields = new LineFields(json, LineKey.of(ask), problems);
    Request request =
        switch (ask) {
          case START -> start(fields);
          case END -> end(fields, fields.neededText(LineKey.ID.label()), at(fields, LineKey.AT));
          case ACTIVITY -> whole(fields);
          case WORK -> work(fields);
          case DEVICES -> new Request.Devices();
        };
    if (!problems.isEmpty()) {
      throw new RequestException(ask.label(), shownId, all(problems));
    }
    return request;
  }

  private static String all(List<String> problems) {
    int more = problems.size() - MOST_REPORTED;
    return more <= 0
        ? String.join("; ", problems)
        : String.join("; ", problems.subList(0, MOST_REPORTED)) + "; and " + more + " more";
  }

  private static JsonNode json(String line) throws RequestException {
    try {
      JsonNode json = JSON.readTree(line);
      if (!json.isObject()) {
        throw new RequestException(
            null, null, "a line must be one JSON object, was " + LineFields.cut(line));
      }
      return json;
    } catch (JsonProcessingException e) {
      throw new RequestException(
          null,
          null,
          "not JSON: %s (column %s); a line must be one JSON object such as {\"do\":\"devices\"}"
              .formatted(
                  LineFields.cut(firstLine(e.getOriginalMessage())),
                  e.getLocation().getColumnNr()));
    }
  }

  private static String firstLine(String text) {
    return text.lines().findFirst().orElse("");
  }

  private static RequestType ask(JsonNode json, @Nullable String id) throws RequestException {
    String word = json.path(LineKey.DO.label()).asText("");
    RequestType ask = RequestType.of(word);
    if (ask == null) {
      throw new RequestException(
          null,
          id,
          word.isEmpty()
              ? "'do' is missing: one of " + RequestType.labels()
              : "'do' must be one of %s, was '%s'; did you mean '%s'?"
                  .formatted(
                      RequestType.labels(),
                      LineFields.cut(word),
                      Spelling.nearest(LineFields.cut(word), RequestType.labels())));
    }
    return ask;
  }

  private static @Nullable Long at(LineFields fields, LineKey key) {
    return fields.wholeNumber(key.label(), 0, Long.MAX_VALUE / 4);
  }

  private static Request.Start start(LineFields fields) {
    return start(fields, fields.flag(LineKey.UNTIL_CLOSED.label()), at(fields, LineKey.AT));
  }

  private static Request.Start start(
      LineFields fields, boolean untilClosed, @Nullable Long atNanos) {
    return new Request.Start(
        fields.neededText(LineKey.ID.label()),
        fields.neededText(LineKey.NAME.label()),
        fields.oneOf(LineKey.LEVEL.label(), Book.JOB, levels()),
        fields.texts(LineKey.DEVICES.label()),
        fields.text(LineKey.PARENT.label()),
        fields.labels(LineKey.LABELS.label()),
        fields.number(LineKey.WEIGHT.label(), 0),
        untilClosed,
        atNanos,
        fields.wholeNumber(LineKey.PID.label(), 1, Integer.MAX_VALUE),
        fields.wholeNumber(LineKey.PID_START.label(), 0, Long.MAX_VALUE));
  }

  private static Request whole(LineFields fields) {
    Long from = at(fields, LineKey.FROM);
    Long to = at(fields, LineKey.TO);
    if (!fields.has(LineKey.FROM.label())) {
      fields.problem("'" + LineKey.FROM.label() + "' is missing");
    }
    Request.Start start = start(fields, false, from);
    return new Request.Whole(start, end(fields, start.id(), to));
  }

  private static Request.End end(LineFields fields, String id, @Nullable Long atNanos) {
    Request.Moment answer = fields.oneOf(LineKey.ANSWER.label(), Request.Moment.SETTLED, moments());
    Long wait = fields.wholeNumber(LineKey.WAIT.label(), 0, Request.Moment.LONGEST_WAIT_MILLIS);
    return new Request.End(
        id,
        atNanos,
        new Request.Outcome(
            fields.number(LineKey.WORK.label(), 0, WorkReadings.MOST_WORK),
            counters(fields),
            answer,
            wait == null ? answer.waitMillis() : wait));
  }

  private static Request.Work work(LineFields fields) {
    String workKey = LineKey.WORK.label();
    String totalKey = LineKey.TOTAL.label();
    if (fields.has(workKey) == fields.has(totalKey)) {
      fields.problem("a line needs either '" + workKey + "' or '" + totalKey + "'");
    }
    return new Request.Work(
        fields.neededText(LineKey.ID.label()),
        fields.number(workKey, 0, WorkReadings.MOST_WORK),
        fields.number(totalKey, 0, WorkReadings.MOST_WORK),
        fields.oneOf(LineKey.SIGNAL.label(), WorkSignal.PROGRAM, signals()),
        at(fields, LineKey.AT));
  }

  private static List<CounterValue> counters(LineFields fields) {
    List<CounterValue> counters = new ArrayList<>();
    for (LineFields each : fields.objects(LineKey.COUNTERS.label(), COUNTER_KEYS)) {
      Double value = each.number("value", -Double.MAX_VALUE);
      if (value == null) {
        each.problem("each counter needs a 'value'");
      }
      counters.add(
          new CounterValue(
              each.neededText("counter"),
              each.oneOf("unit", CounterUnit.COUNT, LineFields.names(CounterUnit.class)),
              each.oneOf("kind", CounterKind.INCREASE, LineFields.names(CounterKind.class)),
              value == null ? 0 : value));
    }
    fields
        .numbers(LineKey.ROCPROFILER.label(), RocprofilerCounters.names())
        .forEach((name, value) -> RocprofilerCounters.of(name, value).ifPresent(counters::add));
    Set<String> names = new HashSet<>();
    for (CounterValue each : counters) {
      if (!names.add(each.counter())) {
        fields.problem("the counter '" + LineFields.cut(each.counter()) + "' must come once");
      }
    }
    return counters;
  }

  private static Map<String, Book> levels() {
    var levels = new LinkedHashMap<String, Book>();
    for (Book book : Book.values()) {
      if (book.windowNanos() == 0) {
        levels.put(book.label(), book);
      }
    }
    return levels;
  }

  private static Map<String, WorkSignal> signals() {
    var signals = new LinkedHashMap<String, WorkSignal>();
    signals.put("program", WorkSignal.PROGRAM);
    signals.put("progress", WorkSignal.PROGRESS);
    return signals;
  }

  private static Map<String, Request.Moment> moments() {
    var moments = new LinkedHashMap<String, Request.Moment>();
    for (Request.Moment moment : Request.Moment.values()) {
      moments.put(moment.label(), moment);
    }
    return moments;
  }
}
