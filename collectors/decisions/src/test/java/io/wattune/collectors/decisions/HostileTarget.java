package io.wattune.collectors.decisions;

import io.wattune.collectors.kinds.DeviceKinds;
import io.wattune.core.tunable.Setting;
import java.io.IOException;

/**
 * A device that hostile decisions are aimed at. Its node allows its core clock alone, and not all
 * of that.
 */
interface HostileTarget {

  /** How the node's file lists it, with uuid {@link HostileNode#UUID}. */
  String entry();

  /** How it is opened. */
  DeviceKinds kinds();

  /** The lowest core clock that the node's file allows. */
  long lowest();

  /** The highest core clock that the node's file allows; there are higher ones. */
  long highest();

  /** Two core clocks that are right. */
  long good();

  long better();

  /** A core clock that the device has and the node's file does not allow. */
  long outOfBounds();

  /** Between two clocks that the device has, inside the bounds. */
  long offStep();

  /** A right setting of a control that the node's file does not list. */
  Setting notListed();

  /** Whether the device has this core clock now, or may rise to it. */
  boolean isAt(long megahertz) throws IOException;

  /** All that is set on the device. */
  String settings() throws IOException;

  /** Changes with every try to set anything, of success or not. */
  String trace() throws IOException;
}
