package io.wattune.collectors.setter;

import io.wattune.collectors.kinds.DeviceKinds;
import io.wattune.collectors.setup.NodeSetup;
import io.wattune.collectors.writer.NodeClock;
import io.wattune.collectors.writer.Writer;
import io.wattune.collectors.writer.WriterException;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The privileged process: {@code SetterProcess SETUP USER...}. It holds the node's writer lock, the
 * journal and the leases, and takes decisions from whoever of the users is at its socket. SIGTERM
 * puts own settings back.
 */
public final class SetterProcess {
  private static final Logger LOG = LoggerFactory.getLogger(SetterProcess.class);
  private static final int FAILED = 1;
  private static final int WRONG = 2;

  private SetterProcess() {}

  /** Runs until it is stopped. */
  public static void main(String[] arguments) throws InterruptedException {
    if (arguments.length < 2) {
      LOG.error("the setter needs a setup and the users who may come in: SETUP USER...");
      Runtime.getRuntime().halt(WRONG);
    }
    try {
      NodeSetup setup = SetupText.read(Path.of(arguments[0]));
      List<String> users = List.of(arguments).subList(1, arguments.length);
      run(setup, Set.copyOf(users));
    } catch (IllegalArgumentException e) {
      LOG.error("{} is wrong: {}", arguments[0], e.getMessage());
      Runtime.getRuntime().halt(WRONG);
    } catch (IOException | WriterException e) {
      LOG.error("{}", e.toString());
      Runtime.getRuntime().halt(FAILED);
    }
  }

  private static void run(NodeSetup setup, Set<String> users)
      throws IOException, WriterException, InterruptedException {
    var outbox = new AnswerQueue();
    Writer writer = Writer.start(setup, DeviceKinds.settable(), NodeClock.SYSTEM, outbox);
    Runtime.getRuntime()
        .addShutdownHook(
            new Thread(() -> Runtime.getRuntime().halt(writer.stop() ? 0 : FAILED), "stop"));
    SetterSocket socket = SetterSocket.open(setup.folder().setterSocket(), users, writer, outbox);
    LOG.info("node {}: the setter is ready at {}", setup.node(), setup.folder().setterSocket());
    try (socket) {
      new CountDownLatch(1).await();
    }
  }
}
