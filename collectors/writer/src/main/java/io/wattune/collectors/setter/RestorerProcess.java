package io.wattune.collectors.setter;

import io.wattune.collectors.kinds.DeviceKinds;
import io.wattune.collectors.setup.NodeSetup;
import io.wattune.collectors.writer.Guardian;
import io.wattune.collectors.writer.RestorerReport;
import io.wattune.collectors.writer.WriterException;
import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.locks.LockSupport;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The setter's keeper, privileged like it: {@code RestorerProcess SETUP}. It has journal, lease and
 * devices, and nothing that anybody could talk to: no socket, no network. Where the setter is gone,
 * or hangs past a lease, it puts own settings back. SIGTERM ends it when nothing is left to be put
 * back, and after some seconds in any case.
 */
public final class RestorerProcess {
  private static final Logger LOG = LoggerFactory.getLogger(RestorerProcess.class);
  private static final int FAILED = 1;
  private static final int WRONG = 2;
  private static final long REPORT_NANOS = 1_000_000_000L;
  private static final long LONGEST_WAIT_NANOS = 6_000_000_000L;

  private RestorerProcess() {}

  /** Runs until it is stopped. */
  public static void main(String[] arguments) {
    if (arguments.length != 1) {
      LOG.error("the restorer needs a setup: SETUP");
      Runtime.getRuntime().halt(WRONG);
    }
    try {
      run(SetupText.read(Path.of(arguments[0])));
    } catch (IllegalArgumentException e) {
      LOG.error("{} is wrong: {}", arguments[0], e.getMessage());
      Runtime.getRuntime().halt(WRONG);
    } catch (IOException | WriterException e) {
      LOG.error("{}", e.toString());
      Runtime.getRuntime().halt(FAILED);
    }
  }

  private static void run(NodeSetup setup) throws WriterException {
    Guardian guardian = Guardian.start(setup, DeviceKinds.settable());
    Runtime.getRuntime().addShutdownHook(new Thread(() -> stop(guardian), "stop"));
    LOG.info("node {}: watching the setter", setup.node());
    RestorerReport written = null;
    String lastFailure = "";
    while (true) {
      RestorerReport now = RestorerReport.of(guardian.status());
      try {
        if (!now.equals(written)) {
          now.write(setup.folder().restorerReport());
          written = now;
          lastFailure = "";
        }
      } catch (IOException e) {
        if (!lastFailure.equals(e.toString())) {
          lastFailure = e.toString();
          LOG.error("node {}: what is restored is not reported: {}", setup.node(), lastFailure);
        }
      }
      LockSupport.parkNanos(REPORT_NANOS);
    }
  }

  /** A setter that is being stopped at the same time restores under our eyes. */
  private static void stop(Guardian guardian) {
    if (!guardian.awaitRestored(System.nanoTime() + LONGEST_WAIT_NANOS)) {
      LOG.warn("node {}: its setter goes on without a restorer", guardian.node());
    }
    guardian.close();
    Runtime.getRuntime().halt(0);
  }
}
