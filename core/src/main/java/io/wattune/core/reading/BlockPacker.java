package io.wattune.core.reading;

import java.util.Arrays;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Packs the polls of one device into blocks. A block closes when it is full, when its first poll
 * has reached an age, and before a poll that is not later than the one before: within a block times
 * increase, and whether a poll comes too late is judged by whoever reads the blocks. No poll is
 * dropped here.
 *
 * <p>Pure but for the blocks that it hands out; one for each device, not for several threads.
 */
public final class BlockPacker {
  /** Polls at which a block closes, where nothing else is asked for. */
  public static final int DEFAULT_MAX_POLLS = 256;

  /** Age at which a block closes, where nothing else is asked for: 100 ms. */
  public static final long DEFAULT_MAX_AGE_NANOS = 100_000_000L;

  /** A block's times are int32 microseconds from its first: 2147 s; stay well below. */
  public static final long LONGEST_AGE_NANOS = 1_000_000_000_000L;

  /** The device's model is named in each block whose number is a multiple of this. */
  static final int BLOCKS_PER_NAME = 64;

  private static final int MOST_POLLS = 65_536;
  private static final long NANOS_PER_MICRO = 1000;

  private final String device;
  private final String signal;
  private final PowerUnit unit;
  private final long maxAgeNanos;
  private final Consumer<PollBlock> out;
  private final long[] timesNanos;
  private final int[] values;
  private final @Nullable EnergyColumn energy;
  private int polls;
  private long sequence;
  private String model = "";
  private boolean isModelNew;

  /**
   * Makes a packer whose first block has the sequence 0.
   *
   * @param device device id
   * @param signal the source's name of the signal
   * @param unit unit of the values
   * @param maxPolls a block closes with that many polls, 1..65536
   * @param maxAgeNanos a block closes before a poll that is so much later than its first, above 0
   *     and at most 1000 s
   * @param out takes each closed block
   */
  public BlockPacker(
      String device,
      String signal,
      PowerUnit unit,
      int maxPolls,
      long maxAgeNanos,
      Consumer<PollBlock> out) {
    this(device, signal, unit, null, EnergyUnit.MILLIJOULES, maxPolls, maxAgeNanos, out);
  }

  /**
   * A packer of polls of power and of the device's energy counter.
   *
   * @param energySignal the source's name of the counter; null where there is none
   * @param energyUnit unit of its values
   */
  public BlockPacker(
      String device,
      String signal,
      PowerUnit unit,
      @Nullable String energySignal,
      EnergyUnit energyUnit,
      int maxPolls,
      long maxAgeNanos,
      Consumer<PollBlock> out) {
    if (maxPolls < 1 || maxPolls > MOST_POLLS) {
      throw new IllegalArgumentException(
          "maxPolls must be in 1.." + MOST_POLLS + ", was " + maxPolls);
    }
    if (maxAgeNanos < 1 || maxAgeNanos > LONGEST_AGE_NANOS) {
      throw new IllegalArgumentException(
          "maxAgeNanos must be in 1.." + LONGEST_AGE_NANOS + ", was " + maxAgeNanos);
    }
    this.device = device;
    this.signal = signal;
    this.unit = unit;
    this.maxAgeNanos = maxAgeNanos;
    this.out = out;
    this.timesNanos = new long[maxPolls];
    this.values = new int[maxPolls];
    this.energy =
        energySignal == null
            ? null
            : new EnergyColumn(energySignal, energyUnit, new long[maxPolls]);
  }

  /** The device's model is known: named in the next block, and then now and again. */
  public void named(String itsModel) {
    isModelNew |= !itsModel.equals(model);
    model = itsModel;
  }

  /**
   * Adds a poll.
   *
   * @param timeNanos when it was asked: epoch nanoseconds; what is finer than a microsecond is cut
   *     off, since blocks cannot hold it
   * @param value what was answered, or {@link PollBlock#MISSING}
   */
  public void add(long timeNanos, int value) {
    add(timeNanos, value, EnergyColumn.MISSING);
  }

  /**
   * Adds a poll of power and of the energy counter.
   *
   * @param energyValue what the counter said, or {@link EnergyColumn#MISSING}; of no use where the
   *     device has none
   */
  public void add(long timeNanos, int value, long energyValue) {
    long time = Math.floorDiv(timeNanos, NANOS_PER_MICRO) * NANOS_PER_MICRO;
    if (polls > 0 && (time <= timesNanos[polls - 1] || time - timesNanos[0] >= maxAgeNanos)) {
      close();
    }
    timesNanos[polls] = time;
    if (energy != null) {
      energy.values()[polls] = energyValue;
    }
    values[polls++] = value;
    if (polls == values.length) {
      close();
    }
  }

  /**
   * Closes the block if its first poll has reached the age; for sources that fall silent.
   *
   * @return whether there was one
   */
  public boolean closeIfAged(long nowNanos) {
    boolean isAged = polls > 0 && nowNanos - timesNanos[0] >= maxAgeNanos;
    if (isAged) {
      close();
    }
    return isAged;
  }

  /** Hands out what is there, if anything. */
  public void close() {
    if (polls > 0) {
      handOut(false);
    }
  }

  /** Hands out what is there, and then an empty block that says that nothing follows. */
  public void endTrace() {
    close();
    handOut(true);
  }

  private void handOut(boolean endOfTrace) {
    boolean isNamed = isModelNew || sequence % BLOCKS_PER_NAME == 0;
    isModelNew = false;
    var block =
        new PollBlock(
            device,
            sequence++,
            signal,
            unit,
            Arrays.copyOf(timesNanos, polls),
            Arrays.copyOf(values, polls),
            endOfTrace,
            energy == null
                ? null
                : new EnergyColumn(
                    energy.signal(), energy.unit(), Arrays.copyOf(energy.values(), polls)),
            isNamed ? model : "");
    polls = 0;
    out.accept(block);
  }
}
