package io.wattune.core.rightsize;

import org.jspecify.annotations.Nullable;

/** The newest right-size tables that are known. For any thread. */
@FunctionalInterface
public interface RightSizes {
  /** There is none. */
  RightSizes NONE = (product, model) -> null;

  /** The table of a device's model and a server's; null where there is none. */
  @Nullable RightSizeTable of(String product, String model);
}
