package io.wattune.collectors.local;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import io.wattune.collectors.agent.AgentClock;
import io.wattune.collectors.agent.RecordSink;
import io.wattune.collectors.agent.TimeSource;
import io.wattune.collectors.process.ReportedProcesses;
import io.wattune.collectors.procfs.ProcTable;
import io.wattune.core.counter.CounterName;
import io.wattune.core.counter.CounterReading;
import io.wattune.core.ledger.Activity;
import io.wattune.core.reading.PollBlock;
import io.wattune.core.reading.PowerUnit;
import io.wattune.core.sensor.ProfileChoice;
import io.wattune.schemas.codec.ActivityCodec;
import io.wattune.schemas.codec.ActivityEvent;
import io.wattune.schemas.codec.CounterReadingCodec;
import io.wattune.schemas.codec.UndecodableException;
import io.wattune.schemas.topics.Topic;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Lines in, answers and records out; time passes when a test says so. */
class ActivityServiceTest {
  private static final long SECOND = 1_000_000_000L;
  private static final long POLL = 10_000_000L;
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
  private final List<Activity> activities = new ArrayList<>();
  private final List<CounterReading> counters = new ArrayList<>();
  private final RecordSink sink = this::keep;
  private final LocalCounts counts = new LocalCounts();
  private final NodeBooks books =
      new NodeBooks(List.of("n1/G1", "n1/G2"), ProfileChoice.AUTO, counts, () -> {});
  private final ActivityService service =
      new ActivityService(
          "n1", books, clock, sink, new ReportedProcesses(ProcTable.system()), counts);
  private final FakeCaller caller = new FakeCaller("ann", true);
  private final Map<String, Long> sequences = new HashMap<>();
  private String model = "";

  @Test
  void joulesAreThePowerTimesTheTime() {
    poll(2, 100, 50);
    ask("{'do':'start','id':'a','name':'train'}");
    poll(4, 100, 50);
    ask("{'do':'end','id':'a'}");
    assertThat(caller.answers).as("not before it has settled").hasSize(1);
    poll(1, 100, 50);

    JsonNode answer = caller.last();

    assertThat(caller.answers).hasSize(2);
    assertThat(answer.path("complete").asBoolean()).isTrue();
    assertThat(answer.path("provisional").asBoolean()).isTrue();
    assertThat(answer.path("endNanos").asLong() - answer.path("startNanos").asLong())
        .isEqualTo(4 * SECOND);
    // The power is constant: what is left is rounding.
    assertThat(answer.path("joules").asDouble()).isCloseTo(600, within(0.001));
    assertThat(answer.path("devices").path(0).path("joules").asDouble())
        .isCloseTo(400, within(0.001));
    assertThat(answer.path("devices").path(1).path("joules").asDouble())
        .isCloseTo(200, within(0.001));
    // An unknown sensor's gain is good to 4.4 %, its offset to 10 W for 4 s, of each device by
    // itself. Noise and delay add less than a tenth.
    double scale = Math.hypot(0.044 * Math.hypot(400, 200), 40 * Math.sqrt(2));
    assertThat(answer.path("standardErrorJoules").asDouble()).isBetween(scale, 1.1 * scale);
    assertThat(answer.path("quality").asText()).isEqualTo("ESTIMATED");
    assertThat(answer.path("coverage").asDouble()).isCloseTo(1, within(1e-9));
  }

  /** Fails where what the meter measures once more is added to what the devices took. */
  @Test
  void theNodesOwnMeterIsCountedOnlyWhereItIsNamedOrAlone() throws Exception {
    var names = new DeviceNames("n1", List.of("n1/G1", "n1/node", "n1/G2"));

    assertThat(names.resolve("a", List.of())).containsExactly("n1/G1", "n1/G2");
    assertThat(names.resolve("a", List.of("node"))).containsExactly("n1/node");
    assertThat(new DeviceNames("n1", List.of("n1/node")).resolve("a", List.of()))
        .containsExactly("n1/node");
  }

  @Test
  void theFirstActivityHasTheReadingsFromBeforeIt() {
    poll(1, 100, 100);
    long at = START + passed - SECOND / 2;
    ask("{'do':'start','id':'a','name':'x','atNanos':" + at + "}");
    poll(1, 100, 100);
    ask("{'do':'end','id':'a'}");
    poll(1, 100, 100);

    assertThat(caller.last().path("joules").asDouble()).isCloseTo(300, within(0.001));
    assertThat(caller.last().path("quality").asText()).isEqualTo("ESTIMATED");
  }

  /** The block that named it is long gone when somebody asks, and the next is not there yet. */
  @Test
  void whatIsFollowedBeginsWithThePriorOfTheDevicesModel() {
    model = "Tesla K20m";
    poll(60, 100, 100);
    ask("{'do':'start','id':'a','name':'x','devices':['G1']}");
    poll(1, 100, 100);
    ask("{'do':'end','id':'a'}");
    poll(1, 100, 100);

    assertThat(caller.last().path("devices").path(0).path("profile").asText())
        .isEqualTo("n1/G1/power/prior of K20");
    assertThat(caller.last().path("quality").asText()).isEqualTo("ESTIMATED");
  }

  @Test
  void nothingIsFollowedBeforeSomebodyAsks() {
    poll(60, 100, 100);

    assertThat(books.followed()).isZero();

    ask("{'do':'start','id':'a','name':'x','devices':['G2']}");

    assertThat(books.followed()).isEqualTo(1);
  }

  @Test
  void aLedgerRestsAnHourAfterItsLastUse() {
    ask("{'do':'start','id':'a','name':'x','devices':['G2']}");
    ask("{'do':'end','id':'a','answer':'none'}");
    service.work();
    passed += 3599 * SECOND;
    service.work();
    assertThat(books.followed()).isEqualTo(1);

    passed += 2 * SECOND;
    service.work();

    assertThat(books.followed()).isZero();
  }

  @Test
  void aFinalAnswerIsNotProvisional() {
    poll(1, 100, 100);
    ask("{'do':'start','id':'a','name':'x'}");
    poll(1, 100, 100);
    ask("{'do':'end','id':'a','answer':'final'}");
    poll(29, 100, 100);
    assertThat(caller.answers).hasSize(1);
    poll(2, 100, 100);

    assertThat(caller.last().path("provisional").asBoolean()).isFalse();
    assertThat(caller.last().path("joules").asDouble()).isCloseTo(200, within(0.001));
  }

  @Test
  void aDeviceThatFallsSilentIsWaitedForNoLongerThanAsked() {
    poll(1, 100, 100);
    ask("{'do':'start','id':'a','name':'x'}");
    poll(1, 100, 100);
    long silentSince = passed;
    passed += SECOND;
    ask("{'do':'end','id':'a','waitMillis':3000}");
    pollOne("n1/G1", silentSince, 300, 100);
    service.work();
    assertThat(caller.answers).hasSize(1);
    passed += 3 * SECOND;
    service.work();

    JsonNode answer = caller.last();
    assertThat(answer.path("complete").asBoolean()).isFalse();
    assertThat(answer.path("quality").asText()).isEqualTo("GAP");
    assertThat(answer.path("joules").asDouble())
        .as("of the device that answers")
        .isCloseTo(200, within(0.001));
    assertThat(answer.path("devices").path(1).path("joules").isNull()).isTrue();
    assertThat(answer.path("devices").path(1).path("reason").asText())
        .startsWith("the device's newest reading is 1.0 s before the end");
    assertThat(counts.answeredWithout.getLongValue()).isEqualTo(1);
  }

  @Test
  void aDeviceWithoutReadingsSaysSo() {
    ask("{'do':'start','id':'a','name':'x'}");
    passed += SECOND;
    ask("{'do':'end','id':'a','waitMillis':0}");
    service.work();

    assertThat(caller.last().path("joules").isNull()).isTrue();
    assertThat(caller.last().path("devices").path(0).path("reason").asText())
        .startsWith("the device has sent no reading");
  }

  @Test
  void twoOfALevelShareAndASpanDoesNot() {
    poll(1, 100, 0);
    ask("{'do':'start','id':'a','name':'x','devices':['G1'],'level':'process'}");
    ask("{'do':'start','id':'b','name':'y','devices':['G1'],'level':'process'}");
    ask("{'do':'start','id':'s','name':'z','devices':['G1'],'level':'span'}");
    poll(2, 100, 0);
    for (String id : List.of("a", "b", "s")) {
      ask("{'do':'end','id':'" + id + "'}");
    }
    poll(2, 100, 0);

    Map<String, Double> joules = new HashMap<>();
    for (JsonNode answer : caller.answers.subList(3, 6)) {
      joules.put(answer.path("id").asText(), answer.path("joules").asDouble());
    }
    assertThat(joules.get("a")).isCloseTo(100, within(0.001));
    assertThat(joules.get("b")).isCloseTo(100, within(0.001));
    assertThat(joules.get("s")).isCloseTo(200, within(0.001));
  }

  @Test
  void activitiesGoToTheTopicWithTheUserWhomTheKernelNames() {
    ask("{'do':'start','id':'a','name':'x','labels':{'user':'bob','job':'7'},'parent':'p'}");
    passed += SECOND;
    ask("{'do':'end','id':'a','work':10,'answer':'none'}");

    assertThat(activities).hasSize(4);
    assertThat(activities).extracting(Activity::device).contains("n1/G1", "n1/G2");
    assertThat(activities.get(0).hasEnded()).isFalse();
    assertThat(activities.get(0).labels()).isEqualTo(Map.of("user", "ann", "job", "7"));
    assertThat(activities.get(0).parentId()).isEqualTo("p");
    assertThat(activities.get(2).endNanos()).isEqualTo(START + SECOND);
    assertThat(activities.get(2).work()).as("an equal part for each device").isEqualTo(5.0);
  }

  @Test
  void rootSpeaksForTheUsersOfASchedulersJobs() {
    var root = new FakeCaller("root", true);
    service.line(
        root,
        "{\"do\":\"start\",\"id\":\"a\",\"name\":\"x\",\"labels\":{\"user\":\"bob\",\"job\":\"7\"}}");
    service.line(root, "{\"do\":\"start\",\"id\":\"b\",\"name\":\"x\",\"devices\":[\"G1\"]}");

    assertThat(activities.get(0).labels()).isEqualTo(Map.of("user", "bob", "job", "7"));
    assertThat(activities.get(2).labels()).isEqualTo(Map.of("user", "root"));
  }

  @Test
  void countersOfAnActivityGoToTheirTopic() {
    ask("{'do':'start','id':'a','name':'x','devices':['G1']}");
    passed += SECOND;
    ask(
        "{'do':'end','id':'a','answer':'none','counters':"
            + "[{'counter':'Work','unit':'WORK','kind':'INCREASE','value':3}],"
            + "'rocprofiler':{'VALUBusy':50}}");

    assertThat(counters).hasSize(1);
    assertThat(counters.get(0).activityId()).isEqualTo("a");
    assertThat(counters.get(0).value("Work")).hasValue(3);
    assertThat(counters.get(0).value(CounterName.VALU_BUSY)).as("percent").hasValue(0.5);

    ask("{'do':'start','id':'b','name':'x'}");
    ask("{'do':'end','id':'b','counters':[{'counter':'Work','value':3}]}");
    assertThat(error()).isEqualTo("counters need an activity on one device: name it in 'devices'");
  }

  @Test
  void aBrokenConnectionEndsWhatWasToEndWithItAndNothingElse() {
    ask("{'do':'start','id':'a','name':'x','untilClosed':true}");
    ask("{'do':'start','id':'b','name':'y'}");
    var other = new FakeCaller("ann", true);
    service.line(other, "{\"do\":\"start\",\"id\":\"c\",\"name\":\"z\",\"untilClosed\":true}");
    passed += SECOND;
    activities.clear();

    service.closed(caller);

    assertThat(activities).hasSize(2);
    assertThat(activities).allSatisfy(each -> assertThat(each.name()).isEqualTo("x"));
    assertThat(activities)
        .allSatisfy(each -> assertThat(each.endNanos()).isEqualTo(START + SECOND));
    assertThat(service.open()).isEqualTo(2);
    service.line(other, "{\"do\":\"end\",\"id\":\"b\",\"answer\":\"none\"}");
    assertThat(other.last().path("ok").asBoolean()).isTrue();
    assertThat(counts.started.getLongValue()).as("ended, cut, or open").isEqualTo(3);
    assertThat(counts.endedByClose.getLongValue()).isEqualTo(1);
    assertThat(service.open()).isEqualTo(1);
  }

  @Test
  void theAgentsEndEndsWhatIsOpenAndAnswersWhatIsWaitedFor() {
    poll(1, 100, 100);
    ask("{'do':'start','id':'a','name':'x'}");
    ask("{'do':'start','id':'b','name':'y'}");
    poll(1, 100, 100);
    ask("{'do':'end','id':'a'}");

    service.close();

    assertThat(caller.last().path("id").asText()).isEqualTo("a");
    assertThat(activities).filteredOn(Activity::hasEnded).hasSize(4);
    assertThat(service.open()).isZero();
  }

  @Test
  void anotherUserCannotEndAnActivityAndRootCan() {
    ask("{'do':'start','id':'a','name':'x'}");
    var bob = new FakeCaller("bob", true);
    service.line(bob, "{\"do\":\"end\",\"id\":\"a\"}");
    assertThat(bob.last().path("error").asText()).contains("started by another user");
    var root = new FakeCaller("root", true);
    passed += SECOND;

    service.line(root, "{\"do\":\"end\",\"id\":\"a\",\"answer\":\"none\"}");

    assertThat(root.last().path("ok").asBoolean()).isTrue();
  }

  @Test
  void wrongOrdersSayWhatWouldBeRight() {
    ask("{'do':'end','id':'a'}");
    assertThat(error()).contains("no activity with the id 'a' is open");
    ask("{'do':'start','id':'a','name':'x','devices':['G3']}");
    assertThat(error()).contains("no device 'G3'; did you mean 'n1/G1'?");
    ask("{'do':'start','id':'a','name':'x','atNanos':" + (START + passed + 2 * SECOND) + "}");
    assertThat(error()).contains("2000 ms ahead of the agent's clock");
    ask("{'do':'start','id':'a','name':'x'}");
    ask("{'do':'start','id':'a','name':'x'}");
    assertThat(error()).contains("make up a new id");
    ask("{'do':'end','id':'a','atNanos':" + (START - 1) + "}");
    assertThat(error()).contains("its end must be after its start");
    service.line(
        new FakeCaller(null, false),
        "{\"do\":\"start\",\"id\":\"f\",\"name\":\"x\",\"untilClosed\":true}");
    assertThat(service.open()).isEqualTo(1);
    assertThat(counts.refusedLines.getLongValue()).isEqualTo(6);
    assertThat(counts.lines.getLongValue()).isEqualTo(7);
  }

  @Test
  @Tag("long")
  void noMoreActivitiesThanTheLimitAreOpen() {
    for (int i = 0; i < ActivityService.MOST_OPEN; i++) {
      var each = new FakeCaller("user" + i / ActivityService.MOST_OPEN_EACH, true);
      service.line(each, "{\"do\":\"start\",\"id\":\"a" + i + "\",\"name\":\"x\"}");
      assertThat(each.last().path("ok").asBoolean()).isTrue();
    }
    ask("{'do':'start','id':'one too many','name':'x'}");

    assertThat(error()).isEqualTo("4096 activities are open: send the ends of some");
  }

  @Test
  @Tag("long")
  void activitiesThatAreTooManyToFollowAreSentAndSayWhyTheyHaveNoJoules() {
    poll(1, 100, 100);
    String piece =
        ",'name':'x','level':'span','devices':['G1'],'startNanos':"
            + START
            + ",'endNanos':"
            + (START + SECOND / 2)
            + "}";
    for (int i = 0; i < DeviceBook.MOST_FOLLOWED; i++) {
      ask("{'do':'activity','id':'a" + i + "'" + piece);
    }
    activities.clear();

    ask("{'do':'activity','id':'one too many'" + piece);
    service.work();

    assertThat(activities).as("on the topic").hasSize(2);
    JsonNode answer = caller.last();
    assertThat(answer.path("id").asText()).as("answered at once").isEqualTo("one too many");
    assertThat(answer.path("joules").isNull()).isTrue();
    assertThat(answer.path("devices").path(0).path("reason").asText())
        .contains("measure larger pieces");
    poll(31, 100, 100);
    ask("{'do':'activity','id':'later','name':'x','startNanos':" + (START + 30 * SECOND) + "}");
    poll(2, 100, 100);
    assertThat(caller.last().path("complete").asBoolean()).as("when they are final").isTrue();
  }

  @Test
  void oneUserDoesNotKeepOutTheOthers() {
    for (int i = 0; i < ActivityService.MOST_OPEN_EACH; i++) {
      ask("{'do':'start','id':'a" + i + "','name':'x'}");
    }
    ask("{'do':'start','id':'one too many','name':'x'}");
    assertThat(error()).isEqualTo("1024 activities of yours are open: send the ends of some");
    var bob = new FakeCaller("bob", true);

    service.line(bob, "{\"do\":\"start\",\"id\":\"b\",\"name\":\"x\"}");

    assertThat(bob.last().path("ok").asBoolean()).isTrue();
  }

  @Test
  void aWholeActivityIsOneLine() {
    poll(3, 100, 100);
    ask(
        "{'do':'activity','id':'w','name':'x','devices':['G1'],'startNanos':"
            + (START + SECOND)
            + ",'endNanos':"
            + (START + 2 * SECOND)
            + "}");
    poll(1, 100, 100);

    assertThat(caller.last().path("do").asText()).isEqualTo("activity");
    assertThat(caller.last().path("joules").asDouble()).isCloseTo(100, within(0.001));
  }

  @Test
  void tenThousandWrongLinesAreEachAnsweredAndCounted() {
    for (int i = 0; i < 10_000; i++) {
      service.line(caller, i % 2 == 0 ? "{\"do\":" + i : "{\"do\":\"start\",\"x" + i + "\":1}");
    }

    assertThat(caller.answers).hasSize(10_000);
    assertThat(caller.answers).noneMatch(answer -> answer.path("ok").asBoolean());
    assertThat(counts.refusedLines.getLongValue()).isEqualTo(10_000);
    ask("{'do':'devices'}");
    assertThat(caller.last().path("node").asText()).isEqualTo("n1");
    assertThat(caller.last().path("devices").size()).isEqualTo(2);
  }

  private void ask(String line) {
    service.line(caller, line.replace('\'', '"'));
  }

  private String error() {
    return caller.last().path("error").asText();
  }

  /** Time passes, in which both devices are polled. */
  private void poll(int seconds, int firstWatts, int secondWatts) {
    for (int i = 0; i < 10 * seconds; i++) {
      pollOne("n1/G1", passed, 10, firstWatts);
      pollOne("n1/G2", passed, 10, secondWatts);
      passed += 10 * POLL;
      service.work();
    }
  }

  private void pollOne(String device, long fromPassed, int polls, int watts) {
    long[] times = new long[polls];
    int[] values = new int[polls];
    for (int i = 0; i < polls; i++) {
      times[i] = START + fromPassed + i * POLL;
      values[i] = 1000 * watts;
    }
    long sequence = sequences.merge(device, 1L, Long::sum) - 1;
    books.polled(
        new PollBlock(device, sequence, "power", PowerUnit.MILLIWATTS, times, values, false)
            .named(sequence == 0 ? model : ""));
  }

  private void keep(Topic topic, String key, byte[] value) {
    try {
      if (topic == Topic.COUNTERS) {
        counters.add(new CounterReadingCodec().decode(value));
      } else if (new ActivityCodec().decode(value) instanceof ActivityEvent.Reported reported) {
        assertThat(key).isEqualTo(reported.activity().device());
        activities.add(reported.activity());
      }
    } catch (UndecodableException e) {
      throw new AssertionError(e);
    }
  }
}
