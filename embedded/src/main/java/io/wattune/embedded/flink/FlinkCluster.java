package io.wattune.embedded.flink;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.wattune.schemas.failure.EngineException;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The jobs of a Flink cluster, and how to stop them, over its REST interface (version 1). Thread
 * safe.
 */
public final class FlinkCluster {
  private static final Duration PATIENCE = Duration.ofSeconds(10);
  private static final Duration LOOK = Duration.ofMillis(250);
  private static final int MOST_LETTERS = 300;

  private final ObjectMapper json = new ObjectMapper();
  private final FlinkAccess access;
  private final Duration patience;
  private final String address;

  /** A client of one cluster. */
  public FlinkCluster(FlinkAccess access) {
    this(access, PATIENCE);
  }

  /** The same, which waits at most so long for each answer. */
  FlinkCluster(FlinkAccess access, Duration patience) {
    this.access = access;
    this.patience = patience;
    this.address = access.uri().toString();
  }

  /**
   * Waits until the cluster answers and has slots, or the time is over: a cluster that has just
   * started gets its slots a moment after it answers.
   *
   * @throws EngineException where it does not answer in this time
   */
  public void awaitAnswer(Duration within) throws EngineException, InterruptedException {
    long deadline = System.nanoTime() + within.toNanos();
    var never = new CountDownLatch(1);
    while (!hasSlots(deadline)) {
      boolean unused = never.await(LOOK.toMillis(), TimeUnit.MILLISECONDS);
    }
  }

  private boolean hasSlots(long deadline) throws EngineException {
    boolean isOver = System.nanoTime() - deadline >= 0;
    try {
      return size().slots() > 0 || isOver;
    } catch (EngineException e) {
      if (isOver) {
        throw e;
      }
      return false;
    }
  }

  /** Slots that no job has. */
  public int freeSlots() throws EngineException {
    return size().freeSlots();
  }

  /** Its slots and running jobs. */
  public ClusterSize size() throws EngineException {
    JsonNode overview = get("/overview");
    return new ClusterSize(
        overview.path("slots-total").asInt(),
        overview.path("slots-available").asInt(),
        overview.path("jobs-running").asInt());
  }

  /** The job manager's configuration, without what it keeps secret. */
  public Map<String, String> configuration() throws EngineException {
    var settings = new HashMap<String, String>();
    for (JsonNode each : get("/jobmanager/config")) {
      settings.put(each.path("key").asText(), each.path("value").asText());
    }
    return settings;
  }

  /** Every job that the cluster remembers, ended ones too. */
  public List<ClusterJob> jobs() throws EngineException {
    var jobs = new ArrayList<ClusterJob>();
    for (JsonNode job : get("/jobs/overview").path("jobs")) {
      jobs.add(
          new ClusterJob(
              job.path("jid").asText(),
              job.path("name").asText(),
              job.path("state").asText(),
              job.path("tasks").path("total").asInt(),
              job.path("tasks").path("running").asInt()));
    }
    return jobs;
  }

  /** The newest state of a job that the cluster has kept and remembers. */
  public Optional<SavedState> newestState(String job) throws EngineException {
    JsonNode latest = get("/jobs/" + job + "/checkpoints").path("latest");
    return Stream.of(latest.path("completed"), latest.path("savepoint"))
        .flatMap(FlinkCluster::state)
        .max(Comparator.comparingLong(SavedState::timeMillis));
  }

  /** Why a job failed last, in one line; empty where it never did. */
  public Optional<String> lastFailure(String job) throws EngineException {
    JsonNode newest =
        get("/jobs/" + job + "/exceptions").path("exceptionHistory").path("entries").path(0);
    String cause = cause(newest.path("stacktrace").asText(""));
    return cause.isEmpty() ? Optional.empty() : Optional.of(cut(cause));
  }

  /**
   * Asks a job to keep its state and then to stop.
   *
   * @param folder where to; null for the cluster's own folder
   * @return the request, for {@link #savepoint}
   */
  public String stop(String job, @Nullable String folder) throws EngineException {
    var body = json.createObjectNode().put("drain", false);
    if (folder != null) {
      body.put("targetDirectory", folder);
    }
    var request = request("/jobs/" + job + "/stop").header("Content-Type", "application/json");
    return send(request.POST(HttpRequest.BodyPublishers.ofString(body.toString())).build())
        .path("request-id")
        .asText();
  }

  /**
   * Where a job's state was kept; empty as long as that is going on.
   *
   * @throws EngineException also when the state could not be kept
   */
  public Optional<String> savepoint(String job, String request) throws EngineException {
    JsonNode answer = get("/jobs/" + job + "/savepoints/" + request);
    if (!answer.path("status").path("id").asText().equals("COMPLETED")) {
      return Optional.empty();
    }
    JsonNode operation = answer.path("operation");
    String cause = operation.path("failure-cause").path("class").asText("");
    if (!cause.isEmpty()) {
      String trace = operation.path("failure-cause").path("stack-trace").asText(cause);
      throw EngineException.failed(
          "the state could not be kept: " + cut(trace.strip().lines().findFirst().orElse("")));
    }
    return Optional.of(operation.path("location").asText());
  }

  /** Nothing where it lies in the cluster's memory only. */
  private static Stream<SavedState> state(JsonNode node) {
    String path = node.path("external_path").asText("");
    return path.isEmpty() || path.startsWith("<")
        ? Stream.empty()
        : Stream.of(new SavedState(path, node.path("latest_ack_timestamp").asLong()));
  }

  JsonNode get(String path) throws EngineException {
    return send(request(path).GET().build());
  }

  private HttpRequest.Builder request(String path) {
    return HttpRequest.newBuilder(URI.create(address + "/v1" + path)).timeout(patience);
  }

  private JsonNode send(HttpRequest request) throws EngineException {
    HttpClient client = client();
    try {
      HttpResponse<String> answer = client.send(request, HttpResponse.BodyHandlers.ofString());
      if (answer.statusCode() / 100 != 2) {
        throw EngineException.failed(
            "Flink at %s answers %s %s with %s: %s%s"
                .formatted(
                    address,
                    request.method(),
                    request.uri().getPath(),
                    answer.statusCode(),
                    cut(message(answer.body())),
                    access.hint(answer.statusCode())));
      }
      return json.readTree(answer.body());
    } catch (IOException e) {
      throw EngineException.failed(
          access
              .trouble(e)
              .orElse(
                  "no Flink cluster answers at "
                      + address
                      + "; is it running, and is that its REST address?"),
          e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw EngineException.failed("interrupted", e);
    }
  }

  private HttpClient client() throws EngineException {
    try {
      return access.client();
    } catch (IOException e) {
      throw EngineException.failed(String.valueOf(e.getMessage()), e);
    }
  }

  /** Flink's errors are JSON, a line each, the last ones with a Java stack. */
  private String message(String body) {
    try {
      for (JsonNode error : json.readTree(body).path("errors")) {
        String cause = cause(error.asText());
        if (!cause.isEmpty()) {
          return cause;
        }
      }
    } catch (JsonProcessingException e) {
      return body.strip(); // Not Flink's own: a proxy's page, say.
    }
    return body.strip();
  }

  /** The last cause of a stack, which is the first one in time; a text without stack as it is. */
  private static String cause(String stack) {
    List<String> lines = stack.strip().lines().toList();
    String cause = lines.isEmpty() ? "" : lines.get(0);
    for (String line : lines) {
      if (line.startsWith("Caused by: ")) {
        cause = line.substring("Caused by: ".length());
      }
    }
    return cause;
  }

  private static String cut(String text) {
    return text.length() <= MOST_LETTERS ? text : text.substring(0, MOST_LETTERS) + "...";
  }
}
