package io.wattune.collectors.run;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A connection to an agent: one line asked, one line answered. For one thread. */
public final class AgentSocket implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(AgentSocket.class);
  private static final ObjectMapper JSON = new ObjectMapper();

  private final SocketChannel channel;
  private final Selector selector;
  private final ByteBuffer bytes = ByteBuffer.allocate(65_536);

  private AgentSocket(SocketChannel channel, Selector selector) {
    this.channel = channel;
    this.selector = selector;
  }

  /** Connects. */
  public static AgentSocket connect(Path path) throws IOException {
    SocketChannel channel = SocketChannel.open(StandardProtocolFamily.UNIX);
    boolean isReady = false;
    try {
      boolean unused = channel.connect(UnixDomainSocketAddress.of(path));
      channel.configureBlocking(false);
      Selector selector = Selector.open();
      SelectionKey key = channel.register(selector, SelectionKey.OP_READ);
      isReady = key.isValid();
      return new AgentSocket(channel, selector);
    } finally {
      if (!isReady) {
        channel.close();
      }
    }
  }

  /**
   * Asks, and waits for the answer.
   *
   * @throws IOException where the agent has gone, or does not answer in time
   */
  public JsonNode ask(ObjectNode line, Duration patience) throws IOException {
    ByteBuffer out = ByteBuffer.wrap((line + "\n").getBytes(StandardCharsets.UTF_8));
    while (out.hasRemaining()) {
      if (channel.write(out) == 0) {
        throw new IOException("the agent does not read");
      }
    }
    return JSON.readTree(line(System.nanoTime() + patience.toNanos()));
  }

  private String line(long dueNanos) throws IOException {
    var line = new ByteArrayOutputStream();
    while (true) {
      long waitMillis = (dueNanos - System.nanoTime()) / 1_000_000;
      if (waitMillis <= 0) {
        throw new IOException("the agent did not answer in time");
      }
      int unused = selector.select(waitMillis);
      selector.selectedKeys().clear();
      bytes.clear();
      if (channel.read(bytes) < 0) {
        throw new IOException("the agent has gone");
      }
      line.write(bytes.array(), 0, bytes.position());
      String text = line.toString(StandardCharsets.UTF_8);
      if (text.endsWith("\n")) {
        return text;
      }
    }
  }

  /** Closes; what cannot be closed goes with the process. */
  @Override
  public void close() {
    try {
      selector.close();
      channel.close();
    } catch (IOException e) {
      LOG.debug("the connection to the agent was not closed", e);
    }
  }
}
