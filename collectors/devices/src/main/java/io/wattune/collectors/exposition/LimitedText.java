package io.wattune.collectors.exposition;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.http.HttpResponse;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Flow;

/** The text of an answer over HTTP, up to a length: what is longer is given up. */
final class LimitedText implements HttpResponse.BodySubscriber<String> {
  private final int mostBytes;
  private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
  private final CompletableFuture<String> text = new CompletableFuture<>();
  private Flow.Subscription subscription;

  @SuppressWarnings("NullAway.Init") // The client subscribes before anything else.
  private LimitedText(int mostBytes) {
    this.mostBytes = mostBytes;
  }

  /** A text of at most so many bytes, in UTF-8. */
  static HttpResponse.BodySubscriber<String> of(int mostBytes) {
    return new LimitedText(mostBytes);
  }

  @Override
  public CompletionStage<String> getBody() {
    return text;
  }

  @Override
  public void onSubscribe(Flow.Subscription given) {
    subscription = given;
    given.request(Long.MAX_VALUE);
  }

  @Override
  public void onNext(List<ByteBuffer> parts) {
    for (ByteBuffer part : parts) {
      if (bytes.size() + (long) part.remaining() > mostBytes) {
        subscription.cancel();
        boolean unused =
            text.completeExceptionally(
                new IOException("its answer has more than " + mostBytes + " bytes"));
        return;
      }
      var piece = new byte[part.remaining()];
      part.get(piece);
      bytes.writeBytes(piece);
    }
  }

  @Override
  public void onError(Throwable failure) {
    boolean unused = text.completeExceptionally(failure);
  }

  @Override
  public void onComplete() {
    boolean unused = text.complete(bytes.toString(StandardCharsets.UTF_8));
  }
}
