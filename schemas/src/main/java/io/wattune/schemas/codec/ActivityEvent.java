package io.wattune.schemas.codec;

import io.wattune.core.ledger.Activity;

/** What a record of the topic {@code activity} says. */
public sealed interface ActivityEvent {

  /** The device that it is about. */
  String device();

  /**
   * An activity has started or ended.
   *
   * @param activity the activity, as far as it is known now
   */
  record Reported(Activity activity) implements ActivityEvent {
    @Override
    public String device() {
      return activity.device();
    }
  }

  /**
   * No activity of this device follows: its replayed trace has ended.
   *
   * @param device device id
   */
  record EndOfTrace(String device) implements ActivityEvent {}
}
