package io.wattune.embedded.flink;

import io.wattune.schemas.failure.FailureWords;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Function;
import org.apache.flink.api.common.JobID;
import org.apache.flink.client.ClientUtils;
import org.apache.flink.client.deployment.ClusterClientJobClientAdapter;
import org.apache.flink.client.deployment.StandaloneClusterId;
import org.apache.flink.client.deployment.executors.PipelineExecutorUtils;
import org.apache.flink.client.program.rest.RestClusterClient;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.RestOptions;
import org.apache.flink.core.execution.JobClient;
import org.apache.flink.runtime.minicluster.MiniCluster;
import org.apache.flink.runtime.minicluster.MiniClusterJobClient;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.streaming.api.graph.StreamGraph;

/** Submits jobs: over REST to a cluster elsewhere, and directly to one in this process. */
public final class JobSubmitter {
  private final String address;
  private final Function<Configuration, StreamExecutionEnvironment> environments;
  private final Submission submission;

  /** The last step, which differs. */
  @FunctionalInterface
  private interface Submission {
    JobClient submit(StreamExecutionEnvironment environment, String name) throws Exception;
  }

  private JobSubmitter(
      String address,
      Function<Configuration, StreamExecutionEnvironment> environments,
      Submission submission) {
    this.address = address;
    this.environments = environments;
    this.submission = submission;
  }

  /**
   * A submitter to one cluster, over REST.
   *
   * @param jars files that hold the job's classes
   */
  public JobSubmitter(FlinkAccess access, List<String> jars) {
    this(
        access.address().host() + ":" + access.address().port(),
        settings ->
            StreamExecutionEnvironment.createRemoteEnvironment(
                access.address().host(),
                access.address().port(),
                settings,
                jars.toArray(String[]::new)),
        (environment, name) -> submitOverRest(access, environment, name));
  }

  /**
   * What Flink's own executor does, but that the client's settings, in which passwords are, stay
   * here: those of the environment go along with the job.
   */
  private static JobClient submitOverRest(
      FlinkAccess access, StreamExecutionEnvironment environment, String name) throws Exception {
    var settings = new Configuration();
    settings.addAll((Configuration) environment.getConfiguration());
    settings.addAll(access.settings());
    StreamGraph graph = environment.getStreamGraph();
    graph.setJobName(name);
    StreamGraph whole =
        PipelineExecutorUtils.getStreamGraph(graph, (Configuration) environment.getConfiguration());
    whole.serializeUserDefinedInstances();
    ClassLoader classes = JobSubmitter.class.getClassLoader();
    JobID id;
    try (var client = client(settings)) {
      id = client.submitJob(whole).get();
      ClientUtils.waitUntilJobInitializationFinished(
          () -> client.getJobStatus(id).get(), () -> client.requestJobResult(id).get(), classes);
    }
    return new ClusterClientJobClientAdapter<>(() -> madeClient(settings), id, classes);
  }

  private static RestClusterClient<StandaloneClusterId> client(Configuration settings)
      throws Exception {
    return new RestClusterClient<>(settings, StandaloneClusterId.getInstance());
  }

  private static RestClusterClient<StandaloneClusterId> madeClient(Configuration settings) {
    try {
      return client(settings);
    } catch (Exception e) { // Flink's own signature.
      throw new IllegalStateException("cannot ask Flink: " + FailureWords.of(e), e);
    }
  }

  /** A submitter to the cluster of this process, which shares its classes. */
  public static JobSubmitter to(LocalFlink flink) {
    return new JobSubmitter(
        flink.restAddress().getAuthority(),
        StreamExecutionEnvironment::new,
        (environment, name) -> submitWithin(flink.miniCluster(), environment, name));
  }

  /** What Flink's own executors do, but for the way over REST. */
  private static JobClient submitWithin(
      MiniCluster cluster, StreamExecutionEnvironment environment, String name) throws Exception {
    StreamGraph graph = environment.getStreamGraph();
    graph.setJobName(name);
    graph.setJobId(JobID.generate());
    ClassLoader classes = JobSubmitter.class.getClassLoader();
    JobID id = cluster.submitJob(graph).get().getJobID();
    ClientUtils.waitUntilJobInitializationFinished(
        () -> cluster.getJobStatus(id).get(), () -> cluster.requestJobResult(id).get(), classes);
    return new MiniClusterJobClient(
        id, cluster, classes, MiniClusterJobClient.JobFinalizationBehavior.NOTHING);
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
    // With the defaults a wrong address is tried for a minute.
    settings.set(RestOptions.RETRY_MAX_ATTEMPTS, 3);
    configuration.accept(settings);
    StreamExecutionEnvironment environment = environments.apply(settings);
    job.accept(environment);
    try {
      return new RunningJob(submission.submit(environment, name));
    } catch (Exception e) {
      throw new JobFailedException(
          "Flink at %s did not take the job: %s; is it running, and is that its REST address?"
              .formatted(address, RunningJob.rootCause(e).getMessage()),
          e);
    }
  }
}
