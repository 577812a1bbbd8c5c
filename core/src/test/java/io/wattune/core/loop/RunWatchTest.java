package io.wattune.core.loop;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class RunWatchTest {
  private static final long HALF_A_SECOND = 500_000_000L;

  private final RunWatch watch = new RunWatch();

  private boolean run(String name, double seconds) {
    return watch.take(name, seconds, HALF_A_SECOND);
  }

  @Test
  void kernelsThatTakeTurnsAreTooShortOnceASecondOfThemWasSeen() {
    int invocations = 1;
    while (!run("k" + invocations % 3, 0.1)) {
      invocations++;
      assertThat(invocations).isLessThan(100);
    }

    // The newest run still goes on and does not count, and what is older counts a little less.
    assertThat(invocations).isBetween(11, 13);
    assertThat(watch.areTooShort()).isTrue();
  }

  @Test
  void shortInvocationsOfOneKernelInARowAreALongRun() {
    for (int i = 0; i < 600; i++) {
      run("k" + i / 6 % 2, 0.1);
      assertThat(watch.areTooShort()).as("invocation %d", i).isFalse();
    }
  }

  @Test
  void theOnlyKernelIsALongRunFromTheBeginning() {
    for (int i = 0; i < 100; i++) {
      assertThat(run("only", 0.01)).isFalse();
    }
    assertThat(watch.areTooShort()).isFalse();
  }

  @Test
  void fewShortOnesBetweenLongOnesDoNotCount() {
    for (int i = 0; i < 50; i++) {
      run("long", 2);
      run("a", 0.1);
      run("b", 0.1);
    }
    assertThat(watch.areTooShort()).isFalse();
  }

  @Test
  void returnsOnlyWhenTheyAreClearlyLongAgain() {
    for (int i = 0; i < 200; i++) {
      run("k" + i % 2, 0.1);
    }
    // Shares of time: 0.4 s in short runs of each second. Half would be too much, a third is well
    // below.
    for (int i = 0; i < 200; i++) {
      run("long", 0.6);
      run("a", 0.2);
      run("b", 0.2);
    }
    assertThat(watch.areTooShort()).isTrue();
    for (int i = 0; i < 200; i++) {
      run("long", 0.9);
      run("a", 0.1);
    }
    assertThat(watch.areTooShort()).isFalse();
  }

  @Test
  void withoutAShortestRunNoneIsTooShort() {
    for (int i = 0; i < 200; i++) {
      assertThat(watch.take("k" + i % 2, 0.001, 0)).isFalse();
    }
  }
}
