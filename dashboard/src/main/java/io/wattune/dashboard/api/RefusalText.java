package io.wattune.dashboard.api;

import io.wattune.core.decision.ActuationReason;
import java.util.Arrays;

/** What the short code of a refusal means, and what to do about it. */
final class RefusalText {
  /** A code in words. */
  record Words(String what, String remedy) {}

  private static final Words UNKNOWN =
      new Words(
          "The node gives a reason that this dashboard does not know.",
          "Update the dashboard, or look into the node's log.");

  private RefusalText() {}

  static Words of(String code) {
    return Arrays.stream(ActuationReason.values())
        .filter(reason -> reason.code().equals(code))
        .findFirst()
        .map(RefusalText::of)
        .orElse(UNKNOWN);
  }

  static Words of(ActuationReason reason) {
    return switch (reason) {
      case OK -> new Words("Done as wished.", "Nothing.");
      case MALFORMED ->
          new Words(
              "The record could not be read as a decision.",
              "Give controller and agents the same version.");
      case UNSIGNED ->
          new Words(
              "The decision is not signed, and the node requires it.",
              "Give the controller a --signing-key whose public half the node's file lists.");
      case UNKNOWN_KEY ->
          new Words(
              "It is signed with a key that the node does not list.",
              "List the key in the node's file if it is the right controller's; else find out who"
                  + " writes to the topic.");
      case STALE_KEY ->
          new Words(
              "It is signed with a key that does not count now.",
              "Give the controller a newer key, or see the key's times and the node's clock.");
      case BAD_SIGNATURE ->
          new Words(
              "The signature is not of this record: it was altered or forged.",
              "Find out who writes to the topic decisions.");
      case WRITING_OFF ->
          new Words("Tuning is off on this node.", "Start a writer on it, or leave it so.");
      case NO_GUARDIAN ->
          new Words("No guardian watches the writer.", "Start ./wattune guardian on the node.");
      case JOURNAL_BROKEN ->
          new Words(
              "The journal of an earlier life cannot be used.",
              "Run ./wattune restore on the node, and see its log.");
      case FENCE_BROKEN ->
          new Words(
              "The node's highest epoch cannot be read or written.",
              "Check the node's folder: space, rights, disk.");
      case OTHER_NODE ->
          new Words("The decision is for another node.", "Check that node names are unique.");
      case UNKNOWN_DEVICE ->
          new Words(
              "The node does not have the device, or its admin has not listed it.",
              "List the device in the node's file to have it tuned.");
      case OLD_EPOCH ->
          new Words(
              "Another controller has taken the node over.", "Nothing, if it happens rarely.");
      case OLD_SEQUENCE ->
          new Words("A newer decision came first.", "Nothing, if it happens rarely.");
      case LEASE_OVER ->
          new Words(
              "The lease had run out when the decision came.",
              "Look at the lag on the health page; or give a longer --lease.");
      case LEASE_OUT_OF_BOUNDS ->
          new Words(
              "The lease is longer than the admin allows.",
              "Give the controller a shorter --lease, or change the node's file.");
      case FROM_THE_FUTURE ->
          new Words(
              "The decision is based on a reading of the node's future.",
              "Check the clocks: a reading and its node must share one.");
      case BEFORE_START ->
          new Words(
              "The decision is based on a reading from before the writer's start.",
              "Nothing, if it happens once after a start; else somebody sends old records again.");
      case SHADOW ->
          new Words(
              "The writer only says what it would write.",
              "Start it without --shadow, and without tuning.shadow, to have it write.");
      case HELD -> new Words("An operator's hold covers it.", "Release the hold to tune it again.");
      case NOT_ORDERED ->
          new Words(
              "It was set by hand, and the node has no order for it.",
              "Nothing to do where the order has just been released. Where it has not: does somebody"
                  + " else write to the topic of holds?");
      case UNKNOWN_CONTROL ->
          new Words("The device has no such tunable.", "Check the policy's tunables.");
      case NOT_LISTED ->
          new Words(
              "The admin has not listed the tunable.", "List it in the node's file to allow it.");
      case WRONG_UNIT ->
          new Words("The value has another unit.", "Give controller and agents the same version.");
      case OUT_OF_BOUNDS ->
          new Words(
              "The value lies outside the admin's bounds.",
              "Nothing, or widen the bounds in the node's file.");
      case OUT_OF_RANGE ->
          new Words(
              "The value lies outside the device's range.",
              "Check that the descriptor is current.");
      case OFF_STEP ->
          new Words(
              "The value lies between two that the device takes.",
              "Check that the descriptor is current.");
      case DEVICE_ERROR ->
          new Words("The device reported an error.", "See the node's log and the driver's.");
      case DEVICE_HANGS ->
          new Words(
              "The device did not answer in time.", "See the driver's log; it may need a reset.");
      case READ_BACK_DIFFERS ->
          new Words(
              "The device has another value than the one written.",
              "Look for other programs that set it, and for the device's own limits.");
      case OUTSIDE_CHANGE ->
          new Words(
              "Somebody else has set the control.",
              "Find out who sets it, and hold the device while they do; or let the node's file say"
                  + " onOutsideChange: reassert.");
      case LEASE_ENDED -> new Words("The lease ran out.", "See that the controller runs.");
      case CLOCK_STEPPED ->
          new Words(
              "The wall clock was stepped, which ends all leases.", "Let a time service slew it.");
      case STOPPED -> new Words("The writer was stopped.", "Start it again to tune.");
      case WRITER_GONE ->
          new Words(
              "The writer was gone or hung; its guardian has restored.", "See the writer's log.");
      case EARLIER_LIFE ->
          new Words("An earlier life of the writer had left its settings.", "Nothing.");
    };
  }
}
