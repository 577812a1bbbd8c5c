package io.wattune.core.decision;

import io.wattune.core.device.DeviceId;
import io.wattune.core.tunable.Configuration;
import io.wattune.core.tunable.Quantity;
import java.util.OptionalLong;

/**
 * An operator's order to leave something alone, or to leave one device at settings that he names.
 * Whoever does not know of such settings leaves the device alone, at its own ones.
 *
 * @param holdId stable id
 * @param scope what is to be left alone
 * @param name the node, the device id or the job's activity id; empty for all
 * @param fromNanos epoch nanoseconds from which on it holds
 * @param untilNanos epoch nanoseconds until which it holds, exclusive; {@link #UNTIL_RELEASED}
 *     without limit
 * @param by who ordered it
 * @param why why, for those who find it later
 * @param isReleased the operator has ended it before its time
 * @param settings at which the device is held; empty for its own, as of everything but a device
 */
public record Hold(
    String holdId,
    HoldScope scope,
    String name,
    long fromNanos,
    long untilNanos,
    String by,
    String why,
    boolean isReleased,
    Configuration settings) {

  /** The end of a hold that stays until it is released. */
  public static final long UNTIL_RELEASED = Long.MAX_VALUE;

  /** The longest hold that has an end: ten years. */
  public static final long LONGEST_SECONDS = 3650L * 86_400;

  /** The longest hold at settings: who has set something by hand must look at it again. */
  public static final long LONGEST_SET_SECONDS = 7L * 86_400;

  private static final long CLOCKS_NANOS = 60_000_000_000L;

  public Hold {
    if (untilNanos <= fromNanos) {
      throw new IllegalArgumentException("a hold must end after it begins");
    }
    if (scope == HoldScope.ALL != name.isEmpty()) {
      throw new IllegalArgumentException(
          "a hold of everything has no name, any other needs one; scope %s, name '%s'"
              .formatted(scope, name));
    }
    if (!settings.isEmpty() && (scope != HoldScope.DEVICE || untilNanos == UNTIL_RELEASED)) {
      throw new IllegalArgumentException(
          "a hold at settings is of one device and has an end; scope " + scope);
    }
  }

  /** A hold at own settings. */
  public Hold(
      String holdId,
      HoldScope scope,
      String name,
      long fromNanos,
      long untilNanos,
      String by,
      String why,
      boolean isReleased) {
    this(holdId, scope, name, fromNanos, untilNanos, by, why, isReleased, Configuration.EMPTY);
  }

  /**
   * A hold that is ordered now. It begins a minute earlier, so that a node whose clock is behind by
   * less than that obeys at once.
   *
   * @param nowNanos epoch nanoseconds
   * @param forNanos how long it holds, above 0; empty for until it is released
   */
  public static Hold ordered(
      String holdId,
      HoldScope scope,
      String name,
      long nowNanos,
      OptionalLong forNanos,
      String by,
      String why) {
    long untilNanos =
        forNanos.isPresent() ? Math.addExact(nowNanos, forNanos.getAsLong()) : UNTIL_RELEASED;
    return new Hold(holdId, scope, name, nowNanos - CLOCKS_NANOS, untilNanos, by, why, false);
  }

  /**
   * The same at these settings.
   *
   * @param at for a hold of a device that has an end
   */
  public Hold at(Configuration at) {
    return new Hold(holdId, scope, name, fromNanos, untilNanos, by, why, isReleased, at);
  }

  /** The same under another id. */
  public Hold named(String id) {
    return new Hold(id, scope, name, fromNanos, untilNanos, by, why, isReleased, settings);
  }

  /** The same, ended by the operator. */
  public Hold released() {
    return new Hold(holdId, scope, name, fromNanos, untilNanos, by, why, true, settings);
  }

  /** What it is for, in words. */
  public String words() {
    return switch (scope) {
      case ALL -> "everything";
      case NODE -> "node " + name;
      case DEVICE ->
          "device " + name + (settings.isEmpty() ? "" : " at " + Quantity.text(settings));
      case JOB -> "job " + name;
    };
  }

  /** Whether it is in force at a time. */
  public boolean isInForce(long nowNanos) {
    return !isReleased && nowNanos >= fromNanos && nowNanos < untilNanos;
  }

  /**
   * Whether a device is among what it is for. Which devices a job runs on is not known here, so a
   * job's hold is for every device: that is the safe side.
   */
  public boolean covers(String device) {
    return switch (scope) {
      case ALL, JOB -> true;
      case NODE -> name.equals(DeviceId.nodeOf(device));
      case DEVICE -> name.equals(device);
    };
  }
}
