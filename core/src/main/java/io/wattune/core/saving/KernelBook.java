package io.wattune.core.saving;

import java.util.EnumMap;
import java.util.Map;

/**
 * What is summed of one kernel on one device: invocations at own settings, at others, and those
 * that are neither, by why. Those with a work count and those without are apart, since a unit of
 * one says nothing of the other.
 */
final class KernelBook {
  /** Sums over invocations of one kind. */
  static final class InvocationSums {
    final Runs own = new Runs();
    final Runs others = new Runs();

    private void add(InvocationSums other) {
      own.add(other.own);
      others.add(other.others);
    }
  }

  private final InvocationSums counted = new InvocationSums();
  private final InvocationSums uncounted = new InvocationSums();
  private final Map<NotCompared, Amount> left = new EnumMap<>(NotCompared.class);

  void add(Invocation one, SettingsDuring standing) {
    InvocationSums side = one.hasWork() ? counted : uncounted;
    switch (standing) {
      case OWN -> side.own.add(one);
      case OTHER -> side.others.add(one);
      case SETTLING -> leave(NotCompared.SETTLING, one.amount());
      case UNCONFIRMED -> leave(NotCompared.UNCONFIRMED, one.amount());
      case TOO_SHORT -> leave(NotCompared.TOO_SHORT, one.amount());
    }
  }

  /** Something without work; at own settings that is nothing to compare. */
  void addIdle(Invocation one, SettingsDuring standing) {
    if (standing == SettingsDuring.OTHER) {
      leave(NotCompared.NO_WORK, one.amount());
    } else if (standing != SettingsDuring.OWN) {
      add(one, standing);
    }
  }

  void leave(NotCompared why, Amount amount) {
    left.merge(why, amount, Amount::plus);
  }

  void add(KernelBook other) {
    counted.add(other.counted);
    uncounted.add(other.uncounted);
    other.left.forEach(this::leave);
  }

  /** Whether its work is counted. */
  boolean isCounted() {
    return counted.own.count() + counted.others.count() > 0;
  }

  /** The side that is compared. */
  InvocationSums compared() {
    return isCounted() ? counted : uncounted;
  }

  /** What is not compared whatever the references are. */
  Map<NotCompared, Amount> left() {
    Map<NotCompared, Amount> all = new EnumMap<>(NotCompared.class);
    all.putAll(left);
    if (isCounted() && uncounted.others.count() > 0) {
      all.merge(NotCompared.NO_WORK, uncounted.others.amount(), Amount::plus);
    }
    return all;
  }
}
