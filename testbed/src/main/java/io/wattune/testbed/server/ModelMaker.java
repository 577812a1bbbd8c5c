package io.wattune.testbed.server;

import io.wattune.core.mask.CuPlacement;
import io.wattune.core.masktime.Dealing;
import io.wattune.core.masktime.Knee;
import io.wattune.core.masktime.MaskTime;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.function.DoubleUnaryOperator;
import java.util.stream.IntStream;

/**
 * Makes a model's kernels from its line of table 3.3: as many as stated, which take as long, and
 * need as many units. No result of a policy goes in. How its time is spread over the four types is
 * assumed, and so is how kernels of a type differ; the knee of the type that decides the right-size
 * is in the middle of those with which it is the stated one.
 */
final class ModelMaker {
  /** Launch of a kernel, assumed: the empty kernel's time on such GPUs. */
  static final double LAUNCH_SECONDS = 4e-6;

  private static final int UNITS = 60;

  /** Assumed parts of a model's kernels and of its time; what is missing to 1 is UNAFFECTED. */
  private static final double LOW_KERNELS = 0.35;

  private static final double LOW_TIME = 0.2;
  private static final double DECIDING_KERNELS = 0.3;
  private static final double DECIDING_TIME = 0.7;
  private static final double HIGH_KERNELS = 0.06;

  /** What short spikes of kernels that need all units may add to the latency at the right-size. */
  private static final double SPIKES = 0.004;

  /** How far apart the shares at the right-size and below it are to be. */
  private static final double APART = 1.01;

  private final StatedModel stated;
  private final Random random;
  private final Dealing dealing;
  private final double highTime;

  private ModelMaker(StatedModel stated) {
    this.stated = stated;
    this.random = new Random(stated.name().hashCode());
    this.dealing = dealing(stated.rightSize());
    double slower = UNITS * share(stated.rightSize()) - 1;
    this.highTime = slower <= 0 ? 0 : Math.min(0.05, SPIKES / slower);
  }

  /** All eight. */
  static List<ServerModel> all() {
    return Mi50.MODELS.stream().map(ModelMaker::make).toList();
  }

  static ServerModel make(StatedModel stated) {
    return new ModelMaker(stated).make();
  }

  /**
   * In equal shares, if that can be: 20 and 21 units are the same then, 10 to an engine, as 30 and
   * 32 are, and 52 and 55. Where the table has the larger of such a pair, as small a part of the
   * work as shows it is dealt by units. Assumed: kernels that take their blocks as they go.
   */
  private static Dealing dealing(int rightSize) {
    for (int tenths = 0; tenths < 10; tenths++) {
      var dealing = new Dealing(0, 1, tenths / 10.0);
      if (least(dealing, rightSize - 1) > APART * share(dealing, rightSize)) {
        return dealing;
      }
    }
    return new Dealing(0, 1, 1);
  }

  /** The least share that some number of units up to one has. */
  private static double least(Dealing dealing, int count) {
    return IntStream.rangeClosed(1, count).mapToDouble(n -> share(dealing, n)).min().orElse(1);
  }

  private static double share(Dealing dealing, int count) {
    return dealing.largestShare(Mi50.units(CuPlacement.CONSERVED, count));
  }

  private double share(int count) {
    return share(dealing, count);
  }

  private ServerModel make() {
    double seconds = stated.tailSeconds() / (1 + 1.645 * Mi50.LATENCY_SPREAD);
    double body = seconds - stated.kernels() * LAUNCH_SECONDS;
    int low = count(LOW_KERNELS);
    int deciding = count(DECIDING_KERNELS);
    int high = highTime > 0 ? count(HIGH_KERNELS) : 0;
    int unaffected = stated.kernels() - low - deciding - high;
    double knee = decidingKnee(body / seconds);
    List<ServerKernel> kernels = new ArrayList<>();
    double unaffectedTime = 1 - LOW_TIME - DECIDING_TIME - highTime;
    add(kernels, KernelSensitivity.UNAFFECTED, unaffected, unaffectedTime * body, at -> 1 + 5 * at);
    add(
        kernels,
        KernelSensitivity.LOW,
        low,
        LOW_TIME * body,
        at -> Math.max(1, stated.rightSize() * (0.2 + 0.6 * at)));
    boolean isHigh = stated.rightSize() == UNITS;
    add(
        kernels,
        isHigh ? KernelSensitivity.HIGH : KernelSensitivity.MEDIUM,
        deciding,
        DECIDING_TIME * body,
        at -> knee);
    add(kernels, KernelSensitivity.HIGH, high, highTime * body, at -> UNITS);
    Collections.shuffle(kernels, random);
    return new ServerModel(stated.name(), ServerModel.STATED_BATCH, kernels);
  }

  private int count(double part) {
    return Math.max(1, (int) Math.round(part * stated.kernels()));
  }

  /**
   * Kernels of a type.
   *
   * @param knees units that one needs, by its place in the type from 0 to 1
   */
  private void add(
      List<ServerKernel> kernels,
      KernelSensitivity type,
      int number,
      double seconds,
      DoubleUnaryOperator knees) {
    double[] lengths = new double[number];
    double sum = 0;
    for (int i = 0; i < number; i++) {
      lengths[i] = Math.exp(0.5 * random.nextGaussian());
      sum += lengths[i];
    }
    for (int i = 0; i < number; i++) {
      double knee = knees.applyAsDouble((i + 0.5) / number);
      double body = seconds * lengths[i] / sum;
      var time = new MaskTime(LAUNCH_SECONDS, 0, body * knee, 1 / knee, 0, Knee.SHARP, dealing);
      kernels.add(new ServerKernel(stated.name() + "-" + type.name().charAt(0) + i, type, time));
    }
  }

  /**
   * The middle of the knees at which the model's time is within 1 % at its right-size and beyond it
   * with one unit less.
   *
   * @param bodyShare part of the model's time that is not launches
   */
  private double decidingKnee(double bodyShare) {
    if (stated.rightSize() == UNITS) {
      return UNITS;
    }
    double atSize = share(stated.rightSize());
    double below = least(dealing, stated.rightSize() - 1);
    double most = kneeOf(atSize, bodyShare);
    double least = kneeOf(below, bodyShare);
    if (least >= most) {
      throw new IllegalStateException(
          stated.name() + ": fewer units make no difference at " + stated.rightSize());
    }
    return (least + most) / 2;
  }

  /** The knee at which a share of the slowest unit makes the model 1 % slower. */
  private double kneeOf(double share, double bodyShare) {
    double spikes = highTime * Math.max(0, UNITS * share - 1);
    return (1 + (0.01 / bodyShare - spikes) / DECIDING_TIME) / share;
  }
}
