package io.wattune.http;

import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.http.HttpStatus;
import org.eclipse.jetty.io.Content;
import org.eclipse.jetty.io.EofException;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.server.handler.ErrorHandler;
import org.eclipse.jetty.util.Callback;

/** Answers what is no request that a route could be found for: a status and its name, no more. */
final class PlainErrors implements Request.Handler {
  @Override
  public boolean handle(Request request, Response response, Callback callback) {
    if (request.getAttribute(ErrorHandler.ERROR_EXCEPTION) instanceof EofException) {
      response.setStatus(HttpStatus.BAD_REQUEST_400); // The body ended too soon: not our fault.
    }
    HttpAnswers.HEADERS.forEach((name, value) -> response.getHeaders().put(name, value));
    response.getHeaders().put(HttpHeader.CONTENT_TYPE, "text/plain; charset=utf-8");
    Content.Sink.write(
        response, true, HttpStatus.getMessage(response.getStatus()) + "\n", callback);
    return true;
  }
}
