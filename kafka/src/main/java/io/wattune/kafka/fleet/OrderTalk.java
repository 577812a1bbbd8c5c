package io.wattune.kafka.fleet;

import io.wattune.core.decision.Actuation;
import io.wattune.core.decision.ActuationOutcome;
import io.wattune.core.decision.ActuationReason;
import io.wattune.core.decision.ControlOutcome;
import io.wattune.core.decision.Decision;
import io.wattune.core.decision.DecisionKey;
import io.wattune.core.decision.Hold;
import io.wattune.core.device.DeviceId;
import io.wattune.core.tunable.Quantity;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** What controller and node make of an order to set a device. Not thread safe. */
final class OrderTalk {
  /** The node has not read the order yet, or is putting its own settings back for it. */
  private static final Set<String> PASSING =
      Set.of(
          ActuationReason.NOT_ORDERED.code(),
          ActuationReason.HELD.code(),
          ActuationReason.LEASE_OVER.code(),
          ActuationReason.BEFORE_START.code());

  /** Said of a record that the node does not believe, without saying which one it was. */
  private static final Set<String> NOT_BELIEVED =
      Set.of(
          ActuationReason.UNSIGNED.code(),
          ActuationReason.UNKNOWN_KEY.code(),
          ActuationReason.STALE_KEY.code(),
          ActuationReason.BAD_SIGNATURE.code());

  private static final String READ_BACK = ", read back,";

  private final Hold order;
  private final Set<DecisionKey> carriedOut = new HashSet<>();

  /** Answers whose decisions have not been read: two topics are read in any order. */
  private final List<Actuation> early = new ArrayList<>();

  private @Nullable OrderAnswer answer;
  private @Nullable String passing;

  public OrderTalk(Hold order) {
    this.order = order;
  }

  /** The answer, if it has come. */
  public Optional<OrderAnswer> answer() {
    return Optional.ofNullable(answer);
  }

  /** What is to be said where no answer has come. */
  public OrderAnswer silence(Duration patience) {
    String within = " within " + patience.toSeconds() + " s";
    String node = DeviceId.nodeOf(order.name());
    if (passing != null) {
      return new OrderAnswer(false, "node " + node + " did not take it" + within + ": " + passing);
    }
    return new OrderAnswer(
        false,
        carriedOut.isEmpty()
            ? "no controller answered"
                + within
                + ": does wattune control run, and do readings of the device come?"
            : "no writer on node " + node + " answered" + within + ": does wattune writer run?");
  }

  public void decided(Decision decision) {
    if (decision instanceof Decision.ForDevice forDevice
        && forDevice.device().equals(order.name())
        && forDevice.isSetByHand()
        && forDevice.defaultConfiguration().equals(order.settings())) {
      carriedOut.add(forDevice.key());
      List<Actuation> now =
          early.stream().filter(each -> each.key().equals(forDevice.key())).toList();
      early.removeAll(now);
      now.forEach(this::answered);
    }
  }

  public void answered(Actuation actuation) {
    if (answer != null) {
      return;
    }
    String device = actuation.device();
    if (device == null) {
      if (actuation.node().equals(DeviceId.nodeOf(order.name()))
          && NOT_BELIEVED.contains(actuation.reason())) {
        answer =
            new OrderAnswer(
                false,
                "node "
                    + actuation.node()
                    + " does not believe it ("
                    + actuation.reason()
                    + "): sign it with --key FILE, a key of the node's tuning.keys");
      }
      return;
    }
    if (!device.equals(order.name())) {
      return;
    }
    if (!carriedOut.contains(actuation.key())) {
      early.add(actuation);
      return;
    }
    if (actuation.outcome() == ActuationOutcome.APPLIED) {
      answer = new OrderAnswer(true, readBack(actuation));
    } else if (actuation.outcome() == ActuationOutcome.RENEWED) {
      answer = new OrderAnswer(true, renewed(actuation));
    } else if (PASSING.contains(actuation.reason())) {
      passing = actuation.reason() + ": " + actuation.detail();
    } else {
      answer =
          new OrderAnswer(
              false,
              (actuation.outcome() == ActuationOutcome.REFUSED ? "refused: " : "failed: ")
                  + actuation.reason()
                  + ": "
                  + actuation.detail());
    }
  }

  /** Of what was ordered. */
  private String readBack(Actuation actuation) {
    String read =
        actuation.controls().stream()
            .filter(each -> order.settings().setting(each.tunable()).isPresent())
            .filter(each -> each.readBack().isPresent())
            .map(OrderTalk::text)
            .collect(Collectors.joining(", "));
    return read.isEmpty() ? Quantity.text(order.settings()) : read + READ_BACK;
  }

  /**
   * The values were in force before; a writer reads them back to renew them, or says it could not.
   */
  private String renewed(Actuation actuation) {
    String values = Quantity.text(order.settings());
    return values + (actuation.detail().isEmpty() ? READ_BACK : ", " + actuation.detail() + ",");
  }

  private static String text(ControlOutcome control) {
    return control.tunable()
        + " "
        + Quantity.text(control.readBack().orElseThrow(), control.unit());
  }
}
