package io.wattune.testbed.standin;

import java.util.List;
import java.util.stream.IntStream;

/** The cards that can be played, one for each kind. */
final class Cards {
  private static final long MILLI = 1_000_000L;

  private Cards() {}

  /** A card of a kind. */
  static CardModel of(StandInKind kind) {
    return switch (kind) {
      case NVIDIA ->
          new CardModel(
              "NVIDIA stand-in 80GB HBM",
              steps(210, 1755, 15),
              List.of(1593, 2619),
              52,
              62,
              78,
              150,
              16,
              52,
              0.68,
              0.40,
              150_000,
              400_000,
              350_000,
              // As an A100's: a quarter of the time is seen.
              new CardModel.Sensor(100 * MILLI, 25 * MILLI, 0.15));
      case AMD ->
          new CardModel(
              "AMD stand-in 32GB HBM2",
              List.of(300, 700, 950, 1150, 1300, 1450, 1600, 1725),
              List.of(350, 800, 1000),
              22,
              34,
              52,
              110,
              12,
              34,
              0.70,
              0.42,
              60_000,
              250_000,
              225_000,
              new CardModel.Sensor(50 * MILLI, 50 * MILLI, 0.1));
      case POWERCAP ->
          new CardModel(
              "CPU stand-in",
              steps(800, 3600, 50),
              List.of(3200),
              28,
              36,
              40,
              110,
              8,
              14,
              0.66,
              0.35,
              50_000,
              220_000,
              205_000,
              new CardModel.Sensor(2 * MILLI, 2 * MILLI, 0));
    };
  }

  private static List<Integer> steps(int lowest, int highest, int step) {
    return IntStream.iterate(lowest, clock -> clock <= highest, clock -> clock + step)
        .boxed()
        .toList();
  }
}
