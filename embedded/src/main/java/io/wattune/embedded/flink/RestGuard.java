package io.wattune.embedded.flink;

import java.net.URI;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.apache.flink.configuration.ConfigOption;
import org.apache.flink.configuration.ConfigOptions;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.RestOptions;
import org.apache.flink.runtime.io.network.netty.InboundChannelHandlerFactory;
import org.apache.flink.runtime.rest.FileUploadHandler;
import org.apache.flink.shaded.netty4.io.netty.buffer.Unpooled;
import org.apache.flink.shaded.netty4.io.netty.channel.ChannelFuture;
import org.apache.flink.shaded.netty4.io.netty.channel.ChannelFutureListener;
import org.apache.flink.shaded.netty4.io.netty.channel.ChannelHandler;
import org.apache.flink.shaded.netty4.io.netty.channel.ChannelHandlerContext;
import org.apache.flink.shaded.netty4.io.netty.channel.ChannelInboundHandlerAdapter;
import org.apache.flink.shaded.netty4.io.netty.handler.codec.http.DefaultFullHttpResponse;
import org.apache.flink.shaded.netty4.io.netty.handler.codec.http.HttpHeaderNames;
import org.apache.flink.shaded.netty4.io.netty.handler.codec.http.HttpMethod;
import org.apache.flink.shaded.netty4.io.netty.handler.codec.http.HttpRequest;
import org.apache.flink.shaded.netty4.io.netty.handler.codec.http.HttpResponseStatus;
import org.apache.flink.shaded.netty4.io.netty.handler.codec.http.HttpVersion;
import org.apache.flink.shaded.netty4.io.netty.util.ReferenceCountUtil;
import org.jspecify.annotations.Nullable;

/**
 * Makes the REST interface of a cluster in this process a view: whoever reaches the port may look,
 * and neither bring code nor stop a job. {@code web.submit.enable} alone does not do that: jobs are
 * taken at {@code POST /v1/jobs} all the same. Flink finds this class by its service file.
 *
 * <p>Refused are all requests but GET and HEAD, those by which YARN cancels with a GET, those that
 * are addressed to another name than the loopback interface's or the configured one, since a site
 * could give its own name this address, and those that a browser makes for another site. Test:
 * {@code RestGuardTest}.
 */
public final class RestGuard implements InboundChannelHandlerFactory {
  /** Whether the interface is a view; it is not for a cluster that takes jobs. */
  static final ConfigOption<Boolean> IS_VIEW =
      ConfigOptions.key("wattune.rest.is-view").booleanType().defaultValue(false);

  private static final Set<HttpMethod> SAFE = Set.of(HttpMethod.GET, HttpMethod.HEAD);
  private static final Set<String> LOOPBACK = Set.of("localhost", "127.0.0.1", "[::1]");
  private static final Set<String> OUR_SITES = Set.of("same-origin", "none");

  @Override
  public int priority() {
    return 0;
  }

  @Override
  public Optional<ChannelHandler> createHandler(
      Configuration configuration, Map<String, String> responseHeaders) {
    return configuration.get(IS_VIEW)
        ? Optional.of(new Handler(configuration.get(RestOptions.ADDRESS)))
        : Optional.empty();
  }

  private static final class Handler extends ChannelInboundHandlerAdapter {
    private final @Nullable String address;

    Handler(@Nullable String address) {
      this.address = address;
    }

    /** What is uploaded would be on disk before it is refused. */
    @Override
    public void handlerAdded(ChannelHandlerContext context) {
      if (context.pipeline().get(FileUploadHandler.class) != null) {
        context.pipeline().remove(FileUploadHandler.class);
      }
    }

    @Override
    public void channelRead(ChannelHandlerContext context, Object message) throws Exception {
      HttpResponseStatus refusal = message instanceof HttpRequest request ? refusal(request) : null;
      if (refusal == null) {
        super.channelRead(context, message);
        return;
      }
      ReferenceCountUtil.release(message);
      var body = "this Flink shows its jobs and takes none: " + refusal.reasonPhrase() + "\n";
      var answer =
          new DefaultFullHttpResponse(
              HttpVersion.HTTP_1_1, refusal, Unpooled.copiedBuffer(body, StandardCharsets.UTF_8));
      answer.headers().set(HttpHeaderNames.CONTENT_TYPE, "text/plain; charset=utf-8");
      answer.headers().set(HttpHeaderNames.CONTENT_LENGTH, answer.content().readableBytes());
      ChannelFuture unused = context.writeAndFlush(answer).addListener(ChannelFutureListener.CLOSE);
    }

    private @Nullable HttpResponseStatus refusal(HttpRequest request) {
      if (!SAFE.contains(request.method()) || endsJobs(request.uri())) {
        return HttpResponseStatus.METHOD_NOT_ALLOWED;
      }
      if (!isOurs(request.headers().get(HttpHeaderNames.HOST))) {
        return HttpResponseStatus.MISDIRECTED_REQUEST;
      }
      String site = request.headers().get("Sec-Fetch-Site");
      boolean isLink = "navigate".equals(request.headers().get("Sec-Fetch-Mode"));
      return site == null || isLink || OUR_SITES.contains(site)
          ? null
          : HttpResponseStatus.FORBIDDEN;
    }

    /**
     * By its path, decoded as Flink decodes it; one that is none ends nothing, and gets nothing.
     */
    private static boolean endsJobs(String uri) {
      try {
        String path = new URI(uri).getPath();
        return path == null || path.toLowerCase(Locale.ROOT).contains("/yarn-");
      } catch (URISyntaxException e) {
        return true;
      }
    }

    private boolean isOurs(@Nullable String hostHeader) {
      if (hostHeader == null) {
        return false;
      }
      String host = hostHeader.toLowerCase(Locale.ROOT).replaceFirst(":\\d{1,5}$", "");
      return LOOPBACK.contains(host) || host.equals(address);
    }
  }
}
