package io.wattune.http;

import org.eclipse.jetty.http.HttpField;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.http.HttpStatus;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.server.handler.EagerContentHandler;
import org.eclipse.jetty.util.Callback;

/**
 * Refuses what would make {@link #reading} begin with a request before its body is there, so that a
 * body that comes slowly takes a thread.
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
    boolean isEarly = request.getHeaders().contains(HttpHeader.EXPECT);
    boolean isUpgrade = request.getHeaders().contains(HttpHeader.UPGRADE);
    if (isEarly || (isUpgrade && hasBody(request))) {
      response.getHeaders().put(new HttpField(HttpHeader.CONNECTION, "close"));
      Response.writeError(
          request,
          response,
          callback,
          isEarly ? HttpStatus.EXPECTATION_FAILED_417 : HttpStatus.BAD_REQUEST_400);
      return true;
    }
    return super.handle(request, response, callback);
  }

  private static boolean hasBody(Request request) {
    return request.getLength() != 0 || request.getHeaders().contains(HttpHeader.TRANSFER_ENCODING);
  }
}
