package io.wattune.collectors.local;

import static org.assertj.core.api.Assertions.assertThat;

import io.wattune.collectors.agent.RecordSink;
import io.wattune.core.ledger.Activity;
import io.wattune.core.ledger.Book;
import io.wattune.schemas.codec.ActivityCodec;
import io.wattune.schemas.codec.ActivityEvent;
import io.wattune.schemas.codec.UndecodableException;
import io.wattune.schemas.topics.Topic;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class OpenActivitiesTest {
  private static final long SECOND = 1_000_000_000L;
  private static final long BEGAN = TimeUnit.MILLISECONDS.toNanos(System.currentTimeMillis());

  @TempDir private Path folder;
  private final List<Activity> sent = new ArrayList<>();
  private final List<String> said = new ArrayList<>();

  /** Fails where a program's activity is charged for ever after the agent was killed. */
  @Test
  void whatWasOpenWhenTheAgentWasKilledEndsWhereItWasLastThere() throws Exception {
    OpenActivities killed = open();
    killed.happened(running("a", BEGAN));
    killed.happened(running("b", BEGAN));
    killed.happened(ended("a", BEGAN, BEGAN + SECOND));
    killed.happened(ended("whole", BEGAN, BEGAN + SECOND));
    Files.writeString(file(), "AAAA", StandardOpenOption.APPEND); // Half a line.
    long seen = Files.getLastModifiedTime(file()).to(TimeUnit.NANOSECONDS);
    killed.close();
    assertThat(sent).isEmpty();

    open().close();
    assertThat(sent).containsExactly(ended("b", BEGAN, Math.max(seen, BEGAN + 1_000)));
    assertThat(said).singleElement().asString().startsWith("1 activities were open");

    open().close();
    assertThat(sent).as("once").hasSize(1);
  }

  @Test
  void afterACleanEndNothingIsLeft() {
    OpenActivities kept = open();
    kept.happened(running("a", BEGAN));
    kept.happened(ended("a", BEGAN, BEGAN + SECOND));
    kept.close();

    open().close();
    assertThat(sent).isEmpty();
    assertThat(said).isEmpty();
  }

  @Test
  void theFileStaysSmallHoweverManyThereWere() throws Exception {
    OpenActivities kept = open();
    kept.happened(running("long", BEGAN));
    long largest = 0;
    for (int i = 0; i < 60_000; i++) {
      kept.happened(running("k" + i, BEGAN));
      kept.happened(ended("k" + i, BEGAN, BEGAN + SECOND));
      largest = Math.max(largest, Files.size(file()));
    }
    assertThat(largest).isLessThan(OpenActivities.MOST_BYTES + 1_000).isGreaterThan(1_000_000);
    kept.close();

    open().close();
    assertThat(sent).extracting(Activity::activityId).containsExactly("long");
  }

  @Test
  void aFileThatCannotBeWrittenIsSaidOnceAndStopsNothing() throws Exception {
    Files.createDirectory(file());
    OpenActivities kept = open();
    kept.happened(running("a", BEGAN));
    kept.happened(running("b", BEGAN));
    kept.close();
    assertThat(said).singleElement().asString().contains("cannot keep which activities are open");
  }

  private Path file() {
    return folder.resolve("open-activities");
  }

  private OpenActivities open() {
    RecordSink sink =
        (topic, key, value) -> {
          assertThat(topic).isEqualTo(Topic.ACTIVITY);
          try {
            sent.add(((ActivityEvent.Reported) new ActivityCodec().decode(value)).activity());
          } catch (UndecodableException e) {
            throw new AssertionError(e);
          }
        };
    return OpenActivities.open(file(), sink, () -> BEGAN + 3_600 * SECOND, said::add);
  }

  private static Activity running(String id, long start) {
    return ended(id, start, Activity.RUNNING);
  }

  private static Activity ended(String id, long start, long end) {
    return new Activity(
        "n1/GPU-1", id, Book.PROCESS, "train", start, end, null, Map.of("user", "ada"));
  }
}
