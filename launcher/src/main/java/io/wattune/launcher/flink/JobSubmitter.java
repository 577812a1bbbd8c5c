package io.wattune.launcher.flink;

import java.util.List;
import java.util.function.Consumer;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.core.execution.JobClient;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;

/** Submits jobs to a cluster over REST: to the local one in the same way as to any other. */
public final class JobSubmitter {
  private final String host;
  private final int port;
  private final List<String> jars;

  /**
   * A submitter to one cluster.
   *
   * @param host of the cluster's REST interface
   * @param port of the cluster's REST interface
   * @param jars files that hold the job's classes; none for the local cluster, which shares ours
   */
  public JobSubmitter(String host, int port, List<String> jars) {
    this.host = host;
    this.port = port;
    this.jars = List.copyOf(jars);
  }

  /** A submitter to the local cluster. */
  public static JobSubmitter to(LocalFlink flink) {
    return new JobSubmitter(
        flink.restAddress().getHost(), flink.restAddress().getPort(), List.of());
  }

  /**
   * Submits a job.
   *
   * @param name of the job, for people
   * @param configuration what the job needs of Flink's configuration
   * @param job puts the job's operators into an environment
   * @throws JobFailedException when the cluster cannot be reached or refuses the job
   */
  public RunningJob submit(
      String name, Consumer<Configuration> configuration, Consumer<StreamExecutionEnvironment> job)
      throws JobFailedException {
    Configuration settings = new Configuration();
    configuration.accept(settings);
    var environment =
        StreamExecutionEnvironment.createRemoteEnvironment(
            host, port, settings, jars.toArray(String[]::new));
    job.accept(environment);
    try {
      JobClient client = environment.executeAsync(name);
      return new RunningJob(client);
    } catch (Exception e) {
      throw new JobFailedException(
          "Flink at "
              + host
              + ":"
              + port
              + " did not take the job: "
              + RunningJob.rootCause(e).getMessage(),
          e);
    }
  }
}
