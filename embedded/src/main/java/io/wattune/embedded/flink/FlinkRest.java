package io.wattune.embedded.flink;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.net.URI;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/** Asks Flink's REST interface how jobs do; reads only. Thread safe. */
public final class FlinkRest {
  private static final Duration PATIENCE = Duration.ofSeconds(3);
  private static final ObjectMapper JSON = new ObjectMapper();

  private final FlinkAccess access;
  private final String clockedSource;

  /**
   * A cluster that is reached so.
   *
   * @param clockedSource the name of the source whose records have the broker's times: how far its
   *     job is behind is read there; others' records have the senders'
   */
  public FlinkRest(FlinkAccess access, String clockedSource) {
    this.access = access;
    this.clockedSource = clockedSource;
  }

  /** A cluster that speaks plain HTTP at this address. */
  public FlinkRest(URI address, String clockedSource) {
    this(FlinkAccess.plain(address), clockedSource);
  }

  /**
   * The newest job of each of these names; a name without a job is absent.
   *
   * @throws IOException where Flink does not answer, or with something else than it should
   */
  public List<JobMoment> jobs(Collection<String> names) throws IOException {
    Map<String, JsonNode> newest = new HashMap<>();
    for (JsonNode job : get("/jobs/overview").path("jobs")) {
      newest.merge(
          job.path("name").asText(),
          job,
          (a, b) -> a.path("start-time").asLong() >= b.path("start-time").asLong() ? a : b);
    }
    List<JobMoment> jobs = new ArrayList<>();
    for (String name : names) {
      JsonNode job = newest.get(name);
      if (job != null) {
        jobs.add(job(name, job.path("jid").asText()));
      }
    }
    return jobs;
  }

  private JobMoment job(String name, String id) throws IOException {
    JsonNode job = get("/jobs/" + id);
    JsonNode checkpoints = get("/jobs/" + id + "/checkpoints");
    String state = job.path("state").asText();
    long now = job.path("now").asLong();
    return new JobMoment(
        name,
        state,
        Math.max(0, now - job.path("timestamps").path(state).asLong(now)),
        metric(id, "numRestarts"),
        checkpoints.path("counts").path("completed").asLong(),
        checkpoints.path("counts").path("failed").asLong(),
        newest(checkpoints.path("latest").path("completed"), now),
        failure(checkpoints.path("latest")),
        interval(get("/jobs/" + id + "/checkpoints/config")),
        behind(job));
  }

  private @Nullable Long behind(JsonNode job) throws IOException {
    OptionalLong millis = SourceLag.millis(this::get, job, clockedSource);
    return millis.isPresent() ? millis.getAsLong() : null;
  }

  private static @Nullable String failure(JsonNode latest) {
    JsonNode failed = latest.path("failed");
    boolean isNewest =
        failed.isObject()
            && failed.path("trigger_timestamp").asLong()
                > latest.path("completed").path("trigger_timestamp").asLong(Long.MIN_VALUE);
    return isNewest
        ? failed.path("failure_message").asText("").lines().findFirst().orElse("")
        : null;
  }

  /** Flink says the highest number where none is begun by itself. */
  private static long interval(JsonNode config) {
    long interval = config.path("interval").asLong();
    return interval >= Integer.MAX_VALUE ? 0 : interval;
  }

  private static JobMoment.@Nullable Checkpoint newest(JsonNode completed, long nowMillis) {
    if (!completed.isObject()) {
      return null;
    }
    return new JobMoment.Checkpoint(
        Math.max(0, nowMillis - completed.path("latest_ack_timestamp").asLong(nowMillis)),
        completed.path("end_to_end_duration").asLong(),
        completed.path("state_size").asLong());
  }

  /** Flink knows a job's metrics some seconds after its start; until then it has not restarted. */
  private long metric(String id, String name) throws IOException {
    for (JsonNode each : get("/jobs/" + id + "/metrics?get=" + name)) {
      return each.path("value").asLong();
    }
    return 0;
  }

  private JsonNode get(String path) throws IOException {
    HttpRequest request =
        HttpRequest.newBuilder(access.uri().resolve(path)).timeout(PATIENCE).GET().build();
    try {
      HttpResponse<byte[]> answer = access.client().send(request, BodyHandlers.ofByteArray());
      if (answer.statusCode() != 200) {
        throw new IOException("Flink answers " + answer.statusCode() + " for " + path);
      }
      return JSON.readTree(answer.body());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new InterruptedIOException("interrupted while waiting for Flink");
    }
  }
}
