package io.wattune.schemas.answer;

import java.io.IOException;
import java.net.http.HttpResponse.BodyHandler;
import java.net.http.HttpResponse.BodySubscriber;
import java.net.http.HttpResponse.BodySubscribers;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Flow;
import org.jspecify.annotations.Nullable;

/** Takes the body of an answer, and fails where it is longer than allowed: it may have no end. */
public final class LimitedBody implements BodySubscriber<byte[]> {
  private final BodySubscriber<byte[]> bytes = BodySubscribers.ofByteArray();
  private final int most;
  private final String whose;
  private long taken;
  private Flow.@Nullable Subscription subscription;

  private LimitedBody(int most, String whose) {
    this.most = most;
    this.whose = whose;
  }

  /** Takes at most so many bytes of each answer. */
  public static BodyHandler<byte[]> of(int most) {
    return of(most, "the answer");
  }

  /** The same, with a name for the answer in the failure. */
  public static BodyHandler<byte[]> of(int most, String whose) {
    return answer -> new LimitedBody(most, whose);
  }

  @Override
  public CompletionStage<byte[]> getBody() {
    return bytes.getBody();
  }

  @Override
  public void onSubscribe(Flow.Subscription given) {
    subscription = given;
    bytes.onSubscribe(given);
  }

  @Override
  public void onNext(List<ByteBuffer> buffers) {
    if (taken > most) {
      return; // Some may come after the cancel.
    }
    for (ByteBuffer each : buffers) {
      taken += each.remaining();
    }
    if (taken <= most) {
      bytes.onNext(buffers);
      return;
    }
    Flow.Subscription given = subscription;
    if (given != null) {
      given.cancel();
    }
    bytes.onError(new IOException(whose + " has more than " + most + " bytes"));
  }

  @Override
  public void onError(Throwable failure) {
    bytes.onError(failure);
  }

  @Override
  public void onComplete() {
    if (taken <= most) {
      bytes.onComplete();
    }
  }
}
