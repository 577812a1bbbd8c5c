package io.wattune.control;

import io.wattune.core.decision.Actuation;
import io.wattune.core.loop.DeviceLoop;
import io.wattune.core.loop.LoopState;
import java.util.List;
import java.util.function.BiConsumer;

/** What a record says, ready to be acted on. */
sealed interface Input {

  /**
   * An input for the loop of one device.
   *
   * @param device the device
   * @param update passes the input to the loop
   */
  record ForLoop(String device, BiConsumer<DeviceLoop, LoopState> update) implements Input {}

  /**
   * An input for the loops of several devices of a node; devices that are not known are skipped.
   *
   * @param devices the devices
   * @param update passes the input to each loop
   */
  record ForLoops(List<String> devices, BiConsumer<DeviceLoop, LoopState> update) implements Input {
    public ForLoops {
      devices = List.copyOf(devices);
    }
  }

  /**
   * The node has answered a decision, or done something by itself.
   *
   * @param actuation what it says; without a device where it answers a claim
   */
  record NodeAnswer(Actuation actuation) implements Input {}

  /**
   * The device is not there any more.
   *
   * @param device the device
   */
  record Gone(String device) implements Input {}

  /** Nothing to act on: a block without true power. */
  record Nothing() implements Input {}
}
