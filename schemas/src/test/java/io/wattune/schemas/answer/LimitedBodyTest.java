package io.wattune.schemas.answer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

class LimitedBodyTest {
  private static final int MOST = 100_000;

  private HttpServer server;

  @BeforeEach
  void start() throws IOException {
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.createContext(
        "/",
        exchange -> {
          String path = exchange.getRequestURI().getPath();
          exchange.sendResponseHeaders(200, 0);
          try (OutputStream out = exchange.getResponseBody()) {
            long left =
                path.equals("/endless") ? Long.MAX_VALUE : Long.parseLong(path.substring(1));
            byte[] piece = new byte[1_000];
            for (; left > 0; left -= piece.length) {
              out.write(piece, 0, (int) Math.min(left, piece.length));
            }
          }
        });
    server.start();
  }

  @AfterEach
  void stop() {
    server.stop(0);
  }

  @Test
  void anAnswerOfTheLengthIsTaken() throws Exception {
    assertThat(ask("/" + MOST)).hasSize(MOST);
    assertThat(ask("/0")).isEmpty();
  }

  @Test
  @Timeout(30)
  void anAnswerWithoutAnEndIsGivenUp() {
    assertThatThrownBy(() -> ask("/" + (MOST + 1)))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("more than " + MOST + " bytes");
    assertThatThrownBy(() -> ask("/endless"))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("more than " + MOST + " bytes");
  }

  private byte[] ask(String path) throws Exception {
    HttpRequest request =
        HttpRequest.newBuilder(
                URI.create("http://127.0.0.1:" + server.getAddress().getPort() + path))
            .timeout(Duration.ofSeconds(20))
            .build();
    HttpResponse<byte[]> answer = HttpClient.newHttpClient().send(request, LimitedBody.of(MOST));
    return answer.body();
  }
}
