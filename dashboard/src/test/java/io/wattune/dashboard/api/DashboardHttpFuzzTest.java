package io.wattune.dashboard.api;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.wattune.http.fuzz.HttpFuzz;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Requests to the page's API that are nearly right, those that hold and release among them. */
class DashboardHttpFuzzTest {
  private static final List<String> PATHS =
      List.of(
          "/api/session",
          "/api/fleet?rack=rack-1&node=node-1",
          "/api/fleet/power?fromMs=1763699900000&toMs=1763700000000&points=50",
          "/api/devices/node-1/GPU-0",
          "/api/devices/node-1/GPU-0/power?fromMs=1763699900000&toMs=1763700000000&format=csv",
          "/api/devices/node-1/GPU-0/activities?fromMs=1763699900000&toMs=1763700000000",
          "/api/energy?by=name&book=active&fromMs=1763699900000&toMs=1763700000000",
          "/api/control?device=node-1/GPU-0&outcome=applied&format=csv",
          "/api/saved",
          "/api/health",
          "/api/events",
          "/metrics");

  @Test
  void forAWhile() throws Exception {
    fuzz(HttpFuzz.SHORT, 1);
  }

  @Test
  @Tag("soak")
  void forLong() throws Exception {
    fuzz(HttpFuzz.LONG, System.nanoTime());
  }

  private static void fuzz(Duration length, long seed) throws Exception {
    try (var dashboard = new DashboardFixture(null)) {
      Map<Integer, Integer> answers =
          new HttpFuzz(dashboard.address(), seeds(dashboard)).send(length, seed);

      assertThat(answers).as("seed %d", seed).containsKeys(200, 201, 400, 404);
      assertThat(dashboard.get("/api/fleet").statusCode()).as("seed %d", seed).isEqualTo(200);
    }
  }

  private static List<String> seeds(DashboardFixture dashboard) throws Exception {
    HttpResponse<String> session = dashboard.get("/api/session");
    String head =
        " HTTP/1.1\r\nHost: "
            + dashboard.address().getAuthority()
            + "\r\nCookie: "
            + session.headers().firstValue("Set-Cookie").orElseThrow().split(";")[0]
            + "\r\nX-Wattune-Csrf: "
            + new ObjectMapper().readTree(session.body()).path("csrf").asText()
            + "\r\n";
    String order =
        "{\"scope\":\"node\",\"target\":\"node-1\",\"forSeconds\":600,\"reason\":\"maintenance\"}";
    Stream<String> changes =
        Stream.of(
            "POST /api/holds"
                + head
                + "Content-Type: application/json\r\nContent-Length: "
                + order.length()
                + "\r\n\r\n"
                + order,
            "DELETE /api/holds/h1" + head + "\r\n");
    return Stream.concat(PATHS.stream().map(path -> "GET " + path + head + "\r\n"), changes)
        .toList();
  }
}
