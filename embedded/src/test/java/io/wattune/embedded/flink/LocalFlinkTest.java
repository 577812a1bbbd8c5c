package io.wattune.embedded.flink;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.wattune.embedded.LiveThreads;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

class LocalFlinkTest {

  @Tag("long")
  @Test
  void runsAJobSubmittedOverRestAndLeavesNothingBehind() throws Exception {
    Set<Thread> before = LiveThreads.ofUser();
    Path checkpoints;
    var options = new LocalFlinkOptions("127.0.0.1", 0, 1, 2, null, true, null);
    try (LocalFlink flink = LocalFlink.start(options)) {
      checkpoints = flink.checkpointFolder();
      var rest = flink.restAddress();
      assertThat(rest.getHost()).isEqualTo("127.0.0.1");
      var env =
          StreamExecutionEnvironment.createRemoteEnvironment(
              rest.getHost(), rest.getPort(), new Configuration());
      env.setParallelism(2);
      List<Long> squares = env.fromSequence(1, 4).map(n -> n * n).executeAndCollect(10);
      assertThat(squares).containsExactlyInAnyOrder(1L, 4L, 9L, 16L);
    }
    assertThat(checkpoints.getParent()).doesNotExist();
    await()
        .pollInSameThread()
        .atMost(Duration.ofSeconds(60))
        .untilAsserted(
            () ->
                assertThat(LiveThreads.ofUser()).as("threads that outlive it").isSubsetOf(before));
  }
}
