package io.wattune.collectors.local;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.BufferedReader;
import java.io.EOFException;
import java.io.IOException;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;

/** A program's end of the socket. */
final class SocketClient implements AutoCloseable {
  private static final ObjectMapper JSON = new ObjectMapper();

  private final SocketChannel channel;
  private final BufferedReader answers;

  SocketClient(Path socket) throws IOException {
    channel = SocketChannel.open(UnixDomainSocketAddress.of(socket));
    answers = new BufferedReader(Channels.newReader(channel, StandardCharsets.UTF_8));
  }

  /** Sends lines, whose quotes may be single. */
  void send(String lines) throws IOException {
    ByteBuffer bytes = StandardCharsets.UTF_8.encode(lines.replace('\'', '"'));
    while (bytes.hasRemaining()) {
      channel.write(bytes);
    }
  }

  JsonNode answer() throws IOException {
    String line = answers.readLine();
    if (line == null) {
      throw new EOFException("the agent has closed the connection");
    }
    return JSON.readTree(line);
  }

  JsonNode ask(String line) throws IOException {
    send(line + "\n");
    return answer();
  }

  /** No line follows; answers may. */
  void endInput() throws IOException {
    channel.shutdownOutput();
  }

  @Override
  public void close() throws IOException {
    channel.close();
  }
}
