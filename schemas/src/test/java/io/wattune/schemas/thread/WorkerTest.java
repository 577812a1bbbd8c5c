package io.wattune.schemas.thread;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The protocol of all threads: turns, failures, the end. */
@Timeout(30)
class WorkerTest {
  private static final long FOR_EVER = TimeUnit.HOURS.toNanos(1);

  private final BlockingQueue<String> said = new LinkedBlockingQueue<>();

  private void say(String what) {
    said.add(what);
  }

  private void failed(Throwable failure) {
    say(failure == null ? "well" : failure.getMessage());
  }

  @Test
  void itIsADaemonWithTheNameOfWhatItDoes() throws Exception {
    var thread = new AtomicReference<Thread>();
    Worker.once("test", () -> thread.set(Thread.currentThread())).atEnd(() -> say("end")).start();

    assertThat(said.take()).isEqualTo("end");
    assertThat(thread.get().getName()).isEqualTo("wattune-test");
    assertThat(thread.get().isDaemon()).isTrue();
  }

  @Test
  void whoeverWakesItGetsATurnAndClosingEndsItAfterItsTurn() throws Exception {
    Worker worker =
        Worker.of(
                "test",
                () -> {
                  say("turn");
                  return FOR_EVER;
                },
                this::failed)
            .atEnd(() -> say("end"))
            .start();
    assertThat(said.take()).isEqualTo("turn");

    worker.wake();
    assertThat(said.take()).isEqualTo("turn");

    assertThat(worker.close(10_000)).isTrue();
    assertThat(said).containsExactly("end");
  }

  @Test
  void aFailureIsToldOnceAndSoIsThatItIsOver() throws Exception {
    BlockingQueue<String> outcomes =
        new LinkedBlockingQueue<>(List.of("a", "a", "b", "", "", "missing", "", "last"));
    Worker worker =
        Worker.every(
                1,
                "test",
                () -> {
                  String outcome = outcomes.take();
                  switch (outcome) {
                    case "" -> {}
                    case "missing" -> throw new NoClassDefFoundError(outcome);
                    default -> throw new IOException(outcome);
                  }
                },
                this::failed)
            .start();

    List<String> told = new ArrayList<>();
    while (!told.contains("last")) {
      told.add(said.take());
    }
    worker.interrupt();

    assertThat(told).containsExactly("a", "b", "well", "missing", "well", "last");
    assertThat(worker.awaitEnd(10_000)).isTrue();
  }

  @Test
  void closingDoesNotWaitForEverForATurnThatHangs() throws Exception {
    var never = new CountDownLatch(1);
    var begun = new CountDownLatch(1);
    Worker worker =
        Worker.of(
                "test",
                () -> {
                  begun.countDown();
                  never.await();
                  return FOR_EVER;
                },
                this::failed)
            .atEnd(() -> say("end"))
            .start();
    begun.await();

    assertThat(worker.close(1)).isFalse();
    assertThat(said).as("what it has is still in use").isEmpty();

    worker.interrupt();
    assertThat(worker.awaitEnd(10_000)).isTrue();
    assertThat(said).containsExactly("end");
  }

  @Test
  void aTurnThatSaysSoIsTheLast() throws Exception {
    Worker worker = Worker.of("test", () -> Worker.LAST, this::failed).start();

    assertThat(worker.awaitEnd(10_000)).isTrue();
    assertThat(said).isEmpty();
  }

  @Test
  void whatGivesBackIsDoneEvenAfterAnError() throws Exception {
    Worker worker =
        Worker.of(
                "test",
                () -> {
                  throw new StackOverflowError("an end, and no good one");
                },
                this::failed)
            .atEnd(() -> say("end"))
            .start();

    assertThat(worker.awaitEnd(10_000)).isTrue();
    assertThat(said).containsExactly("end");
  }

  @Test
  void aThreadDoesNotWaitForItself() throws Exception {
    var own = new AtomicReference<Worker>();
    var known = new CountDownLatch(1);
    own.set(
        Worker.of(
                "test",
                () -> {
                  known.await();
                  say("" + own.get().close(10_000));
                  return FOR_EVER;
                },
                this::failed)
            .start());
    known.countDown();

    assertThat(said.take()).isEqualTo("false");
    assertThat(own.get().awaitEnd(10_000)).isTrue();
  }
}
