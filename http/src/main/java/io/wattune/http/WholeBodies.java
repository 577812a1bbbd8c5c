package io.wattune.http;

import org.eclipse.jetty.http.HttpField;
import org.eclipse.jetty.http.HttpFields;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.http.HttpStatus;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.server.handler.EagerContentHandler;
import org.eclipse.jetty.util.Callback;

/**
 * Sees that {@link #reading} has a whole body before it begins with a request, so that one that
 * comes slowly takes no thread. A wish for another protocol is ignored, which a server may do (RFC
 * 9110, 7.8): Java's own client has one with each first request. Who waits to be asked for the body
 * is refused.
 */
final class WholeBodies extends Handler.Wrapper {

  /** Reads a request's body before a thread is given to the request: stands behind this one. */
  static Handler.Singleton reading(long mostBytes) {
    // Jetty counts some bytes more for each piece in which a body comes.
    return new EagerContentHandler(
        new EagerContentHandler.RetainedContentLoaderFactory(2 * mostBytes, -1, true));
  }

  @Override
  public boolean handle(Request request, Response response, Callback callback) throws Exception {
    if (request.getHeaders().contains(HttpHeader.EXPECT)) {
      response.getHeaders().put(new HttpField(HttpHeader.CONNECTION, "close"));
      Response.writeError(request, response, callback, HttpStatus.EXPECTATION_FAILED_417);
      return true;
    }
    boolean isUpgrade = request.getHeaders().contains(HttpHeader.UPGRADE);
    return super.handle(
        isUpgrade && hasBody(request) ? new WithoutUpgrade(request) : request, response, callback);
  }

  /** As if it had asked for no other protocol. */
  private static final class WithoutUpgrade extends Request.Wrapper {
    private final HttpFields headers;

    WithoutUpgrade(Request request) {
      super(request);
      headers = HttpFields.build(request.getHeaders()).remove(HttpHeader.UPGRADE).asImmutable();
    }

    @Override
    public HttpFields getHeaders() {
      return headers;
    }
  }

  private static boolean hasBody(Request request) {
    return request.getLength() != 0 || request.getHeaders().contains(HttpHeader.TRANSFER_ENCODING);
  }
}
