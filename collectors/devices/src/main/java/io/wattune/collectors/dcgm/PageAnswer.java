package io.wattune.collectors.dcgm;

import io.wattune.collectors.device.DeviceException;
import org.jspecify.annotations.Nullable;

/**
 * What came of one question to an exporter: a page or a failure.
 *
 * @param askedNanos when it was asked, monotonic
 * @param page what it showed; null where it failed
 * @param failure why there is no page; null where there is one
 */
record PageAnswer(long askedNanos, @Nullable ExporterPage page, @Nullable DeviceException failure) {
  PageAnswer {
    if ((page == null) == (failure == null)) {
      throw new IllegalArgumentException("an answer must be a page or a failure");
    }
  }

  /** The page, or the failure as an error. */
  ExporterPage got() throws DeviceException {
    if (failure != null) {
      throw failure;
    }
    if (page == null) {
      throw new IllegalStateException("an answer without a page has a failure");
    }
    return page;
  }
}
