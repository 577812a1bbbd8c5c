package io.wattune.store.questdb;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.wattune.schemas.failure.FailureWords;
import io.wattune.store.address.StoreAddress;
import java.io.IOException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** SQL over QuestDB's {@code /exec}. Thread safe. */
public final class SqlClient {
  private static final Duration CONNECT = Duration.ofSeconds(5);
  private static final Duration ANSWER = Duration.ofSeconds(30);
  private static final ObjectMapper MAPPER = new ObjectMapper();

  private final StoreAddress address;
  private final Duration within;
  private final HttpClient client = HttpClient.newBuilder().connectTimeout(CONNECT).build();

  public SqlClient(StoreAddress address) {
    this(address, ANSWER);
  }

  SqlClient(StoreAddress address, Duration answerWithin) {
    this.address = address;
    this.within = answerWithin;
  }

  /**
   * Runs a statement.
   *
   * @return the rows, each with its values in the order of the columns; none for a statement that
   *     is no question
   * @throws SqlException where the store refuses the statement
   * @throws IOException where it cannot be reached
   */
  public List<JsonNode> run(String sql) throws IOException, SqlException {
    String query = URLEncoder.encode(sql, StandardCharsets.UTF_8);
    URI uri = URI.create(address.url() + "/exec?query=" + query);
    HttpRequest.Builder request = HttpRequest.newBuilder(uri).GET();
    String authorization = address.authorization();
    if (authorization != null) {
      request.header("Authorization", authorization);
    }
    HttpResponse<String> answer = send(request.build());
    if (answer.statusCode() != 200) {
      throw new SqlException(
          address + " answered " + answer.statusCode() + " to '" + sql + "': " + answer.body());
    }
    return rows(answer.body());
  }

  /** To the last byte: the limit of a request ends with the headers of its answer. */
  private HttpResponse<String> send(HttpRequest request) throws IOException {
    CompletableFuture<HttpResponse<String>> sent =
        client.sendAsync(request, HttpResponse.BodyHandlers.ofString());
    try {
      return sent.get(within.toMillis(), TimeUnit.MILLISECONDS);
    } catch (TimeoutException e) {
      throw new IOException(address + " gave no whole answer within " + within.toSeconds() + " s");
    } catch (ExecutionException e) {
      throw e.getCause() instanceof IOException failure
          ? failure
          : new IOException(address + " cannot be asked: " + FailureWords.of(e), e.getCause());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("interrupted while waiting for " + address, e);
    } finally {
      sent.cancel(true);
    }
  }

  private List<JsonNode> rows(String body) throws SqlException {
    try {
      List<JsonNode> rows = new ArrayList<>();
      MAPPER.readTree(body).path("dataset").forEach(rows::add);
      return rows;
    } catch (JsonProcessingException e) {
      throw new SqlException(address + " is no QuestDB: its answer is not JSON", e);
    }
  }

  /** A text as SQL writes it. */
  public static String literal(String text) {
    return "'" + text.replace("'", "''") + "'";
  }
}
