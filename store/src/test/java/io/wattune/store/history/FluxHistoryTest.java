package io.wattune.store.history;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.sun.net.httpserver.HttpServer;
import io.wattune.core.Quality;
import io.wattune.core.ledger.Book;
import io.wattune.store.address.StoreAddress;
import io.wattune.store.address.StoreKind;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The exact questions, and answers in the shape in which InfluxDB 2 gives them (annotated CSV). */
class FluxHistoryTest {
  private static final TimeRange RANGE =
      new TimeRange(1_700_000_000_000_000_000L, 1_700_000_010_000_000_000L);

  private HttpServer server;
  private History history;
  private volatile String answer = "";
  private volatile int status = 200;
  private volatile String target = "";
  private volatile JsonNode request;

  @BeforeEach
  void start() throws IOException {
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.createContext(
        "/",
        exchange -> {
          target =
              exchange.getRequestURI() + " " + exchange.getRequestHeaders().get("Authorization");
          request = new ObjectMapper().readTree(exchange.getRequestBody().readAllBytes());
          byte[] body = answer.getBytes(StandardCharsets.UTF_8);
          exchange.getResponseHeaders().add("Content-Type", "text/csv; charset=utf-8");
          exchange.sendResponseHeaders(status, body.length);
          exchange.getResponseBody().write(body);
          exchange.close();
        });
    server.start();
    URI url = URI.create("http://127.0.0.1:" + server.getAddress().getPort());
    history = History.of(new StoreAddress(url, StoreKind.INFLUXDB, "o", "b", "secret"));
  }

  @AfterEach
  void stop() {
    history.close();
    server.stop(0);
  }

  private static String csv(String text) {
    return text.replace("\n", "\r\n") + "\r\n";
  }

  /** Names in braces are the question's own: a device that has some is asked for as it is. */
  @Test
  void aDeviceWithBracesInItsNameIsAskedForByIt() throws Exception {
    assertThat(history.activities("n1/{ofBook} {most}", RANGE, Book.KERNEL, 7)).isEmpty();

    assertThat(request.path("query").asText())
        .contains("r.device == \"n1/{ofBook} {most}\" and r.book == \"kernel\"", "limit(n: 7)");
  }

  @Test
  void powerIsAskedInBucketsThatBeginWithTheRange() throws Exception {
    answer =
        csv(
            """
            #datatype,string,long,dateTime:RFC3339,dateTime:RFC3339,double,double,double,long,double,long
            #group,false,false,false,false,false,false,false,false,false,false
            #default,_result,,,,,,,,,
            ,result,table,_start,_stop,errors,highest,lowest,samples,sum,worst
            ,,0,2023-11-14T22:13:20Z,2023-11-14T22:13:23.334Z,1.5,120.5,100.25,3,330.75,1
            ,,0,2023-11-14T22:13:23.334Z,2023-11-14T22:13:26.668Z,0.5,90,90,1,90,2
            """);

    assertThat(history.power("n1/\"x\" ${y}\\", RANGE, 3))
        .containsExactly(
            new PowerBucket(
                1_700_000_000_000_000_000L, 3, 110.25, 100.25, 120.5, 0.5, Quality.CORRECTED),
            new PowerBucket(1_700_000_003_334_000_000L, 1, 90, 90, 90, 0.5, Quality.ESTIMATED));
    assertThat(target).startsWith("/api/v2/query?org=o").endsWith(" [Token secret]");
    assertThat(request.path("query").asText())
        .isEqualTo(
            """
            from(bucket: "b")
              |> range(start: time(v: 1700000000000000000), stop: time(v: 1700000010000000000))
              |> filter(fn: (r) => r._measurement == "power" and r.device == "n1/\\"x\\" \\${y}\\\\")
              |> filter(fn: (r) => r._field == "true_power_watts" or r._field == "error_watts" or r._field == "quality_code")
              |> pivot(rowKey: ["_time"], columnKey: ["_field"], valueColumn: "_value")
              |> filter(fn: (r) => exists r.true_power_watts and r.quality_code < 3)
              |> group()
              |> window(every: 3333334000ns, offset: 68000ns)
              |> reduce(
                identity: {samples: 0, sum: 0.0, lowest: float(v: "+Inf"), highest: float(v: "-Inf"), errors: 0.0, worst: 0},
                fn: (r, accumulator) => ({
                  samples: accumulator.samples + 1,
                  sum: accumulator.sum + r.true_power_watts,
                  lowest: if r.true_power_watts < accumulator.lowest then r.true_power_watts else accumulator.lowest,
                  highest: if r.true_power_watts > accumulator.highest then r.true_power_watts else accumulator.highest,
                  errors: accumulator.errors + r.error_watts,
                  worst: if r.quality_code > accumulator.worst then r.quality_code else accumulator.worst
                })
              )
              |> group()
              |> sort(columns: ["_start"])
            """);
  }

  @Test
  void noRowsAreAnEmptyAnswerAndAFailureSaysWhy() throws Exception {
    answer = "\r\n";
    assertThat(history.power("d", RANGE, 10)).isEmpty();
    status = 401;
    answer = "{\"code\":\"unauthorized\",\"message\":\"unauthorized access\"}";

    assertThatThrownBy(() -> history.power("d", RANGE, 10))
        .isInstanceOf(HistoryException.class)
        .hasMessageContaining("unauthorized access");
  }

  @Test
  void rawPowerIsAskedInTheSameBuckets() throws Exception {
    answer =
        csv(
            """
            #datatype,string,long,dateTime:RFC3339,dateTime:RFC3339,long,double
            #group,false,false,false,false,false,false
            #default,_result,,,,,
            ,result,table,_start,_stop,samples,sum
            ,,0,2023-11-14T22:13:20Z,2023-11-14T22:13:23.334Z,2,201
            """);

    assertThat(history.rawPower("n1/a", RANGE, 3))
        .containsExactly(new RawBucket(1_700_000_000_000_000_000L, 2, 100.5));
    assertThat(request.path("query").asText())
        .contains("r._measurement == \"power\" and r.device == \"n1/a\"")
        .contains("r._field == \"raw_power_watts\"")
        .contains("window(every: 3333334000ns, offset: 68000ns)")
        .doesNotContain("{powers}", "{wanted}", "{raw}");
  }

  @Test
  void theFleetsPowerIsAskedByScopeAndName() throws Exception {
    answer =
        csv(
            """
            #datatype,string,long,dateTime:RFC3339,dateTime:RFC3339,double,double,double,long,double,long
            #group,false,false,false,false,false,false,false,false,false,false
            #default,_result,,,,,,,,,
            ,result,table,_start,_stop,errors,highest,lowest,samples,sum,worst
            ,,0,2023-11-14T22:13:20Z,2023-11-14T22:13:23.334Z,3,120,100,2,220,2
            """);

    assertThat(history.fleetPower("rack", "r\"1", RANGE, 3))
        .containsExactly(
            new PowerBucket(1_700_000_000_000_000_000L, 2, 110, 100, 120, 1.5, Quality.ESTIMATED));
    assertThat(request.path("query").asText())
        .contains("r._measurement == \"fleet\" and r.scope == \"rack\" and r.name == \"r\\\"1\"")
        .contains("filter(fn: (r) => exists r.power_watts)")
        .contains("accumulator.errors + r.error_watts");
  }

  @Test
  void energyByNameHasLabelsOnlyWhereTheyAreNotMixed() throws Exception {
    answer =
        csv(
            """
            #datatype,string,long,string,string,long,double,double,double,double,long,string,long
            #group,false,false,false,false,false,false,false,false,false,false,false,false
            #default,_result,,,,,,,,,,,
            ,result,table,device,named,entries,energy,scale,variance,lasted,quality_code,labelled,mixed
            ,,0,n1/a,copy,2,20,6,32,2,1,"{""job"":""x""}",1
            ,,0,n1/a,gemm,1,10,3,16,1,1,"{""job"":""x""}",0
            ,,0,n1/a,gemm,3,30,9,48,3,3,"{""job"":""x""}",0
            """);

    assertThat(history.namedEnergy(Book.KERNEL, RANGE, "n1/a"))
        .containsExactly(
            new NamedEnergy("n1/a", "copy", false, Map.of(), 2, 20, 6, 32, 2, Quality.CORRECTED),
            new NamedEnergy(
                "n1/a",
                "gemm",
                false,
                Map.of("job", "x"),
                4,
                40,
                12,
                64,
                4,
                Quality.GAP,
                Map.of(Quality.CORRECTED, 10.0, Quality.GAP, 30.0)));
    assertThat(request.path("query").asText())
        .contains("r._measurement == \"energy\" and r.book == \"kernel\" and r.device == \"n1/a\")")
        .contains("group(columns: [\"device\", \"named\", \"quality_code\"])");
    history.namedEnergy(Book.JOB, RANGE, null);
    assertThat(request.path("query").asText()).contains("r.book == \"job\")");
  }

  @Test
  void energyByUserIsThatOfTheFieldOrOfTheLabelsWhereAnOldPointHasNone() throws Exception {
    answer =
        csv(
            """
            #datatype,string,long,string,string,string,long,long,double,double,double,double,long,string,long
            #group,false,false,false,false,false,false,false,false,false,false,false,false,false,false
            #default,_result,,,,,,,,,,,,,
            ,result,table,device,owner,said,nobodys,entries,energy,scale,variance,lasted,quality_code,labelled,mixed
            ,,0,n1/a,,,1,1,5,1,4,60,1,,0
            ,,0,n1/a,,"{""user"":""ada"",""pid"":""1""}",0,1,10,3,16,1,1,"{""user"":""ada"",""pid"":""1""}",0
            ,,0,n1/a,ada,,0,2,20,6,32,2,2,"{""user"":""ada""}",1
            ,,0,n1/a,,,0,1,7,3,16,1,1,,0
            """);

    assertThat(history.userEnergy(Book.PROCESS, RANGE, null))
        .containsExactly(
            new NamedEnergy("n1/a", "", false, Map.of(), 1, 7, 3, 16, 1, Quality.CORRECTED),
            new NamedEnergy(
                "n1/a",
                "ada",
                false,
                Map.of(),
                3,
                30,
                9,
                48,
                3,
                Quality.ESTIMATED,
                Map.of(Quality.CORRECTED, 10.0, Quality.ESTIMATED, 20.0)),
            new NamedEnergy("n1/a", "", true, Map.of(), 1, 5, 1, 4, 60, Quality.CORRECTED));
    assertThat(request.path("query").asText())
        .contains("r._field == \"activity_id\" or r._field == \"user_name\"")
        .contains("owner: if exists r.user_name then r.user_name else \"\"")
        .contains(
            "group(columns: [\"device\", \"owner\", \"said\", \"nobodys\", \"quality_code\"])");
  }

  @Test
  void activitiesAreAskedFromADayBeforeAndComeInTheOrderOfTheirStarts() throws Exception {
    answer =
        csv(
            """
            #datatype,string,long,string,string,string,long,double,string,string,double,double,long
            #group,false,false,false,false,false,false,false,false,false,false,false,false
            #default,_result,,,,,,,,,,,
            ,result,table,book,activity_id,activity_name,start_nanos,duration_seconds,parent_id,labels,energy_joules,error_joules,quality_code
            ,,0,kernel,k2,gemm,1700000002000000000,1,,,7,1,1
            ,,0,kernel,k1,gemm,1700000001000000000,0.5,j,"{""user"":""u""}",5,1,2
            """);

    assertThat(history.activities("n1/a", RANGE, Book.KERNEL, 9))
        .containsExactly(
            new PastActivity(
                "kernel",
                "k1",
                "gemm",
                1_700_000_001_000_000_000L,
                1_700_000_001_500_000_000L,
                "j",
                Map.of("user", "u"),
                5,
                1,
                Quality.ESTIMATED),
            new PastActivity(
                "kernel",
                "k2",
                "gemm",
                1_700_000_002_000_000_000L,
                1_700_000_003_000_000_000L,
                null,
                Map.of(),
                7,
                1,
                Quality.CORRECTED));
    assertThat(request.path("query").asText())
        .contains("range(start: time(v: 1699913600000000000), stop: time(v: 1700000010000000000))")
        .contains("r.device == \"n1/a\" and r.book == \"kernel\")")
        .contains("> 1700000000000000000)")
        .contains("limit(n: 9)");
  }
}
