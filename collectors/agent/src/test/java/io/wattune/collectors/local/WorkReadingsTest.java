package io.wattune.collectors.local;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.wattune.collectors.agent.AgentClock;
import io.wattune.collectors.agent.RecordSink;
import io.wattune.collectors.agent.TimeSource;
import io.wattune.collectors.process.ReportedProcesses;
import io.wattune.collectors.procfs.ProcTable;
import io.wattune.core.counter.CounterName;
import io.wattune.core.counter.CounterReading;
import io.wattune.core.counter.WorkSignal;
import io.wattune.core.ledger.Activity;
import io.wattune.core.ledger.Book;
import io.wattune.core.sensor.ProfileChoice;
import io.wattune.schemas.codec.ActivityCodec;
import io.wattune.schemas.codec.ActivityEvent;
import io.wattune.schemas.codec.CounterReadingCodec;
import io.wattune.schemas.codec.UndecodableException;
import io.wattune.schemas.topics.Topic;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** What programs report of their work, line by line, as it stands on the topic of counters. */
class WorkReadingsTest {
  private static final long MILLI = 1_000_000L;
  private static final long SECOND = 1_000 * MILLI;
  private static final long START = 1_700_000_000L * SECOND;

  private long passed;
  private final AgentClock clock =
      new AgentClock(
          new TimeSource() {
            @Override
            public long monotonicNanos() {
              return passed;
            }

            @Override
            public long wallNanos() {
              return START + passed;
            }
          });
  private final List<CounterReading> readings = new ArrayList<>();
  private final List<Activity> ended = new ArrayList<>();
  private final RecordSink sink = this::keep;
  private final LocalCounts counts = new LocalCounts();
  private final ActivityService service =
      new ActivityService(
          "n1",
          new NodeBooks(List.of("n1/G1", "n1/G2"), ProfileChoice.AUTO, counts, () -> {}),
          clock,
          sink,
          new ReportedProcesses(ProcTable.system()),
          counts);
  private final FakeCaller caller = new FakeCaller("ann", true);
  private int steps;

  @Test
  void theWorkOfAnEndIsAReadingOfEachDevice() {
    ask("{'do':'start','id':'a','name':'train','level':'process'}");
    passed += 2 * SECOND;
    ask("{'do':'end','id':'a','work':128,'answer':'none'}");

    assertThat(readings).extracting(CounterReading::device).containsExactly("n1/G1", "n1/G2");
    CounterReading first = readings.get(0);
    assertThat(first.level()).isEqualTo(Book.PROCESS);
    assertThat(first.activityId()).isEqualTo("a");
    assertThat(first.activityName()).isEqualTo("train");
    assertThat(first.startNanos()).isEqualTo(START);
    assertThat(first.endNanos()).isEqualTo(START + 2 * SECOND);
    assertThat(first.value(CounterName.WORK)).as("an equal part").hasValue(64);
    assertThat(first.workSignal()).isEqualTo(WorkSignal.PROGRAM);
    assertThat(counts.workReadings.getLongValue()).isEqualTo(2);
  }

  /** And no other label: whose a program is does not matter to its tuning. */
  @Test
  void whatAProgramIsToBeTunedForIsInEachReadingOfItsWork() {
    ask(
        "{'do':'start','id':'a','name':'train','level':'process',"
            + "'labels':{'job':'7','wattune.max-slowdown':'1%','wattune.objective':'ed2'}}");
    passed += 2 * SECOND;
    ask("{'do':'end','id':'a','work':128,'answer':'none'}");

    assertThat(readings)
        .hasSize(2)
        .allMatch(
            each ->
                each.goal()
                    .equals(Map.of("wattune.max-slowdown", "1%", "wattune.objective", "ed2")));
  }

  @Test
  void countersAreBesideTheWork() {
    ask("{'do':'start','id':'a','name':'k','level':'kernel','devices':['G1']}");
    passed += MILLI;
    ask(
        "{'do':'end','id':'a','work':3,'answer':'none','counters':"
            + "[{'counter':'VALUBusy','unit':'FRACTION','kind':'MEAN','value':0.5}]}");

    assertThat(readings).as("at once, though it is short").hasSize(1);
    assertThat(readings.get(0).value("VALUBusy")).hasValue(0.5);
    assertThat(readings.get(0).value(CounterName.WORK)).hasValue(3);
    assertThat(readings.get(0).workSignal()).isEqualTo(WorkSignal.PROGRAM);
  }

  @Test
  void countersAloneHaveNoSignal() {
    ask("{'do':'start','id':'a','name':'k','level':'kernel','devices':['G1']}");
    passed += MILLI;
    ask(
        "{'do':'end','id':'a','answer':'none','counters':"
            + "[{'counter':'VALUBusy','unit':'FRACTION','kind':'MEAN','value':0.5}]}");

    assertThat(readings).hasSize(1);
    assertThat(readings.get(0).workSignal()).isNull();
    assertThat(counts.workReadings.getLongValue()).isZero();
  }

  @Tag("long")
  @Test
  void aThousandStepsASecondAreTenReadings() {
    for (int i = 0; i < 3_000; i++) {
      step("step", MILLI, 2);
    }
    pause();

    assertThat(readings).hasSizeBetween(29, 31);
    assertThat(readings.stream().mapToDouble(WorkReadingsTest::work).sum()).isEqualTo(6_000);
    assertThat(readings.subList(0, 29)).allMatch(each -> each.seconds() >= 0.1);
    assertThat(readings.subList(0, 29))
        .allSatisfy(each -> assertThat(work(each) / each.seconds()).isCloseTo(2_000, within(1e-6)));
  }

  /** The property of all: no work is lost or made, and no two readings of a name overlap. */
  @Tag("long")
  @Test
  void noWorkIsLostAndNoTimeIsCountedTwice() {
    var random = new Random(7);
    double sent = 0;
    for (int i = 0; i < 5_000; i++) {
      passed += random.nextInt(20) == 0 ? random.nextInt(400) * MILLI : 0;
      double work = random.nextInt(5);
      step("k" + random.nextInt(3), 1 + random.nextInt(30) * MILLI / 3, work);
      sent += work;
      service.work();
    }
    caller.answers.clear();
    service.close();

    assertThat(readings.stream().mapToDouble(WorkReadingsTest::work).sum()).isEqualTo(sent);
    for (String name : List.of("k0", "k1", "k2")) {
      long until = 0;
      for (CounterReading each : readings) {
        if (name.equals(each.activityName())) {
          assertThat(each.startNanos()).isGreaterThanOrEqualTo(until);
          until = each.endNanos();
        }
      }
    }
  }

  @Test
  void namesThatTakeTurnsSlowlyAreNotMixed() {
    for (int i = 0; i < 10; i++) {
      for (int j = 0; j < 60; j++) {
        step(i % 2 == 0 ? "forward" : "backward", MILLI, 1);
      }
    }
    pause();

    assertThat(readings).hasSize(10);
    assertThat(readings).allMatch(each -> each.endNanos() - each.startNanos() == 60 * MILLI);
  }

  @Test
  void namesThatTakeTurnsFastAreTenReadingsASecondEach() {
    for (int i = 0; i < 1_000; i++) {
      step(i % 2 == 0 ? "forward" : "backward", MILLI, 1);
    }
    pause();

    assertThat(readings).hasSizeBetween(18, 22);
    assertThat(readings.stream().mapToDouble(WorkReadingsTest::work).sum()).isEqualTo(1_000);
  }

  @Test
  void aPauseEndsAReading() {
    step("step", MILLI, 1);
    passed += WorkReadings.LONGEST_PAUSE_NANOS + 1;
    step("step", MILLI, 1);

    assertThat(readings).hasSize(1);
    assertThat(readings.get(0).seconds()).isCloseTo(0.001, within(1e-9));

    passed += WorkReadings.LONGEST_WAIT_NANOS;
    service.work();
    assertThat(readings).hasSize(2);
  }

  @Test
  void aReadingThatWaitsIsPublishedWhenItsTimeComes() {
    step("step", MILLI, 1);

    assertThat(service.work()).isEqualTo(WorkReadings.LONGEST_WAIT_NANOS);
    assertThat(readings).isEmpty();
  }

  @Test
  void aProgramThatGoesLeavesItsWork() {
    step("step", MILLI, 1);

    service.closed(caller);

    assertThat(readings).hasSize(1);
  }

  @Test
  void reportsAreReadingsSinceTheReportBefore() {
    ask("{'do':'start','id':'a','name':'train','devices':['G1']}");
    passed += SECOND;
    ask("{'do':'work','id':'a','work':10}");
    passed += 2 * SECOND;
    ask("{'do':'work','id':'a','work':30}");

    assertThat(caller.last().path("ok").asBoolean()).isTrue();
    assertThat(caller.last().path("startNanos").asLong()).isEqualTo(START + SECOND);
    assertThat(caller.last().path("endNanos").asLong()).isEqualTo(START + 3 * SECOND);
    assertThat(readings).extracting(WorkReadingsTest::work).containsExactly(10.0, 30.0);
    assertThat(readings.get(1).startNanos()).isEqualTo(START + SECOND);
    passed += SECOND;
    ask("{'do':'end','id':'a','work':45,'answer':'none'}");
    assertThat(readings).extracting(WorkReadingsTest::work).containsExactly(10.0, 30.0, 5.0);
    assertThat(readings.get(2).startNanos()).isEqualTo(START + 3 * SECOND);
    assertThat(ended.get(0).work()).isEqualTo(45.0);
  }

  @Test
  void whatWasReportedIsTheActivitysWorkWhereItsEndSaysNone() {
    ask("{'do':'start','id':'a','name':'train'}");
    passed += SECOND;
    ask("{'do':'work','id':'a','work':10}");
    passed += SECOND;
    ask("{'do':'end','id':'a','answer':'none'}");

    assertThat(readings).as("nothing is known of the last second").hasSize(2);
    assertThat(ended).extracting(Activity::work).containsExactly(5.0, 5.0);
  }

  @Test
  void totalsBeginWithTheFirstAndAgainWhenTheyFall() {
    ask("{'do':'start','id':'a','name':'train','devices':['G1']}");
    for (int total : new int[] {5_000, 5_010, 5_010, 3, 7}) {
      passed += SECOND;
      ask("{'do':'work','id':'a','total':" + total + ",'signal':'progress'}");
    }

    assertThat(readings).extracting(WorkReadingsTest::work).containsExactly(10.0, 0.0, 4.0);
    assertThat(readings).allMatch(each -> each.workSignal() == WorkSignal.PROGRESS);
    assertThat(readings).allMatch(each -> each.seconds() == 1);
  }

  @Test
  void wrongReportsSayWhatWouldBeRight() {
    ask("{'do':'work','id':'a','work':1}");
    assertThat(error()).contains("no activity with the id 'a' is open");
    ask("{'do':'start','id':'a','name':'train'}");
    ask("{'do':'work','id':'a','work':1,'atNanos':" + START + "}");
    assertThat(error()).contains("must be after its start and the report before");
    service.line(new FakeCaller("bob", true), "{\"do\":\"work\",\"id\":\"a\",\"work\":1}");
    passed += SECOND;
    ask("{'do':'work','id':'a','work':10}");
    passed += SECOND;
    ask("{'do':'end','id':'a','work':9,'answer':'none'}");
    assertThat(error()).contains("at least the 10.0 that was reported before, was 9.0");

    assertThat(readings).as("of the one that was right").hasSize(2);
    assertThat(counts.refusedLines.getLongValue()).isEqualTo(4);
    assertThat(service.open()).isEqualTo(1);
  }

  @Test
  void aSpanHasNoWorkOfItsOwn() {
    ask("{'do':'start','id':'a','name':'x','level':'span'}");
    passed += SECOND;
    ask("{'do':'end','id':'a','work':9,'answer':'none'}");

    assertThat(readings).isEmpty();
    assertThat(ended.get(0).work()).isEqualTo(4.5);
  }

  @Test
  void openReadingsAreBounded() {
    for (int i = 0; i < WorkReadings.MOST_OPEN + 10; i++) {
      step("k" + i, 1, 1);
    }

    assertThat(readings).hasSize(10);
  }

  private void step(String name, long nanos, double work) {
    String id = "s" + steps++;
    long from = START + passed;
    passed += Math.max(nanos, 1);
    ask(
        "{'do':'activity','id':'"
            + id
            + "','name':'"
            + name
            + "','level':'process','devices':['G1'],'answer':'none','startNanos':"
            + from
            + ",'endNanos':"
            + (START + passed)
            + ",'work':"
            + work
            + "}");
  }

  private void pause() {
    passed += WorkReadings.LONGEST_WAIT_NANOS;
    service.work();
  }

  private static double work(CounterReading reading) {
    return reading.value(CounterName.WORK).orElse(Double.NaN);
  }

  private void ask(String line) {
    service.line(caller, line.replace('\'', '"'));
  }

  private String error() {
    return caller.last().path("error").asText();
  }

  private void keep(Topic topic, String key, byte[] value) {
    try {
      if (topic == Topic.COUNTERS) {
        readings.add(new CounterReadingCodec().decode(value));
      } else if (new ActivityCodec().decode(value) instanceof ActivityEvent.Reported reported
          && reported.activity().endNanos() != Activity.RUNNING) {
        ended.add(reported.activity());
      }
    } catch (UndecodableException e) {
      throw new AssertionError(e);
    }
  }
}
