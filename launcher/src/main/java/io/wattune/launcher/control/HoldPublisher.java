package io.wattune.launcher.control;

import io.wattune.core.decision.Hold;
import io.wattune.kafka.KafkaAccess;
import io.wattune.kafka.OrderSender;
import io.wattune.launcher.command.CommandFailedException;
import io.wattune.schemas.topics.Namespace;
import java.io.IOException;
import java.util.List;

/** Sends holds, and returns when the broker has them. */
final class HoldPublisher {
  private HoldPublisher() {}

  static void publish(KafkaAccess kafka, Namespace namespace, List<Hold> holds)
      throws CommandFailedException {
    try {
      new OrderSender(kafka, namespace).send(holds);
    } catch (IOException e) {
      throw CommandFailedException.failed(String.valueOf(e.getMessage()), e);
    }
  }

  /** Ends a hold by its id, whatever its record is. */
  static void release(KafkaAccess kafka, Namespace namespace, String id)
      throws CommandFailedException {
    try {
      new OrderSender(kafka, namespace).release(List.of(id));
    } catch (IOException e) {
      throw CommandFailedException.failed(String.valueOf(e.getMessage()), e);
    }
  }
}
