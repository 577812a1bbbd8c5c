package io.wattune.collectors.running;

import static java.nio.file.attribute.PosixFilePermissions.fromString;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What the writer believes, and above all what it does not. */
class RunningWatchTest {
  private static final long MILLI = 1_000_000L;
  private static final RunningActivity STEP = new RunningActivity("n1/G1", "step", 7);
  private static final RunningActivity COPY = new RunningActivity("n1/G1", "Märchen.copy", 8);
  private static final int NOBODY = 65_534;

  @TempDir Path folder;
  private Path file;
  private long now = 1_000 * MILLI;
  private long beat;
  private long change;
  private RunningWatch watch;

  @BeforeEach
  void prepare() throws IOException {
    Path agent = Files.createDirectories(folder.resolve("agent"));
    Files.setPosixFilePermissions(agent, fromString("rwxr-xr-x"));
    file = agent.resolve("running");
    watch = new RunningWatch(file, () -> now, Runnable::run);
  }

  private void write(RunningActivity... running) throws IOException {
    ByteBuffer bytes = RunningFormat.buffer();
    RunningFormat.write(bytes, List.of(running), ++change, ++beat);
    put(bytes);
  }

  private void put(ByteBuffer bytes) throws IOException {
    try (FileChannel channel = RunningFile.write(file)) {
      channel.write(bytes, 0);
    }
  }

  private void beat() throws IOException {
    ByteBuffer bytes = ByteBuffer.allocate(8).order(ByteOrder.LITTLE_ENDIAN);
    try (FileChannel channel = RunningFile.write(file)) {
      channel.write(bytes.putLong(0, ++beat), RunningFormat.BEAT);
    }
  }

  private String after(long millis) {
    now += millis * MILLI;
    RunningActivity on = watch.on("n1/G1");
    return on == null ? "nothing" : on.name();
  }

  /** A watch that believes what is there. */
  private void believe() throws IOException {
    write(STEP);
    after(5);
    beat();
    assertThat(after(5)).isEqualTo("step");
  }

  @Test
  void whatTheAgentWritesIsKnownWithTheNextLook() throws Exception {
    assertThat(after(0)).as("no file yet").isEqualTo("nothing");
    now += 100 * MILLI;
    believe();
    assertThat(watch.on("n1/G1")).isEqualTo(STEP);
    assertThat(watch.on("n1/G2")).isNull();

    write(COPY);
    assertThat(after(5)).isEqualTo("Märchen.copy");
    write();
    assertThat(after(5)).isEqualTo("nothing");
    write(STEP);
    assertThat(after(5)).isEqualTo("step");

    assertThat(watch.refused()).isEmpty();
  }

  @Test
  void aFileThatADeadAgentHasLeftIsNeverBelieved() throws Exception {
    write(STEP);

    for (int i = 0; i < 1_000; i++) {
      assertThat(after(5)).isEqualTo("nothing");
    }

    assertThat(watch.refused()).isEqualTo(Map.of(RunningRefusal.STALE, 1L));
  }

  @Test
  void anAgentThatDiesOrHangsIsForgottenWithinASecond() throws Exception {
    believe();
    for (int i = 0; i < 19; i++) {
      now += 50 * MILLI;
      watch.on("n1/G1");
    }
    assertThat(after(50)).isEqualTo("step");

    assertThat(after(5)).isEqualTo("nothing");
    assertThat(watch.refused()).isEqualTo(Map.of(RunningRefusal.STALE, 1L));

    beat(); // It went on.
    assertThat(after(5)).isEqualTo("step");
  }

  @Test
  void whoHasNotLookedForLongDoesNotTakeAnOldBeatForANewOne() throws Exception {
    believe();
    beat(); // And then it died, while nobody looked.

    assertThat(after(600_000)).isEqualTo("nothing");
    assertThat(after(5)).isEqualTo("nothing");
    beat();
    assertThat(after(5)).isEqualTo("step");
  }

  @Test
  void anotherVersionIsRefused() throws Exception {
    believe();
    ByteBuffer bytes = RunningFormat.buffer();
    RunningFormat.write(bytes, List.of(COPY), ++change, ++beat);
    put(bytes.putInt(8, 2));

    assertThat(after(5)).isEqualTo("nothing");
    assertThat(watch.refused()).isEqualTo(Map.of(RunningRefusal.VERSION, 1L));
    write(COPY);
    assertThat(after(5)).isEqualTo("Märchen.copy");
  }

  @Test
  void whatIsCutShortIsRefused() throws Exception {
    write(STEP);
    byte[] whole = Files.readAllBytes(file);
    for (int length = 0; length < whole.length; length++) {
      Files.write(file, Arrays.copyOf(whole, length));
      assertThat(after(5)).as("%d bytes", length).isEqualTo("nothing");
    }
    assertThat(watch.refused()).containsOnlyKeys(RunningRefusal.GARBLED);
    Files.write(file, whole);
    after(5);
    beat();
    assertThat(after(5)).isEqualTo("step");
  }

  @Test
  void noByteThatIsChangedMakesAnotherName() throws Exception {
    write(STEP, new RunningActivity("n1/G2", "other", 9));
    byte[] whole = Files.readAllBytes(file);
    var random = new Random(1);
    for (int i = 0; i < 5_000; i++) {
      byte[] garbled = whole.clone();
      for (int n = random.nextInt(3); n >= 0; n--) {
        garbled[random.nextInt(garbled.length)] = (byte) random.nextInt();
      }
      // In place: to cut a file to nothing first has some file systems wait for the disk.
      Files.write(file, garbled, StandardOpenOption.WRITE);
      assertThat(after(5)).isIn("nothing", "step");
    }
    assertThat(watch.refused()).containsKey(RunningRefusal.GARBLED);
  }

  /** With the right check sum: by somebody who knows the layout. */
  @Test
  void hostileContentNeitherThrowsNorTakesLong() throws Exception {
    var random = new Random(2);
    for (int i = 0; i < 5_000; i++) {
      ByteBuffer bytes = RunningFormat.buffer();
      RunningFormat.write(bytes, List.of(), ++change, ++beat);
      byte[] body = new byte[8 + random.nextInt(200)];
      random.nextBytes(body);
      if (random.nextBoolean()) { // Lengths that are nearly right.
        Arrays.fill(body, 8, body.length, (byte) random.nextInt(3));
      }
      signed(bytes, body);
      assertThat(after(5)).isNotNull();
    }
    assertThat(watch.refused()).containsKey(RunningRefusal.GARBLED);
    assertThat(watch.refused()).doesNotContainKey(RunningRefusal.UNREADABLE);
  }

  private void signed(ByteBuffer header, byte[] body) throws IOException {
    ByteBuffer bytes = header.clear().position(RunningFormat.HEADER_BYTES).put(body).flip();
    bytes.putInt(12, body.length);
    var check = new java.util.zip.CRC32C();
    check.update(bytes.slice(0, 24));
    check.update(bytes.slice(RunningFormat.HEADER_BYTES, body.length));
    put(bytes.putInt(24, (int) check.getValue()));
  }

  @Test
  void aHugeFileIsRefusedUnread() throws Exception {
    believe();
    try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
      channel.write(ByteBuffer.allocate(1), 1L << 40); // A hole: no disk is that large.
    }

    assertThat(after(1_001)).isEqualTo("nothing");
    assertThat(watch.refused()).isEqualTo(Map.of(RunningRefusal.TOO_LONG, 1L));

    Files.delete(file);
    now += 200 * MILLI;
    believe();
  }

  @Test
  void aFileThatGrowsWhileItIsOpenIsNotReadEither() throws Exception {
    believe();
    write(COPY);
    try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
      channel.write(ByteBuffer.allocate(1), 100_000);
    }

    assertThat(after(5)).isEqualTo("nothing");
    assertThat(watch.refused()).isEqualTo(Map.of(RunningRefusal.TOO_LONG, 1L));
  }

  @Test
  void aLinkIsNotFollowed() throws Exception {
    write(STEP);
    Path elsewhere = folder.resolve("elsewhere");
    Files.move(file, elsewhere);
    Files.createSymbolicLink(file, elsewhere);

    assertThat(after(5)).isEqualTo("nothing");
    assertThat(watch.refused()).isEqualTo(Map.of(RunningRefusal.NO_PLAIN_FILE, 1L));
  }

  @Test
  void aFolderThatIsALinkIsNotFollowed() throws Exception {
    write(STEP);
    Path elsewhere = folder.resolve("elsewhere");
    Files.move(file.getParent(), elsewhere);
    Files.createSymbolicLink(file.getParent(), elsewhere);

    assertThat(after(5)).isEqualTo("nothing");
    assertThat(watch.refused()).isEqualTo(Map.of(RunningRefusal.NO_PLAIN_FILE, 1L));
  }

  @Test
  void nobodyWaitsAtAPipe() throws Exception {
    Process made = new ProcessBuilder("mkfifo", file.toString()).start();
    assertThat(made.waitFor(10, TimeUnit.SECONDS) && made.exitValue() == 0).isTrue();

    assertThat(after(5)).isEqualTo("nothing");
    assertThat(watch.refused()).isEqualTo(Map.of(RunningRefusal.NO_PLAIN_FILE, 1L));
  }

  @Test
  void whatOthersMayWriteIsRefusedAlsoWhenThatComesLater() throws Exception {
    believe();
    Files.setPosixFilePermissions(file, fromString("rw-rw-r--"));
    assertThat(after(1_001)).isEqualTo("nothing");
    assertThat(watch.refused()).isEqualTo(Map.of(RunningRefusal.MODE, 1L));

    Files.setPosixFilePermissions(file, fromString("rw-r--r--"));
    now += 200 * MILLI;
    believe();
    Files.setPosixFilePermissions(file.getParent(), fromString("rwxrwxrwx"));
    assertThat(after(1_001)).isEqualTo("nothing");
    assertThat(watch.refused()).isEqualTo(Map.of(RunningRefusal.MODE, 2L));
  }

  @Test
  void aFileOfSomebodyElseIsRefusedAndOneOfTheFoldersOwnerIsNot() throws Exception {
    assumeTrue("root".equals(System.getProperty("user.name")), "needs root to give files away");
    write(STEP);
    Files.setAttribute(file, "unix:uid", NOBODY);

    assertThat(after(5)).isEqualTo("nothing");
    assertThat(watch.refused()).isEqualTo(Map.of(RunningRefusal.OWNER, 1L));

    Files.setAttribute(file.getParent(), "unix:uid", NOBODY);
    now += 200 * MILLI;
    after(5);
    beat();
    assertThat(after(5)).isEqualTo("step");
    Files.setAttribute(file.getParent(), "unix:uid", 1);
    assertThat(after(1_001)).isEqualTo("nothing");
  }

  @Test
  void anotherFileInItsPlaceIsTaken() throws Exception {
    believe();
    Files.move(file, folder.resolve("old"));
    write(COPY);

    now += 900 * MILLI;
    after(101);
    after(5);
    beat();
    assertThat(after(5)).isEqualTo("Märchen.copy");
  }

  @Test
  void aThreadThatIsInterruptedClosesNothingForGood() throws Exception {
    believe();
    Thread.currentThread().interrupt();
    after(5);
    assertThat(Thread.interrupted()).isTrue();

    now += 1_001 * MILLI;
    believe();
  }

  @Test
  void aNameThatIsTooLongAndWhatDoesNotFitIsLeftOut() {
    ByteBuffer bytes = RunningFormat.buffer();
    List<RunningActivity> many =
        java.util.stream.IntStream.range(0, 500)
            .mapToObj(i -> new RunningActivity("n1/G" + i, "ä".repeat(256), i))
            .toList();

    assertThat(
            RunningFormat.write(bytes, List.of(new RunningActivity("d", "a".repeat(257), 1)), 1, 1))
        .isEqualTo(1);
    assertThat(RunningFormat.write(bytes, many, 1, 1)).isBetween(300, 400);
    assertThat(bytes.limit()).isLessThanOrEqualTo(RunningFormat.MOST_BYTES);
  }

  @Test
  void twoEnabledEndsAgree() throws Exception {
    ByteBuffer bytes = RunningFormat.buffer();
    RunningFormat.write(bytes, List.of(STEP, new RunningActivity("n1/G2", COPY.name(), 1)), 3, 4);

    assertThat(RunningFormat.read(bytes))
        .isEqualTo(Map.of("n1/G1", STEP, "n1/G2", new RunningActivity("n1/G2", COPY.name(), 1)));
  }
}
