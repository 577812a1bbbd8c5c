package io.wattune.streams.fleet;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.wattune.http.Access;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.streams.state.HostInfo;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What another instance may do to the one that asks it. */
class PeersTest {
  private final Peers peers = Peers.plain(Access.OPEN, Duration.ofMillis(500));

  /** Sixteen such questions would take all threads of the server. */
  @Test
  @Timeout(20)
  void onePeerThatHangsInTheMiddleOfItsAnswerDoesNotHangTheOther() throws Exception {
    failsWith("HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\n{", "no whole answer");
  }

  @Test
  @Timeout(20)
  void onePeerThatSaysNothingDoesNotHangTheOther() throws Exception {
    failsWith("", "no whole answer");
  }

  @Test
  @Timeout(20)
  void whatIsNoAnswerOfAFleetViewIsSaidToBeNone() throws Exception {
    failsWith("HTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\nnull", "not that of a fleet view");
  }

  private void failsWith(String said, String why) throws Exception {
    try (var listening = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      CompletableFuture<Socket> begun = CompletableFuture.supplyAsync(() -> say(listening, said));
      var asked =
          peers.ask(new HostInfo("127.0.0.1", listening.getLocalPort()), "/api/fleet/cluster");

      assertThatThrownBy(() -> asked.get(10, TimeUnit.SECONDS))
          .hasCauseInstanceOf(IOException.class)
          .hasMessageContaining(why);
      begun.join().close();
    }
  }

  private static Socket say(ServerSocket listening, String said) {
    try {
      Socket socket = listening.accept();
      socket.getOutputStream().write(said.getBytes(StandardCharsets.US_ASCII));
      socket.getOutputStream().flush();
      return socket;
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
  }
}
