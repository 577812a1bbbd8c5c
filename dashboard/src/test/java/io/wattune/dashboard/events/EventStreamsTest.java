package io.wattune.dashboard.events;

import static org.assertj.core.api.Assertions.assertThat;

import io.wattune.dashboard.api.DashboardFixture;
import java.io.BufferedReader;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(30)
class EventStreamsTest {
  @Test
  void aPageHearsOfPowerAndHealthAlsoWhileAnotherDoesNotRead() throws Exception {
    try (DashboardFixture dashboard = new DashboardFixture(null);
        Socket deaf = new Socket(dashboard.address().getHost(), dashboard.address().getPort())) {
      deaf.getOutputStream()
          .write(
              ("GET /api/events HTTP/1.1\r\nAccept: text/event-stream\r\nHost: "
                      + dashboard.address().getAuthority()
                      + "\r\n\r\n")
                  .getBytes(StandardCharsets.US_ASCII));
      HttpResponse<InputStream> answer =
          HttpClient.newHttpClient()
              .send(
                  HttpRequest.newBuilder(URI.create(dashboard.address() + "/api/events"))
                      .header("Accept", "text/event-stream")
                      .build(),
                  HttpResponse.BodyHandlers.ofInputStream());
      assertThat(answer.headers().firstValue("Content-Type").orElse(""))
          .startsWith("text/event-stream");
      try (BufferedReader lines =
          new BufferedReader(new InputStreamReader(answer.body(), StandardCharsets.UTF_8))) {
        assertThat(lines.readLine()).isEqualTo("event: power");
        assertThat(lines.readLine()).startsWith("data: {\"atMs\":1763700000000,\"cluster\":[201.0");
        String line = lines.readLine();
        int powers = 0;
        boolean hasHealth = false;
        while (powers < 2) {
          powers += line.equals("event: power") ? 1 : 0;
          hasHealth |= line.equals("event: health");
          line = lines.readLine();
        }
        assertThat(hasHealth).isTrue();
      }
    }
  }
}
