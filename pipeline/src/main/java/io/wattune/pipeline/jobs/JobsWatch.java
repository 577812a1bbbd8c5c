package io.wattune.pipeline.jobs;

import io.wattune.embedded.flink.ClusterJob;
import io.wattune.embedded.flink.FlinkCluster;
import io.wattune.schemas.failure.EngineException;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Looks at jobs again and again, and says what has changed. Used by one thread. */
public final class JobsWatch {
  private final FlinkCluster flink;
  private final Map<String, String> names;
  private final Consumer<String> messages;
  private final Map<String, String> states = new HashMap<>();
  private boolean isAway;

  /**
   * A watch over some jobs.
   *
   * @param names names of the jobs by id
   */
  public JobsWatch(FlinkCluster flink, Map<String, String> names, Consumer<String> messages) {
    this.flink = flink;
    this.names = new LinkedHashMap<>(names);
    this.messages = messages;
  }

  /**
   * Looks once. A cluster that does not answer is waited for: it may come back with its jobs.
   *
   * @return why there is nothing more to watch: a job has ended, or its cluster has forgotten it
   */
  public Optional<String> look() {
    try {
      var listed = new HashMap<String, ClusterJob>();
      flink.jobs().forEach(job -> listed.put(job.id(), job));
      if (isAway) {
        isAway = false;
        messages.accept("Flink answers again");
      }
      for (Map.Entry<String, String> each : names.entrySet()) {
        Optional<String> end = end(each.getValue(), each.getKey(), listed.get(each.getKey()));
        if (end.isPresent()) {
          return end;
        }
      }
    } catch (EngineException e) {
      if (!isAway) {
        isAway = true;
        messages.accept(e.getMessage() + " Waiting for it.");
      }
    }
    return Optional.empty();
  }

  private Optional<String> end(String name, String id, @Nullable ClusterJob job)
      throws EngineException {
    if (job == null) {
      return Optional.of(
          name + " is gone: the cluster does not know job " + id + "; was it started anew?");
    }
    String before = states.put(id, job.state());
    if (!job.state().equals(before)) {
      messages.accept(name + " is " + job.state());
    }
    return job.hasEnded()
        ? Optional.of(
            name
                + " has ended: "
                + job.state()
                + flink.lastFailure(id).map(cause -> ", after " + cause).orElse(""))
        : Optional.empty();
  }
}
