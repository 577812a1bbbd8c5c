package io.wattune.dashboard.health;

import io.wattune.dashboard.state.RejectsNow;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * How it all does.
 *
 * @param parts the parts that are known
 * @param topics the topics; empty while the broker does not answer
 * @param rejects rejects by reason, since the dashboard looks
 * @param spool what agents hold back; null where it is not known
 * @param jobs Flink's jobs, where they are watched
 * @param store how the writing to the store goes; null where it is not known
 */
public record HealthNow(
    List<PartHealth> parts,
    List<TopicHealth> topics,
    List<RejectsNow> rejects,
    @Nullable SpoolHealth spool,
    List<JobHealth> jobs,
    @Nullable StoreHealth store) {

  public HealthNow {
    parts = List.copyOf(parts);
    topics = List.copyOf(topics);
    rejects = List.copyOf(rejects);
    jobs = List.copyOf(jobs);
  }
}
