package io.wattune.collectors.process;

import static org.assertj.core.api.Assertions.assertThat;

import io.wattune.collectors.device.DeviceException;
import io.wattune.collectors.device.DeviceSource;
import io.wattune.collectors.device.EventSource;
import io.wattune.collectors.device.PowerSource;
import io.wattune.collectors.procfs.ProcTable;
import io.wattune.core.counter.CounterReading;
import io.wattune.core.device.DeviceDescriptor;
import io.wattune.core.ledger.Activity;
import io.wattune.core.ledger.Book;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A process that a device lists, and that reports for itself or not. */
class FoundProcessesTest {
  private static final String G1 = "n1/G1";
  private static final long SECOND = 1_000_000_000L;

  @TempDir Path folder;
  private final Listing device = new Listing();
  private final List<ProcessFile> opened = new ArrayList<>();
  private final List<Activity> told = new ArrayList<>();
  private long now = 100 * SECOND;
  private String user = "";
  private ReportedProcesses reported;
  private FoundProcesses found;

  @BeforeEach
  void open() throws Exception {
    process(1, 0, 1);
    user = Files.getOwner(folder).getName();
    begin(ProcessFile.none());
  }

  /** Their threads write into the folder, which JUnit deletes. */
  @AfterEach
  void close() {
    opened.forEach(ProcessFile::close);
  }

  private ProcessFile kept(Path file, String boot, Consumer<String> changes) {
    ProcessFile kept = ProcessFile.open(file, boot, changes);
    opened.add(kept);
    return kept;
  }

  private void begin(ProcessFile kept) {
    reported = new ReportedProcesses(new ProcTable(folder));
    found = new FoundProcesses(device, reported, kept, () -> now);
  }

  private void process(long pid, long parent, long start, long... numbers) throws IOException {
    Path of = Files.createDirectories(folder.resolve(Long.toString(pid)));
    Files.writeString(
        of.resolve("stat"),
        pid + " (a b) c) S " + parent + " 0".repeat(17) + " " + start + " 0 0\n");
    StringBuilder status = new StringBuilder("Name:\tx\nNSpid:\t" + pid);
    for (long number : numbers) {
      status.append('\t').append(number);
    }
    Files.writeString(of.resolve("status"), status.append("\nThreads:\t1\n"));
  }

  private void listed(long pid, long start) {
    device.next.add(of(pid + "-" + start, pid, now, Activity.RUNNING));
  }

  private void unlisted(long pid, long start) {
    device.next.add(of(pid + "-" + start, pid, 1, now));
  }

  private static Activity of(String id, long pid, long from, long to) {
    return new Activity(
        G1, id, Book.PROCESS, "python", from, to, null, Map.of("pid", Long.toString(pid)));
  }

  private Activity own(String id, Book book, long from, long to) {
    return new Activity(G1, id, book, "train", from, to, null, Map.of());
  }

  private void report(Reporter who, Activity activity) {
    reported.seen(who, activity);
  }

  private Reporter who(long pid, long start) {
    return new Reporter(pid, Long.toString(start), user);
  }

  /** What has been told since the last call, as id, from and to in seconds. */
  private List<String> after(double seconds) throws DeviceException {
    now += Math.round(seconds * SECOND);
    told.clear();
    found.events().drain(device.into(told));
    return told.stream()
        .map(
            each ->
                each.activityId()
                    + " "
                    + each.startNanos() / SECOND
                    + ".."
                    + (each.hasEnded() ? each.endNanos() / SECOND : "now"))
        .toList();
  }

  @Test
  void whoReportsNothingIsAnActivityWhileItIsListed() throws Exception {
    process(42, 1, 7);
    listed(42, 7);

    assertThat(after(0)).containsExactly("42-7 100..now");
    assertThat(after(10)).isEmpty();
    unlisted(42, 7);
    assertThat(after(5)).containsExactly("42-7 100..110");
    assertThat(after(5)).isEmpty();
  }

  @Test
  void theListedOneEndsWhereItsOwnBeginsAndGoesOnAfterwards() throws Exception {
    process(42, 1, 7);
    listed(42, 7);
    after(0);
    report(who(42, 7), own("a", Book.PROCESS, 103 * SECOND, Activity.RUNNING));

    assertThat(after(4)).containsExactly("42-7 100..103");
    assertThat(after(60)).isEmpty();
    report(who(42, 7), own("a", Book.PROCESS, 103 * SECOND, 160 * SECOND));
    report(who(42, 7), own("b", Book.PROCESS, 162 * SECOND, 164 * SECOND));
    assertThat(after(1)).isEmpty();

    assertThat(after(3)).isEmpty();
    assertThat(after(1)).containsExactly("42-7.2 164..now");
    assertThat(after(1)).isEmpty();
    report(who(42, 7), own("c", Book.PROCESS, now, Activity.RUNNING));
    assertThat(after(0.01)).containsExactly("42-7.2 164..170");
    unlisted(42, 7);
    assertThat(after(1)).isEmpty();
  }

  @Test
  void whoReportsBeforeItIsListedHasNoOtherActivity() throws Exception {
    process(42, 1, 7);
    report(who(42, 7), own("a", Book.PROCESS, 99 * SECOND, Activity.RUNNING));
    listed(42, 7);

    assertThat(after(0)).isEmpty();
    unlisted(42, 7);
    assertThat(after(9)).isEmpty();
  }

  @Test
  void aPieceThatIsReportedWhenItIsOverIsCutOutToo() throws Exception {
    process(42, 1, 7);
    listed(42, 7);
    after(0);
    now += 20 * SECOND;
    report(who(42, 7), own("a", Book.PROCESS, 105 * SECOND, 110 * SECOND));

    assertThat(after(1)).containsExactly("42-7 100..105");
    assertThat(after(1)).containsExactly("42-7.2 110..now");
    assertThat(after(1)).isEmpty();
  }

  @Test
  void otherLevelsOtherDevicesAndOtherProcessesChangeNothing() throws Exception {
    process(42, 1, 7);
    process(43, 1, 8);
    listed(42, 7);
    after(0);
    for (Book book : new Book[] {Book.JOB, Book.KERNEL, Book.REQUEST, Book.SPAN}) {
      report(who(42, 7), own(book.label(), book, now, Activity.RUNNING));
    }
    report(who(43, 8), own("x", Book.PROCESS, now, Activity.RUNNING));
    report(who(42, 9), own("y", Book.PROCESS, now, Activity.RUNNING)); // An earlier one with 42.
    report(new Reporter(42, "7", user + "2"), own("z", Book.PROCESS, now, Activity.RUNNING));
    report(
        who(42, 7),
        new Activity("n1/G2", "w", Book.PROCESS, "x", now, Activity.RUNNING, null, Map.of()));

    assertThat(after(2)).isEmpty();
    report(new Reporter(42, "7", "root"), own("r", Book.PROCESS, now, Activity.RUNNING));
    assertThat(after(2)).containsExactly("42-7 100..102");
  }

  @Test
  void whatItHasStartedIsItsOwnToo() throws Exception {
    process(42, 1, 7);
    process(50, 42, 8);
    process(60, 50, 9);
    report(who(42, 7), own("a", Book.PROCESS, 99 * SECOND, Activity.RUNNING));
    listed(60, 9);
    listed(1, 1);

    assertThat(after(0)).containsExactly("1-1 100..now");
  }

  @Test
  void aProcessInAContainerIsKnownByItsStart() throws Exception {
    process(4_242, 1, 77, 5);
    process(4_243, 1, 78, 5);
    report(who(5, 77), own("a", Book.PROCESS, 99 * SECOND, Activity.RUNNING));
    report(new Reporter(6, null, user), own("b", Book.PROCESS, 99 * SECOND, Activity.RUNNING));
    listed(4_242, 77);
    listed(4_243, 78);

    assertThat(after(0)).containsExactly("4243-78 100..now");
  }

  @Test
  void theNextLifeGoesOnWithTheSameActivity() throws Exception {
    Path file = folder.resolve("state/processes");
    process(42, 1, 7);
    ProcessFile first = kept(file, "boot", System.err::println);
    begin(first);
    listed(42, 7);
    assertThat(after(0)).containsExactly("42-7 100..now");
    first.close(); // And then it is killed.

    now += 30 * SECOND;
    begin(kept(file, "boot", System.err::println));
    listed(42, 7);
    assertThat(after(0)).containsExactly("42-7 100..now");
    unlisted(42, 7);
    assertThat(after(10)).containsExactly("42-7 100..130");
  }

  @Test
  void whatEndedWhileNoAgentRanEndsWhereItWasSeenLast() throws Exception {
    Path file = folder.resolve("state/processes");
    process(42, 1, 7);
    ProcessFile first = kept(file, "boot", System.err::println);
    begin(first);
    listed(42, 7);
    after(0);
    after(12);
    first.close();

    now += 3_600 * SECOND;
    process(42, 1, 99); // Another process with its number.
    begin(kept(file, "boot", System.err::println));
    listed(42, 99);
    assertThat(after(0)).containsExactly("42-99 3712..now");
    assertThat(after(5)).containsExactly("42-7 100..112");
    assertThat(after(5)).isEmpty();
  }

  @Test
  void anotherBootAndAFileThatIsNotWholeAreTheFirstLife() throws Exception {
    Path file = folder.resolve("state/processes");
    ProcessFile first = kept(file, "boot", System.err::println);
    begin(first);
    process(42, 1, 7);
    listed(42, 7);
    after(0);
    first.close();

    assertThat(kept(file, "boot", System.err::println).earlier(G1)).hasSize(1);
    assertThat(kept(file, "other", System.err::println).earlier(G1)).isEmpty();
    String whole = Files.readString(file);
    List<String> changes = new ArrayList<>();
    for (int length = 0; length < whole.length(); length++) {
      Files.writeString(file, whole.substring(0, length));
      assertThat(kept(file, "boot", changes::add).earlier(G1)).isEmpty();
    }
    assertThat(changes).isNotEmpty();
  }

  /** A device that lists processes. */
  private static final class Listing implements DeviceSource {
    private final Deque<Activity> next = new ArrayDeque<>();

    EventSource.Sink into(List<Activity> all) {
      return new EventSource.Sink() {
        @Override
        public void activity(Activity activity) {
          all.add(activity);
        }

        @Override
        public void counters(CounterReading reading) {}
      };
    }

    @Override
    public String device() {
      return G1;
    }

    @Override
    public DeviceDescriptor describe(long nowNanos) {
      throw new UnsupportedOperationException();
    }

    @Override
    public PowerSource power() {
      throw new UnsupportedOperationException();
    }

    @Override
    public EventSource events() {
      return sink -> {
        while (!next.isEmpty()) {
          sink.activity(next.remove());
        }
      };
    }

    @Override
    public void close() {}
  }
}
