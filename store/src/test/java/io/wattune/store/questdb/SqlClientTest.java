package io.wattune.store.questdb;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.wattune.store.address.StoreAddress;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

class SqlClientTest {

  /** Whoever asks must get an end of it: a thread that waits for ever is lost. */
  @Test
  @Timeout(20)
  void aStoreThatHangsInTheMiddleOfItsAnswerIsGivenUp() throws Exception {
    try (var listening = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      CompletableFuture<Socket> begun =
          CompletableFuture.supplyAsync(() -> beginToAnswer(listening));
      var client =
          new SqlClient(
              StoreAddress.questDb(URI.create("http://127.0.0.1:" + listening.getLocalPort())),
              Duration.ofMillis(500));

      assertThatThrownBy(() -> client.run("select 1"))
          .isInstanceOf(IOException.class)
          .hasMessageContaining("no whole answer");
      begun.join().close();
    }
  }

  private static Socket beginToAnswer(ServerSocket listening) {
    try {
      Socket socket = listening.accept();
      socket
          .getOutputStream()
          .write(
              "HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\n{"
                  .getBytes(StandardCharsets.US_ASCII));
      socket.getOutputStream().flush();
      return socket;
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
  }
}
