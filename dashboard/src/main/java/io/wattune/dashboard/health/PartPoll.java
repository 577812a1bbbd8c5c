package io.wattune.dashboard.health;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.wattune.schemas.answer.LimitedBody;
import io.wattune.schemas.certificate.CertificateFault;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.StringJoiner;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

/** Asks other parts' {@code /health}, all at once. */
final class PartPoll {
  private static final Duration ANSWER = Duration.ofSeconds(3);
  private static final int MOST_BYTES = 64 * 1024;
  private static final ObjectMapper MAPPER = new ObjectMapper();

  private final Map<String, URI> parts;
  private final Supplier<HttpClient> clients;

  /** Parts by name, with the addresses of their servers. */
  PartPoll(Map<String, URI> parts, Supplier<HttpClient> clients) {
    this.parts = parts;
    this.clients = clients;
  }

  List<PartHealth> look() {
    List<CompletableFuture<PartHealth>> asked = new ArrayList<>();
    parts.forEach((name, uri) -> asked.add(ask(name, uri)));
    return asked.stream().map(CompletableFuture::join).toList();
  }

  private CompletableFuture<PartHealth> ask(String name, URI uri) {
    HttpRequest request = HttpRequest.newBuilder(health(uri)).timeout(ANSWER).build();
    return clients
        .get()
        .sendAsync(request, LimitedBody.of(MOST_BYTES))
        .orTimeout(2 * ANSWER.toSeconds(), TimeUnit.SECONDS)
        .handle(
            (answer, failure) ->
                failure == null
                    ? read(name, new String(answer.body(), StandardCharsets.UTF_8))
                    : new PartHealth(name, "DOWN", uri + " does not answer" + reason(failure)));
  }

  private static String reason(Throwable failure) {
    return CertificateFault.of(failure)
        .map(
            fault ->
                fault
                    .words()
                    .map(words -> " by TLS: its certificate " + words)
                    .orElse(" by TLS: " + fault.detail()))
        .map(words -> words + "; see --tls-ca")
        .orElse("; does the part run there?");
  }

  /** Below the address's own path: the agent shows the writer at {@code /writer/health}. */
  private static URI health(URI part) {
    String path = part.getPath() == null ? "" : part.getPath();
    return part.resolve(
        (path.endsWith("/") ? path.substring(0, path.length() - 1) : path) + "/health");
  }

  private static PartHealth read(String name, String body) {
    try {
      JsonNode answer = MAPPER.readTree(body);
      StringJoiner detail = new StringJoiner("; ");
      for (JsonNode check : answer.path("checks")) {
        if (!check.path("status").asText().equals("UP")) {
          detail.add(check.path("name").asText() + ": " + check.path("detail").asText());
        }
      }
      String status = answer.path("status").asText("");
      if (!status.isEmpty()) {
        return new PartHealth(name, status, detail.toString());
      }
    } catch (JsonProcessingException e) {
      // Said below.
    }
    return new PartHealth(name, "DOWN", "something else answers there: its /health is no JSON");
  }
}
