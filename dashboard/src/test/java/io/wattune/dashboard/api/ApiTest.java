package io.wattune.dashboard.api;

import static io.wattune.dashboard.state.StateFixture.NOW;
import static io.wattune.dashboard.state.StateFixture.SECOND;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import io.wattune.core.decision.Hold;
import io.wattune.core.decision.HoldScope;
import io.wattune.dashboard.state.StateFixture;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ApiTest {
  private static final long NOW_MS = NOW / 1_000_000;
  private static final String GPU = "/api/devices/node-1%2Fgpu-0";
  private final RecordedHistory history = new RecordedHistory();
  private DashboardFixture dashboard;

  @BeforeEach
  void start() throws Exception {
    dashboard = new DashboardFixture(history);
  }

  @AfterEach
  void stop() {
    dashboard.close();
  }

  private static String lastSeconds(int seconds) {
    return "?fromMs=" + (NOW_MS - seconds * 1000L) + "&toMs=" + NOW_MS;
  }

  private static List<String> texts(JsonNode array, String field) {
    List<String> texts = new ArrayList<>();
    array.forEach(each -> texts.add(each.path(field).asText()));
    return texts;
  }

  @Test
  void theSessionSaysWhoAsksAndGivesTheTokenForChanges() throws Exception {
    JsonNode session = dashboard.json("/api/session");
    assertThat(session.path("role").asText()).isEqualTo("operate");
    assertThat(session.path("csrf").asText()).isNotEmpty();
    assertThat(session.path("hasHistory").asBoolean()).isTrue();
  }

  @Test
  void theFleetHasItsSumsAndEachDevice() throws Exception {
    JsonNode fleet = dashboard.json("/api/fleet");
    assertThat(fleet.path("cluster").path("powerWatts").asDouble()).isEqualTo(201);
    assertThat(fleet.path("cluster").path("source").asText()).isEqualTo("dashboard");
    assertThat(texts(fleet.path("devices"), "id"))
        .containsExactly(StateFixture.GPU_0, StateFixture.GPU_1, StateFixture.GPU_2);
    JsonNode gpu = fleet.path("devices").get(0);
    assertThat(gpu.path("settings").path("core.clock").path("unit").asText()).isEqualTo("MHz");
    assertThat(gpu.path("activity").asText()).isEqualTo(StateFixture.KERNEL);
    assertThat(fleet.path("devices").get(2).path("powerWatts").isNull()).isTrue();
    assertThat(fleet.path("activities").get(0).asText()).isEqualTo(StateFixture.KERNEL);
  }

  @Test
  void tablesComeAsCsvWithHarmlessNames() throws Exception {
    HttpResponse<String> csv = dashboard.get("/api/fleet?format=csv");
    assertThat(csv.headers().firstValue("Content-Type"))
        .hasValue("text/csv; charset=utf-8; header=present");
    assertThat(csv.headers().firstValue("Content-Disposition"))
        .hasValue("attachment; filename=\"fleet.csv\"");
    assertThat(csv.body()).startsWith("device,node,rack,").contains("\"node-2/=gpu, \"\"2\"\"\"");
    for (String path :
        List.of(
            "/api/fleet/power" + lastSeconds(60) + "&format=csv",
            "/api/energy" + lastSeconds(60) + "&format=csv",
            GPU + "/power" + lastSeconds(5) + "&format=csv",
            GPU + "/activities" + lastSeconds(60) + "&format=csv",
            "/api/control?format=csv",
            "/api/saved?format=csv",
            "/api/health?format=csv")) {
      HttpResponse<String> answer = dashboard.get(path);
      assertThat(answer.statusCode()).as(path).isEqualTo(200);
      assertThat(answer.body().split("\r\n").length).as(path + answer.body()).isGreaterThan(1);
    }
    assertThat(dashboard.get(GPU + "?format=csv").statusCode()).isEqualTo(400);
  }

  @Test
  void recentPowerComesFromMemoryAsItWasSampled() throws Exception {
    JsonNode power = dashboard.json(GPU + "/power" + lastSeconds(5));
    assertThat(power.path("source").asText()).isEqualTo("memory");
    assertThat(power.path("note").isNull()).isTrue();
    assertThat(power.path("true")).hasSize(50);
    assertThat(power.path("true").get(1).get(0).asDouble()).isEqualTo(NOW_MS - 4900);
    assertThat(power.path("true").get(1).get(1).asDouble()).isEqualTo(201);
    assertThat(power.path("raw").get(1).get(1).asDouble()).isEqualTo(200);
    assertThat(dashboard.json(GPU + "/power" + lastSeconds(5) + "&points=5").path("true"))
        .hasSize(5);
    assertThat(history.asked).isEmpty();
    assertThat(dashboard.json(GPU + "/power" + lastSeconds(60)).path("profileChanges")).hasSize(1);
  }

  @Test
  void olderPowerComesFromTheStoreAndTheNewestFromMemory() throws Exception {
    JsonNode power = dashboard.json(GPU + "/power" + lastSeconds(3600) + "&points=360");
    assertThat(power.path("source").asText()).isEqualTo("store and memory");
    assertThat(power.path("stepMs").asDouble()).isEqualTo(10_000);
    assertThat(power.path("true").get(0).get(1).asDouble()).isEqualTo(100);
    assertThat(power.path("true").get(1).get(1).asDouble()).isEqualTo(200.5, within(1e-9));
    assertThat(power.path("true")).hasSize(2);
    assertThat(history.asked).hasSize(1);
    assertThat(history.asked.get(0).toNanos())
        .as("where memory begins")
        .isEqualTo(NOW - 10 * SECOND);
  }

  @Test
  void aDashboardWithoutAStoreSaysWhatIsMissing() throws Exception {
    try (DashboardFixture alone = new DashboardFixture(null)) {
      JsonNode power = alone.json(GPU + "/power" + lastSeconds(3600));
      assertThat(power.path("note").asText()).contains("--store");
      assertThat(power.path("true").size()).as("what is known is there").isPositive();
      assertThat(alone.json("/api/session").path("hasHistory").asBoolean()).isFalse();
    }
  }

  @Test
  void energyIsSummedByNameWithItsShareOfAllEnergy() throws Exception {
    JsonNode live = dashboard.json("/api/energy" + lastSeconds(60) + "&by=kernel");
    assertThat(live.path("source").asText()).isEqualTo("memory");
    assertThat(live.path("totalJoules").asDouble()).isEqualTo(4005);
    JsonNode row = live.path("rows").get(0);
    assertThat(row.path("name").asText()).isEqualTo(StateFixture.KERNEL);
    assertThat(row.path("energyJoules").asDouble()).isEqualTo(200);
    assertThat(row.path("shareOfTotal").asDouble()).isEqualTo(200 / 4005.0);
    assertThat(row.path("meanWatts").asDouble()).isEqualTo(200);

    JsonNode old = dashboard.json("/api/energy" + lastSeconds(7200) + "&by=kernel");
    assertThat(old.path("source").asText()).isEqualTo("store");
    assertThat(old.path("rows").get(0).path("devices").asInt()).isEqualTo(2);
    assertThat(old.path("rows").get(0).path("errorJoules").asDouble()).isEqualTo(5);
    assertThat(old.path("rows").get(0).path("quality").asText()).isEqualTo("corrected");
    assertThat(old.path("rows").get(0).path("qualityShares").path("gap").asDouble()).isEqualTo(0.4);
    assertThat(
            texts(
                dashboard.json("/api/energy" + lastSeconds(60) + "&by=node").path("rows"), "name"))
        .containsExactly("node-1");
  }

  @Test
  void energyByUserIsOfTheBookThatNamesUsers() throws Exception {
    JsonNode live = dashboard.json("/api/energy" + lastSeconds(60) + "&by=user");
    assertThat(live.path("source").asText()).isEqualTo("memory");
    assertThat(live.path("book").asText()).isEqualTo("kernel");
    assertThat(texts(live.path("rows"), "name")).containsExactly("without user");
    assertThat(live.path("rows").get(0).path("energyJoules").asDouble()).isEqualTo(200);

    JsonNode old = dashboard.json("/api/energy" + lastSeconds(7200) + "&by=user");
    assertThat(old.path("source").asText()).isEqualTo("store");
    assertThat(old.path("book").asText()).isEqualTo("process");
    assertThat(texts(old.path("rows"), "name")).containsExactly("ada", "not attributed");
    assertThat(old.path("rows").get(0).path("shareOfTotal").asDouble()).isEqualTo(0.5);
    JsonNode jobs = dashboard.json("/api/energy" + lastSeconds(7200) + "&by=user&book=job");
    assertThat(jobs.path("book").asText()).isEqualTo("job");
    assertThat(jobs.path("rows")).isEmpty();
  }

  @Test
  void aDeviceIsFoundWithItsSlashEncodedOrNot() throws Exception {
    JsonNode device = dashboard.json(GPU);
    assertThat(dashboard.json("/api/devices/node-1/gpu-0")).isEqualTo(device);
    assertThat(device.path("device").path("tunables").get(0).path("current").asLong())
        .isEqualTo(925);
    assertThat(device.path("profile").path("class").asText()).isEqualTo("first-order-lag");
    assertThat(device.path("noiseFloor").path("gainIsKnown").asBoolean()).isTrue();
    assertThat(device.path("noiseFloor").path("sentences").get(0).asText())
        .startsWith("Polled every 100 ms, ");
    assertThat(device.path("lease").path("leftMs").asDouble()).isEqualTo(25_002.5);
    assertThat(dashboard.json("/api/devices/node-2%2F%3Dgpu%2C%20%222%22").path("holds"))
        .hasSize(1);
    HttpResponse<String> missing = dashboard.get("/api/devices/nobody");
    assertThat(missing.statusCode()).isEqualTo(404);
    assertThat(missing.body()).contains("\"do\"").contains("/api/fleet");
  }

  @Test
  void activitiesHaveTheirEnergy() throws Exception {
    JsonNode answer = dashboard.json(GPU + "/activities" + lastSeconds(60));
    assertThat(texts(answer.path("activities"), "id")).containsExactly("j1", "k1", "k2");
    assertThat(answer.path("activities").get(1).path("energyJoules").asDouble()).isEqualTo(200);
    assertThat(answer.path("activities").get(2).path("endMs").isNull()).isTrue();
    assertThat(answer.path("cut").asBoolean()).isFalse();
    assertThat(
            dashboard.json(GPU + "/activities" + lastSeconds(60) + "&level=job").path("activities"))
        .hasSize(1);
    assertThat(dashboard.json(GPU + "/activities" + lastSeconds(7200)).path("source").asText())
        .isEqualTo("store");
  }

  @Test
  void controlSaysWhatWasDecidedAndWhatBecameOfIt() throws Exception {
    JsonNode control = dashboard.json("/api/control");
    assertThat(texts(control.path("decisions"), "outcome"))
        .containsExactly("refused", "applied", "applied");
    JsonNode second = control.path("decisions").get(1);
    assertThat(second.path("what").asText()).isEqualTo("Performance bears it: one step lower.");
    assertThat(second.path("latencyMs").asDouble()).isEqualTo(2.5);
    assertThat(
            second
                .path("configurations")
                .get(1)
                .path("settings")
                .path("core.clock")
                .path("value")
                .asLong())
        .isEqualTo(925);
    assertThat(control.path("refusals").get(0).path("do").asText()).isNotEmpty();
    assertThat(dashboard.json("/api/control?outcome=refused").path("decisions")).hasSize(1);
    assertThat(dashboard.json("/api/control?node=node-2").path("decisions")).isEmpty();
  }

  @Test
  void whatWasSavedIsNullWithWhyUntilSomethingWasCompared() throws Exception {
    JsonNode saved = dashboard.json("/api/saved").path("total");
    assertThat(saved.path("savedJoules").isNull()).isTrue();
    assertThat(saved.path("share").isNull()).isTrue();
    assertThat(texts(saved.path("notCompared"), "reason")).containsExactly("few-references");
    assertThat(saved.path("notComparedJoules").asDouble()).isEqualTo(200);
    assertThat(dashboard.json("/api/control").path("saved").path("total")).isEqualTo(saved);
  }

  @Test
  void whatWasSavedIsSaidForTheFleetEachKernelAndEachDevice() throws Exception {
    try (DashboardFixture compared = new DashboardFixture(null)) {
      StateFixture.addReferences(compared.state);
      JsonNode saved = compared.json("/api/saved");
      // Three invocations of 1 s at 250 J, one at 200 J.
      assertThat(saved.path("total").path("savedJoules").asDouble()).isEqualTo(50);
      assertThat(saved.path("total").path("share").asDouble()).isEqualTo(0.2);
      assertThat(saved.path("total").path("errorJoules").asDouble()).isPositive();
      assertThat(saved.path("total").path("performanceChange").asDouble()).isZero();
      assertThat(saved.path("total").path("performanceError").isNumber()).isTrue();
      assertThat(texts(saved.path("kernels"), "name")).containsExactly(StateFixture.KERNEL);
      assertThat(texts(saved.path("devices"), "name")).containsExactly(StateFixture.GPU_0);
      assertThat(compared.json(GPU).path("saved").path("total").path("savedJoules").asDouble())
          .isEqualTo(50);
      assertThat(compared.get("/api/saved?format=csv").body())
          .contains("kernel,gemm,1,50.0")
          .contains("device,node-1/gpu-0,1,50.0");
    }
  }

  @Test
  void healthCountsRejectsAndWhatWasLate() throws Exception {
    JsonNode health = dashboard.json("/api/health");
    assertThat(health.path("late").asLong()).isEqualTo(2);
    assertThat(health.path("rejects").path("total").asLong()).isEqualTo(2);
    assertThat(health.path("topics").get(0).path("lagRecords").path("sinks").asLong()).isEqualTo(3);
  }

  @Test
  void serversHaveTheirTailTheirDevicesAndWhatWasDecidedForThem() throws Exception {
    JsonNode server = dashboard.json("/api/servers").path("servers").get(0);

    assertThat(server.path("server").asText()).isEqualTo("llm");
    assertThat(server.path("kind").asText()).isEqualTo("vllm");
    assertThat(server.path("comePerSecond").asDouble()).isEqualTo(3);
    assertThat(server.path("answeredPerSecond").asDouble()).isEqualTo(2);
    assertThat(server.path("waiting").asLong()).isEqualTo(4);
    assertThat(server.path("isSilent").asBoolean()).isFalse();
    JsonNode tail = server.path("latency").get(1);
    assertThat(tail.path("quantile").asDouble()).isEqualTo(0.95);
    assertThat(tail.path("lowSeconds").asDouble()).isEqualTo(0.2);
    assertThat(tail.path("highSeconds").asDouble()).isEqualTo(0.4);
    assertThat(server.path("latencyRequests").asLong()).isEqualTo(4);
    JsonNode device = server.path("devices").get(0);
    assertThat(device.path("id").asText()).isEqualTo("node-1/gpu-0");
    assertThat(device.path("powerWatts").asDouble()).isBetween(199.0, 202.0);
    assertThat(device.path("settings").has("core.clock")).isTrue();
    assertThat(device.path("reason").asText()).isNotEmpty();
    assertThat(dashboard.get("/api/servers?format=csv").body())
        .startsWith("node,server,kind,model,")
        .contains("node-1,llm,vllm,org/model,");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "/api/fleet/power?points=0",
        "/api/fleet/power?points=2001",
        "/api/fleet/power?points=x",
        "/api/fleet/power?fromMs=5&toMs=5",
        "/api/fleet/power?fromMs=-1",
        "/api/fleet/power?fromMs=1e9999",
        "/api/fleet/power?fromMs=0",
        "/api/fleet/power?rack=a&node=b",
        "/api/fleet?format=xml",
        "/api/energy?by=colour",
        "/api/energy?by=user&book=window10s",
        "/api/energy?by=job&book=process",
        "/api/control?outcome=maybe",
        "/api/devices/node-1%2Fgpu-0/activities?level=window1s"
      })
  void aWrongParameterIsRefusedWithWhatWouldBeRight(String path) throws Exception {
    HttpResponse<String> answer = dashboard.get(path);
    assertThat(answer.statusCode()).isEqualTo(400);
    assertThat(answer.body()).contains("\"error\"").contains("\"where\"").contains("\"do\"");
  }

  @Test
  void aHoldIsOrderedAnsweredOnceTheBrokerHasItAndReleased() throws Exception {
    HttpResponse<String> answer =
        dashboard.change(
            "POST",
            "/api/holds",
            "{\"scope\":\"device\",\"target\":\"node-1/gpu-0\",\"forSeconds\":60,\"reason\":\"fan\"}");
    assertThat(answer.statusCode()).as(answer.body()).isEqualTo(201);
    assertThat(dashboard.sent)
        .singleElement()
        .satisfies(
            hold -> {
              assertThat(hold.scope()).isEqualTo(HoldScope.DEVICE);
              assertThat(hold.untilNanos()).isEqualTo(NOW + 60 * SECOND);
              assertThat(hold.by()).isEqualTo("local@127.0.0.1");
              assertThat(hold.why()).isEqualTo("fan");
            });
    String id = dashboard.sent.get(0).holdId();
    assertThat(texts(dashboard.json("/api/control").path("holds"), "id")).contains(id);

    assertThat(dashboard.change("DELETE", "/api/holds/" + id, "").statusCode()).isEqualTo(200);
    assertThat(dashboard.sent).last().extracting(Hold::isReleased).isEqualTo(true);
    assertThat(texts(dashboard.json("/api/control").path("holds"), "id")).doesNotContain(id);
    assertThat(dashboard.change("DELETE", "/api/holds/" + id, "").statusCode()).isEqualTo(404);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{}",
        "null",
        "{",
        "{\"scope\":\"device\"}",
        "{\"scope\":\"device\",\"target\":\"nobody\"}",
        "{\"scope\":\"node\",\"target\":\"nobody\"}",
        "{\"scope\":\"everything\",\"target\":\"x\"}",
        "{\"scope\":\"everything\",\"forSeconds\":0}",
        "{\"scope\":\"everything\",\"forSeconds\":1e12}",
        "{\"scope\":\"everything\",\"for\":60}"
      })
  void aHoldThatCannotBeIsRefusedWithWhatWouldBeRight(String body) throws Exception {
    HttpResponse<String> answer = dashboard.change("POST", "/api/holds", body);
    assertThat(answer.statusCode()).as(answer.body()).isEqualTo(400);
    assertThat(answer.body()).contains("\"do\"");
    assertThat(dashboard.sent).isEmpty();
  }

  @Test
  void aHoldThatTheBrokerDoesNotTakeIsNotSaidToBeInForce() throws Exception {
    dashboard.brokerIsAway = true;
    HttpResponse<String> answer =
        dashboard.change("POST", "/api/holds", "{\"scope\":\"everything\"}");
    assertThat(answer.statusCode()).isEqualTo(503);
    assertThat(dashboard.json("/api/control").path("holds")).hasSize(1);
  }

  @Test
  void aHoldNeedsTheSessionsToken() throws Exception {
    HttpResponse<String> answer =
        dashboard.send(
            dashboard
                .to("/api/holds")
                .header("Content-Type", "application/json")
                .POST(HttpRequest.BodyPublishers.ofString("{\"scope\":\"everything\"}")));
    assertThat(answer.statusCode()).isEqualTo(403);
    assertThat(dashboard.sent).isEmpty();
  }

  @Test
  void everyViewIsThePageAndItsFilesAreServed() throws Exception {
    String page = dashboard.get("/").body();
    assertThat(page).contains("<html");
    assertThat(dashboard.get("/control").body()).isEqualTo(page);
    assertThat(dashboard.get("/device/node-1%2Fgpu-0").body()).isEqualTo(page);
    assertThat(dashboard.get("/device/node-1/gpu-0").body()).isEqualTo(page);
    assertThat(dashboard.send(dashboard.to("/health").header("Accept", "text/html,*/*")).body())
        .isEqualTo(page);
    assertThat(dashboard.get("/health").body()).contains("\"status\"");
    HttpResponse<String> script = dashboard.get("/assets/app.js");
    assertThat(script.headers().firstValue("Content-Type"))
        .hasValue("text/javascript; charset=utf-8");
    HttpResponse<String> library = dashboard.get("/lib/echarts/5.5.0/echarts.min.js");
    assertThat(library.statusCode()).isEqualTo(200);
    assertThat(library.headers().firstValue("Cache-Control").orElse("")).contains("immutable");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "/assets/../../api/Api.class",
        "/assets/..%2f..%2fapi%2fApi.class",
        "/assets/%2e%2e/index.html",
        "/assets/",
        "/assets/.hidden",
        "/lib/echarts/5.5.0/../../x.js",
        "/lib/nothing/1/x.js",
        "/nowhere"
      })
  void nothingElseIsServed(String path) throws Exception {
    assertThat(dashboard.get(path).statusCode()).isBetween(400, 404);
  }
}
