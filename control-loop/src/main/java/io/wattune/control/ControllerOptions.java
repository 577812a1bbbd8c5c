package io.wattune.control;

import io.wattune.core.loop.LoopSettings;
import io.wattune.core.policy.Goal;
import io.wattune.core.policy.Policies;
import io.wattune.kafka.KafkaAccess;
import io.wattune.schemas.signature.NodeKeys;
import io.wattune.schemas.topics.Namespace;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * How the controller runs. What each short time costs: {@code poll} is how long a thread waits for
 * records; records end the wait, so that it delays only the claims after a take-over, and a wake-up
 * costs some microseconds. {@code commit} is how much is done again after a kill, which is
 * harmless; each one waits until the broker has everything that was sent, and decides nothing
 * meanwhile: on a busy broker a commit every 100 ms leaves little time between.
 *
 * @param kafka how Kafka is reached
 * @param namespace which topics
 * @param policy name of the policy, see {@link Policies}
 * @param goal what the policy tunes for
 * @param ceiling the largest slowdown that a program's label may allow, as a fraction
 * @param loop how a device's loop decides
 * @param tasks into how many parts the nodes are divided; fixed for the life of the application's
 *     topics
 * @param threads threads of this process
 * @param instance stable name of this process among the controllers, with which a restart takes up
 *     its tasks at once; null for none
 * @param sessionTimeout after which a silent controller's nodes go to another; the broker sets a
 *     lower bound, 6 s by default
 * @param commit between two commits
 * @param poll longest wait for records
 * @param silentAfter a device without any record for so long is forgotten
 * @param replicationFactor copies of the controller's own topics; -1 for the broker's default
 * @param signing with what decisions are signed
 * @param nodeKeys with what nodes sign their answers
 */
public record ControllerOptions(
    KafkaAccess kafka,
    Namespace namespace,
    String policy,
    Goal goal,
    double ceiling,
    LoopSettings loop,
    int tasks,
    int threads,
    @Nullable String instance,
    Duration sessionTimeout,
    Duration commit,
    Duration poll,
    Duration silentAfter,
    int replicationFactor,
    Signing signing,
    NodeKeys nodeKeys) {

  public ControllerOptions {
    if (Policies.named(policy).isEmpty()) {
      throw new IllegalArgumentException(
          "there is no policy '" + policy + "'; there are " + String.join(", ", Policies.names()));
    }
    if (!(ceiling >= Goal.LEAST_SLOWDOWN && ceiling <= Goal.MOST_SLOWDOWN)) {
      throw new IllegalArgumentException(
          "ceiling must be in "
              + Goal.LEAST_SLOWDOWN
              + ".."
              + Goal.MOST_SLOWDOWN
              + ", was "
              + ceiling);
    }
    inRange("tasks", tasks, 1, 1024);
    inRange("threads", threads, 1, 256);
    inRange("sessionTimeout in ms", sessionTimeout.toMillis(), 1_000, 300_000);
    inRange("commit in ms", commit.toMillis(), 1, 60_000);
    inRange("poll in ms", poll.toMillis(), 1, 1_000);
    inRange("silentAfter in s", silentAfter.toSeconds(), 1, Duration.ofDays(365).toSeconds());
    if (replicationFactor != -1) {
      inRange("replicationFactor", replicationFactor, 1, Short.MAX_VALUE);
    }
  }

  /** What suits one machine. */
  public static ControllerOptions of(KafkaAccess kafka, Namespace namespace, String policy) {
    return new ControllerOptions(
        kafka,
        namespace,
        policy,
        Goal.DEFAULT,
        Goal.DEFAULT.maxSlowdown(),
        LoopSettings.DEFAULT.forKernelsThatOutlastTheDwell(),
        8,
        1,
        null,
        Duration.ofSeconds(6),
        Duration.ofSeconds(2),
        Duration.ofMillis(10),
        Duration.ofDays(1),
        -1,
        Signing.NONE,
        NodeKeys.NONE);
  }

  /** The same with other settings of the loop. */
  public ControllerOptions withLoop(LoopSettings other) {
    return new ControllerOptions(
        kafka,
        namespace,
        policy,
        goal,
        ceiling,
        other,
        tasks,
        threads,
        instance,
        sessionTimeout,
        commit,
        poll,
        silentAfter,
        replicationFactor,
        signing,
        nodeKeys);
  }

  /** The same with another goal; labels may ask for less slowdown and no more. */
  public ControllerOptions withGoal(Goal other) {
    return withGoal(other, other.maxSlowdown());
  }

  /** The same with another goal, and another ceiling for what labels may ask for. */
  public ControllerOptions withGoal(Goal other, double newCeiling) {
    return new ControllerOptions(
        kafka,
        namespace,
        policy,
        other,
        newCeiling,
        loop,
        tasks,
        threads,
        instance,
        sessionTimeout,
        commit,
        poll,
        silentAfter,
        replicationFactor,
        signing,
        nodeKeys);
  }

  /** The same with leases of this length, renewed after a third of it. */
  public ControllerOptions withLease(Duration lease) {
    return withLoop(loop.withLease(lease.toNanos()));
  }

  /** The same with another number of copies of the controller's own topics. */
  public ControllerOptions withReplicationFactor(int copies) {
    return new ControllerOptions(
        kafka,
        namespace,
        policy,
        goal,
        ceiling,
        loop,
        tasks,
        threads,
        instance,
        sessionTimeout,
        commit,
        poll,
        silentAfter,
        copies,
        signing,
        nodeKeys);
  }

  /** The same with another division of the work. */
  public ControllerOptions withTasks(int newTasks, int newThreads) {
    return new ControllerOptions(
        kafka,
        namespace,
        policy,
        goal,
        ceiling,
        loop,
        newTasks,
        newThreads,
        instance,
        sessionTimeout,
        commit,
        poll,
        silentAfter,
        replicationFactor,
        signing,
        nodeKeys);
  }

  /** The same as a named member of the group of controllers. */
  public ControllerOptions asMember(@Nullable String newInstance, Duration newSessionTimeout) {
    return new ControllerOptions(
        kafka,
        namespace,
        policy,
        goal,
        ceiling,
        loop,
        tasks,
        threads,
        newInstance,
        newSessionTimeout,
        commit,
        poll,
        silentAfter,
        replicationFactor,
        signing,
        nodeKeys);
  }

  /** The same with keys to sign with. */
  public ControllerOptions signedWith(Signing keys) {
    return new ControllerOptions(
        kafka,
        namespace,
        policy,
        goal,
        ceiling,
        loop,
        tasks,
        threads,
        instance,
        sessionTimeout,
        commit,
        poll,
        silentAfter,
        replicationFactor,
        keys,
        nodeKeys);
  }

  /** The same, believing only answers that are signed with these. */
  public ControllerOptions believing(NodeKeys ofNodes) {
    return new ControllerOptions(
        kafka,
        namespace,
        policy,
        goal,
        ceiling,
        loop,
        tasks,
        threads,
        instance,
        sessionTimeout,
        commit,
        poll,
        silentAfter,
        replicationFactor,
        signing,
        ofNodes);
  }

  /** Name of the application: of its group, and the beginning of its own topics' names. */
  public String applicationId() {
    return namespace.group("controller");
  }

  private static void inRange(String name, long value, long lowest, long highest) {
    if (value < lowest || value > highest) {
      throw new IllegalArgumentException(
          name + " must be in " + lowest + ".." + highest + ", was " + value);
    }
  }
}
