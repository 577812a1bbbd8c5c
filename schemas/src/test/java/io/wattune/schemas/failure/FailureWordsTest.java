package io.wattune.schemas.failure;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.EOFException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.ConnectException;
import java.net.URI;
import java.net.UnknownHostException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.channels.ClosedChannelException;
import java.nio.file.AccessDeniedException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FailureWordsTest {

  @Test
  void itsOwnWordsComeFirstAndThenThoseOfItsCauses() {
    assertThat(FailureWords.of(new IOException("disk is full", new IOException("x"))))
        .isEqualTo("disk is full");
    assertThat(FailureWords.of(new IOException(null, new IOException("disk is full"))))
        .isEqualTo("disk is full");
    assertThat(FailureWords.of(new IOException(" ", new EOFException()))).isEqualTo("IOException");
  }

  @Test
  void whatHasOnlyANameOrNothingIsPutIntoWords() {
    assertThat(FailureWords.of(new UnknownHostException("kafka9")))
        .isEqualTo("no host of that name is known: kafka9");
    assertThat(FailureWords.of(new NoSuchFileException("/nowhere")))
        .isEqualTo("there is no such file: /nowhere");
    assertThat(FailureWords.of(new AccessDeniedException("/root/x")))
        .isEqualTo("permission denied: /root/x");
    assertThat(FailureWords.of(new ConnectException())).isEqualTo("the connection was refused");
    assertThat(FailureWords.of(new IOException(null, new ClosedChannelException())))
        .isEqualTo("the connection was closed");
    assertThat(FailureWords.of(new CancellationException())).isEqualTo("it was cancelled");
  }

  /** A class is no word for people; one that wraps another has only the other's. */
  @Test
  void whatOnlyWrapsSaysNothing() {
    var missing = new NoSuchFileException("/nowhere");

    assertThat(FailureWords.of(new UncheckedIOException(missing)))
        .isEqualTo("there is no such file: /nowhere");
    assertThat(FailureWords.of(new ExecutionException(new CompletionException(missing))))
        .isEqualTo("there is no such file: /nowhere");
    assertThat(FailureWords.of(new DirectoryIteratorException(missing)))
        .isEqualTo("there is no such file: /nowhere");
    assertThat(FailureWords.of(new IllegalStateException("own words", missing)))
        .isEqualTo("own words");
  }

  @Test
  void filesThatAreOtherThanExpectedAreSaidInWords(@TempDir Path folder) throws IOException {
    Path file = Files.write(folder.resolve("latin"), new byte[] {(byte) 0xFC});

    assertThat(words(() -> Files.readString(file))).isEqualTo("it is not text in UTF-8");
    assertThat(words(() -> Files.createFile(file))).isEqualTo("it is there already: " + file);
    assertThat(words(() -> Files.newDirectoryStream(file))).isEqualTo("it is no folder: " + file);
  }

  private interface Action {
    Object run() throws IOException;
  }

  private static String words(Action action) {
    try {
      return "it worked: " + action.run();
    } catch (IOException e) {
      return FailureWords.of(e);
    }
  }

  /** The one that said null. */
  @Test
  void aRefusedConnectionOfJavasOwnClientIsOne() {
    var request = HttpRequest.newBuilder(URI.create("http://127.0.0.1:1/")).build();
    Exception failure = null;
    try {
      var unused = HttpClient.newHttpClient().send(request, BodyHandlers.ofString());
    } catch (IOException e) {
      failure = e;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }

    assertThat(failure).isNotNull();
    assertThat(failure.getMessage()).isNull();
    assertThat(FailureWords.of(failure)).isEqualTo("the connection was refused");
  }

  @Test
  void aRingOfCausesEnds() {
    var one = new IOException((String) null);
    var other = new IOException(null, one);
    one.initCause(other);

    assertThat(FailureWords.of(one)).isEqualTo("IOException");
  }
}
