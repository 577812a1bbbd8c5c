package io.wattune.sinks.registry;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.wattune.schemas.failure.EngineException;
import java.io.IOException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Base64;
import org.apache.avro.Schema;

/**
 * A registry that speaks Confluent's protocol, as Karapace and Apicurio do: {@code POST
 * /subjects/SUBJECT/versions} with the schema as text, and a number as the answer. A schema that it
 * knows keeps its number.
 */
final class SchemaRegistry {
  private static final Duration PATIENCE = Duration.ofSeconds(10);
  private static final String TYPE = "application/vnd.schemaregistry.v1+json";
  private static final int MOST_LETTERS = 300;

  private final ObjectMapper json = new ObjectMapper();
  private final HttpClient client = HttpClient.newBuilder().connectTimeout(PATIENCE).build();
  private final URI address;
  private final String login;

  /**
   * A client.
   *
   * @param address without the path of a subject
   * @param login {@code USER:PASSWORD}; empty for none
   */
  SchemaRegistry(URI address, String login) {
    this.address = address;
    this.login = login;
  }

  /**
   * The number of a schema, under which others find it.
   *
   * @param subject what it is the schema of: {@code <topic>-value}
   * @throws EngineException where the registry does not take it
   * @throws IOException where none answers; later it may
   */
  int register(String subject, Schema schema)
      throws IOException, EngineException, InterruptedException {
    String base = address.toString().replaceFirst("/+$", "");
    String path = "/subjects/" + URLEncoder.encode(subject, StandardCharsets.UTF_8) + "/versions";
    String body = json.createObjectNode().put("schema", schema.toString()).toString();
    HttpRequest.Builder request =
        HttpRequest.newBuilder(URI.create(base + path))
            .timeout(PATIENCE)
            .header("Content-Type", TYPE)
            .header("Accept", TYPE + ", application/json")
            .POST(HttpRequest.BodyPublishers.ofString(body));
    if (!login.isEmpty()) {
      byte[] words = login.getBytes(StandardCharsets.UTF_8);
      request.header("Authorization", "Basic " + Base64.getEncoder().encodeToString(words));
    }
    HttpResponse<String> answer;
    try {
      answer = client.send(request.build(), BodyHandlers.ofString());
    } catch (IOException e) {
      throw new IOException("no schema registry answers at " + base + "; is it running?", e);
    }
    if (answer.statusCode() >= 500) {
      throw new IOException(refusal(base, path, answer));
    }
    JsonNode id = answer.statusCode() == 200 ? read(answer).path("id") : null;
    if (id == null || !id.isInt()) {
      throw EngineException.failed(
          refusal(base, path, answer)
              + (answer.statusCode() == 401 || answer.statusCode() == 403
                  ? "; give a login with --registry-login"
                  : ""));
    }
    return id.intValue();
  }

  private JsonNode read(HttpResponse<String> answer) throws IOException {
    return json.readTree(answer.body());
  }

  private static String refusal(String base, String path, HttpResponse<String> answer) {
    String body = answer.body().strip();
    return "the schema registry at "
        + base
        + " answers POST "
        + path
        + " with "
        + answer.statusCode()
        + (body.isEmpty()
            ? ""
            : ": " + (body.length() > MOST_LETTERS ? body.substring(0, MOST_LETTERS) : body));
  }
}
