package io.wattune.embedded.flink;

import com.fasterxml.jackson.databind.JsonNode;
import io.wattune.schemas.failure.EngineException;
import java.net.URI;
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

  private final FlinkCluster flink;
  private final String clockedSource;

  /**
   * A cluster that is reached so.
   *
   * @param clockedSource the name of the source whose records have the broker's times: how far its
   *     job is behind is read there; others' records have the senders'
   */
  public FlinkRest(FlinkAccess access, String clockedSource) {
    this.flink = new FlinkCluster(access, PATIENCE);
    this.clockedSource = clockedSource;
  }

  /** A cluster that speaks plain HTTP at this address. */
  public FlinkRest(URI address, String clockedSource) {
    this(FlinkAccess.plain(address), clockedSource);
  }

  /**
   * The newest job of each of these names; a name without a job is absent.
   *
   * @throws EngineException where Flink does not answer, or with something else than it should
   */
  public List<JobMoment> jobs(Collection<String> names) throws EngineException {
    Map<String, JsonNode> newest = new HashMap<>();
    for (JsonNode job : flink.get("/jobs/overview").path("jobs")) {
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

  private JobMoment job(String name, String id) throws EngineException {
    JsonNode job = flink.get("/jobs/" + id);
    JsonNode checkpoints = flink.get("/jobs/" + id + "/checkpoints");
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
        interval(flink.get("/jobs/" + id + "/checkpoints/config")),
        behind(job));
  }

  private @Nullable Long behind(JsonNode job) throws EngineException {
    OptionalLong millis = SourceLag.millis(flink, job, clockedSource);
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
  private long metric(String id, String name) throws EngineException {
    for (JsonNode each : flink.get("/jobs/" + id + "/metrics?get=" + name)) {
      return each.path("value").asLong();
    }
    return 0;
  }
}
