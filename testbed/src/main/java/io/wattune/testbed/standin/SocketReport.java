package io.wattune.testbed.standin;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * Each step as an activity of level {@code process} with its work, at the agent's socket
 * (docs/reference/activities.md); one batch of 32 samples each. An agent that is away misses steps,
 * and is connected to again.
 */
final class SocketReport implements StepReport {
  private static final int WORK = 32;
  private static final long AGAIN_NANOS = 1_000_000_000L;

  private final Path socket;
  private final String name;
  private final String uuid;
  private final ByteBuffer answers = ByteBuffer.allocate(65_536);
  private @Nullable SocketChannel channel;
  private long againNanos = System.nanoTime();

  SocketReport(Path socket, String name, String uuid) {
    this.socket = socket;
    this.name = name;
    this.uuid = uuid;
  }

  @Override
  public void done(Step step) {
    ObjectNode line = JsonNodeFactory.instance.objectNode();
    line.put("do", "activity");
    line.put("id", name + "-" + ProcessHandle.current().pid() + "-" + step.startNanos());
    line.put("name", name).put("level", "process");
    line.putArray("devices").add(uuid);
    line.put("startNanos", step.startNanos()).put("endNanos", step.endNanos());
    line.put("work", WORK).put("answer", "none");
    try {
      SocketChannel open = connected();
      if (open != null) {
        ByteBuffer bytes = ByteBuffer.wrap((line + "\n").getBytes(StandardCharsets.UTF_8));
        while (bytes.hasRemaining()) {
          open.write(bytes);
        }
        answers(open);
      }
    } catch (IOException e) {
      System.err.println("the agent is away: " + e.getMessage());
      drop();
    }
  }

  private @Nullable SocketChannel connected() throws IOException {
    SocketChannel open = channel;
    if (open == null && System.nanoTime() - againNanos > 0) {
      againNanos = System.nanoTime() + AGAIN_NANOS;
      open = SocketChannel.open(StandardProtocolFamily.UNIX);
      channel = open;
      open.connect(UnixDomainSocketAddress.of(socket));
    }
    return open;
  }

  /** Every line is answered, and answers that nobody reads would stop the agent's ears. */
  private void answers(SocketChannel open) throws IOException {
    answers.clear();
    if (open.read(answers) < 0) {
      throw new IOException("it has closed the connection");
    }
    String text = new String(answers.array(), 0, answers.position(), StandardCharsets.UTF_8);
    if (text.contains("\"ok\":false")) {
      System.err.println("the agent refuses: " + text.strip());
    }
  }

  private void drop() {
    againNanos = System.nanoTime() + AGAIN_NANOS;
    close();
  }

  @Override
  public void close() {
    SocketChannel open = channel;
    channel = null;
    if (open != null) {
      try {
        open.close();
      } catch (IOException e) {
        System.err.println(e.getMessage());
      }
    }
  }
}
