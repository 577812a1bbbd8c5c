package io.wattune.collectors.local;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.wattune.collectors.agent.AgentClock;
import io.wattune.collectors.process.ReportedProcesses;
import io.wattune.collectors.procfs.ProcTable;
import io.wattune.core.sensor.ProfileChoice;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a folder of files may hold that nobody expected. */
class DropFolderTest {
  private static final long SECOND = 1_000_000_000L;
  private static final long DAY_MILLIS = 86_400_000L;
  private static final byte[] LINE = "{\"do\":\"devices\"}\n".getBytes(StandardCharsets.UTF_8);

  /** A number that is nobody's. */
  private static final String OTHER_USER = "54321";

  @TempDir Path folder;
  private final LocalCounts counts = new LocalCounts();
  private final List<String> changes = new ArrayList<>();
  private final NodeBooks books =
      new NodeBooks(List.of("n1/G1"), ProfileChoice.AUTO, counts, () -> {});
  private final ActivityService service =
      new ActivityService(
          "n1",
          books,
          AgentClock.system(),
          (topic, key, value) -> {},
          new ReportedProcesses(ProcTable.system()),
          counts);

  /** Fails where it is deleted with an empty answer. */
  @Test
  void aFileThatTheAgentMayNotReadStaysWithTheReason() throws Exception {
    Files.write(folder.resolve("job.jsonl"), LINE);
    DropFolder drop =
        drop(
            (closed, file) -> {
              throw new AccessDeniedException(file.toString());
            });

    drop.work(0, 0);
    drop.work(SECOND, 0);

    assertThat(folder.resolve("job.answers")).content().contains("chmod a+r", "drop it again");
    assertThat(folder.resolve("job.refused")).hasBinaryContent(LINE);
    assertThat(folder.resolve("job.taken")).doesNotExist();
    assertThat(counts.refusedFiles.getLongValue()).isEqualTo(1);
    assertThat(changes).isEmpty();
  }

  @Test
  void answersGoAfterADayThoughTheirAgeIsNotAskedForEverySecond() throws Exception {
    Path old = Files.writeString(folder.resolve("old.answers"), "x");
    Files.setLastModifiedTime(old, FileTime.fromMillis(0));
    DropFolder drop = drop((closed, file) -> ByteBuffer.wrap(LINE));
    drop.work(0, DAY_MILLIS);
    assertThat(old).exists();

    drop.work(59 * SECOND, DAY_MILLIS + 1);
    assertThat(old).as("not every second").exists();
    drop.work(60 * SECOND, DAY_MILLIS + 1);
    assertThat(old).doesNotExist();
  }

  @Test
  void thousandsOfFilesAreTakenAHundredAtATime() throws Exception {
    for (int i = 0; i < 250; i++) {
      Files.write(folder.resolve("job" + i + ".jsonl"), LINE);
    }
    DropFolder drop = drop((closed, file) -> ByteBuffer.wrap(LINE));

    for (int second = 0; second < 4; second++) {
      drop.work(second * SECOND, 0);
    }

    assertThat(counts.lines.getLongValue()).isEqualTo(250);
    try (var files = Files.list(folder)) {
      assertThat(files).hasSize(250).allMatch(file -> file.toString().endsWith(".answers"));
    }
  }

  /** Fails where who drops a file under another's name replaces what is said to the other. */
  @Test
  void nobodyReplacesWhatIsSaidToAnotherUser() throws Exception {
    DropFolder drop = drop((closed, file) -> ByteBuffer.wrap(LINE));
    String self = Files.getOwner(folder).getName();
    put("job.jsonl", null);
    drop.work(0, 0);
    drop.work(SECOND, 0);
    byte[] answers = Files.readAllBytes(folder.resolve("job.answers"));
    assumeTrue(put("job.jsonl", OTHER_USER), "files can be given to others by root only");

    drop.work(2 * SECOND, 0);
    drop.work(3 * SECOND, 0);

    assertThat(folder.resolve("job.answers")).hasBinaryContent(answers);
    assertThat(folder.resolve("job." + OTHER_USER + ".answers")).exists();
    put("job.jsonl", null);
    drop.work(4 * SECOND, 0);
    drop.work(5 * SECOND, 0);
    assertThat(folder.resolve("job." + self + ".answers")).as("a user's own").doesNotExist();

    Files.delete(folder.resolve("job.answers"));
    put("job.jsonl", OTHER_USER);
    drop.work(6 * SECOND, 0);
    drop.work(7 * SECOND, 0);
    assertThat(folder.resolve("job.answers")).as("the name is free again").exists();
  }

  @Test
  void nobodyReplacesARefusedFileOfAnotherUser() throws Exception {
    DropFolder drop = drop(DropFolderTest::refusing);
    put("job.jsonl", null);
    drop.work(0, 0);
    assumeTrue(put("job.jsonl", OTHER_USER), "files can be given to others by root only");

    drop.work(SECOND, 0);

    assertThat(Files.getOwner(folder.resolve("job.refused"))).isEqualTo(Files.getOwner(folder));
    assertThat(folder.resolve("job." + OTHER_USER + ".refused")).exists();
  }

  private static ByteBuffer refusing(ClosedFolder closed, Path file) throws IOException {
    throw new AccessDeniedException(file.toString());
  }

  /** A new file; whether it could be given to the user, if there is one. */
  private boolean put(String name, @Nullable String user) throws IOException {
    Path file = Files.write(folder.resolve(name), LINE);
    if (user == null) {
      return true;
    }
    try {
      Files.setAttribute(file, "unix:uid", Integer.valueOf(user));
      return true;
    } catch (IOException e) {
      return false;
    }
  }

  private DropFolder drop(DropFolder.Reading reading) {
    return new DropFolder(folder, service, counts, changes::add, reading);
  }
}
