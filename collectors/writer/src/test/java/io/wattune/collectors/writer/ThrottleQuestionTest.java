package io.wattune.collectors.writer;

import static org.assertj.core.api.Assertions.assertThat;

import io.wattune.collectors.device.Control;
import io.wattune.collectors.device.DeviceControls;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class ThrottleQuestionTest {
  private static final long LIMIT = 20_000_000_000L;

  private final ExecutorService threads = Executors.newCachedThreadPool();

  @AfterEach
  void stop() {
    threads.shutdownNow();
  }

  @Test
  void aDriverThatFailsSaysNothing() throws Exception {
    assertThat(untilSaid(question(() -> "heat"))).isEqualTo("heat");
    assertThat(question(() -> null).ask(LIMIT)).isNull();
    assertThat(failing(new IllegalStateException("no")).ask(LIMIT)).isNull();
    assertThat(failing(new UnsatisfiedLinkError("no")).ask(LIMIT)).isNull();
  }

  /** Fails where the device's thread asks by itself: it would be late for the end of the lease. */
  @Test
  void aDriverThatHangsIsNotWaitedForAndNotAskedAgainUntilItHasAnswered() throws Exception {
    var answers = new CountDownLatch(1);
    BlockingQueue<Integer> asked = new LinkedBlockingQueue<>();
    ThrottleQuestion question =
        question(
            () -> {
              asked.add(1);
              return awaited(answers);
            });

    assertThat(question.ask(LIMIT)).isNull();
    assertThat(question.ask(LIMIT)).isNull();
    assertThat(asked.poll(10, TimeUnit.SECONDS)).isEqualTo(1);
    assertThat(asked).as("the second question was not put").isEmpty();

    answers.countDown();
    assertThat(untilSaid(question)).isEqualTo("heat");
  }

  /** A slow machine may take longer to begin the question's thread than an answer is waited for. */
  private static String untilSaid(ThrottleQuestion question) throws InterruptedException {
    String said = null;
    for (long until = System.nanoTime() + LIMIT; said == null && System.nanoTime() < until; ) {
      said = question.ask(LIMIT);
    }
    return said;
  }

  @Test
  void aWriterThatEndsAsksNobody() throws Exception {
    var question =
        new ThrottleQuestion(
            new QueryParameters(() -> "heat"),
            task -> {
              throw new RejectedExecutionException("ended");
            });

    assertThat(question.ask(LIMIT)).isNull();
    assertThat(question.ask(LIMIT)).isNull();
  }

  private static String awaited(CountDownLatch answers) {
    try {
      answers.await();
      return "heat";
    } catch (InterruptedException e) {
      return "interrupted";
    }
  }

  private ThrottleQuestion question(Supplier<String> answer) {
    return new ThrottleQuestion(new QueryParameters(answer), threads);
  }

  private ThrottleQuestion failing(Throwable failure) {
    return question(
        () -> {
          if (failure instanceof Error error) {
            throw error;
          }
          throw (RuntimeException) failure;
        });
  }

  private record QueryParameters(Supplier<String> answer) implements DeviceControls {
    @Override
    public String device() {
      return "n1/G1";
    }

    @Override
    public List<Control> controls() {
      return List.of();
    }

    @Override
    public String runningActivity() {
      return null;
    }

    @Override
    public String throttledBy() {
      return answer.get();
    }

    @Override
    public void close() {}
  }
}
