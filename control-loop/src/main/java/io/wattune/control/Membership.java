package io.wattune.control;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * How a process takes part in a group of controllers. What each short time costs: {@code poll} is
 * how long a thread waits for records; records end the wait, so that it delays only the claims
 * after a take-over, and a wake-up costs some microseconds. {@code commit} is how much is done
 * again after a kill, which is harmless; each one waits until the broker has everything that was
 * sent, and decides nothing meanwhile: on a busy broker a commit every 100 ms leaves little time
 * between.
 *
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
 */
public record Membership(
    int tasks,
    int threads,
    @Nullable String instance,
    Duration sessionTimeout,
    Duration commit,
    Duration poll,
    Duration silentAfter) {
  /** What suits one machine. */
  public static final Membership DEFAULT =
      new Membership(
          8,
          1,
          null,
          Duration.ofSeconds(6),
          Duration.ofSeconds(2),
          Duration.ofMillis(50),
          Duration.ofDays(1));

  public Membership {
    inRange("tasks", tasks, 1, 1024);
    inRange("threads", threads, 1, 256);
    inRange("sessionTimeout in ms", sessionTimeout.toMillis(), 1_000, 300_000);
    inRange("commit in ms", commit.toMillis(), 1, 60_000);
    inRange("poll in ms", poll.toMillis(), 1, 1_000);
    inRange("silentAfter in s", silentAfter.toSeconds(), 1, Duration.ofDays(365).toSeconds());
  }

  /** The same with another division of the work. */
  public Membership withTasks(int newTasks, int newThreads) {
    return new Membership(
        newTasks, newThreads, instance, sessionTimeout, commit, poll, silentAfter);
  }

  /** The same by another name. */
  public Membership named(@Nullable String newInstance, Duration newSessionTimeout) {
    return new Membership(
        tasks, threads, newInstance, newSessionTimeout, commit, poll, silentAfter);
  }

  static void inRange(String name, long value, long lowest, long highest) {
    if (value < lowest || value > highest) {
      throw new IllegalArgumentException(
          name + " must be in " + lowest + ".." + highest + ", was " + value);
    }
  }
}
