package io.wattune.testbed.standin;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Collectors;

/**
 * The program that plays simulated devices: {@code StandIn FOLDER nvidia=2 amd=1 powercap=1
 * [--until-stdin-closes]}. It prints {@code ready} when they are there, and plays until it is
 * killed. To the devices it is what hardware is: without it they are lost.
 */
public final class StandIn {
  /** Every millisecond, as fast as most real devices answer. */
  private static final long TURN_NANOS = TimeUnit.MILLISECONDS.toNanos(1);

  private static final long TRUTH_NANOS = TimeUnit.MILLISECONDS.toNanos(50);
  private static final String UNTIL_CLOSED = "--until-stdin-closes";
  private static final int MOST_OF_A_KIND = 16;

  private StandIn() {}

  /** Plays. */
  public static void main(String[] arguments) throws IOException {
    List<String> words = new ArrayList<>(Arrays.asList(arguments));
    boolean untilClosed = words.remove(UNTIL_CLOSED);
    List<StandInKind> kinds;
    try {
      kinds = words.size() < 2 ? List.of() : kinds(words.subList(1, words.size()));
    } catch (IllegalArgumentException e) {
      System.err.println(e.getMessage());
      kinds = List.of();
    }
    if (kinds.isEmpty()) {
      System.err.println(
          "usage: StandIn FOLDER "
              + Arrays.stream(StandInKind.values())
                  .map(kind -> "[" + kind.label() + "=N]")
                  .collect(Collectors.joining(" "))
              + " ["
              + UNTIL_CLOSED
              + "]");
      System.exit(2);
    }
    var folder = new StandInFolder(Files.createDirectories(Path.of(words.get(0))).toAbsolutePath());
    if (untilClosed) {
      Lifeline.endWithStandardInput();
    }
    play(folder, kinds);
  }

  private static void play(StandInFolder folder, List<StandInKind> kinds) throws IOException {
    try (var player = new Player(folder, kinds, TRUTH_NANOS, System.nanoTime())) {
      System.out.println("ready");
      while (!Thread.currentThread().isInterrupted()) {
        LockSupport.parkNanos(TURN_NANOS);
        player.turn(System.nanoTime(), TimeUnit.MILLISECONDS.toNanos(System.currentTimeMillis()));
      }
    }
  }

  private static List<StandInKind> kinds(List<String> words) {
    List<StandInKind> kinds = new ArrayList<>();
    for (String word : words) {
      String[] parts = word.split("=", 2);
      int count =
          parts.length == 2 && parts[1].matches("[0-9]{1,2}") ? Integer.parseInt(parts[1]) : 0;
      if (count < 1 || count > MOST_OF_A_KIND) {
        throw new IllegalArgumentException(
            "'%s' must be a kind and a number of 1 to %s, like nvidia=2"
                .formatted(word, MOST_OF_A_KIND));
      }
      kinds.addAll(
          Collections.nCopies(count, StandInKind.valueOf(parts[0].toUpperCase(Locale.ROOT))));
    }
    return kinds;
  }
}
