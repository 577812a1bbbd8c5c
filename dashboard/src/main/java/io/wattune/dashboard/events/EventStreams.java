package io.wattune.dashboard.events;

import io.javalin.http.sse.SseClient;
import io.wattune.dashboard.api.ActivityNames;
import io.wattune.dashboard.state.LiveState;
import io.wattune.http.Caller;
import io.wattune.http.Problem;
import io.wattune.schemas.thread.Worker;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * {@code GET /api/events}: a thread for each page, so that one that does not read holds up nobody
 * else. There may be {@value #MOST_PAGES} at once; whoever has the most gives way.
 */
public final class EventStreams implements Consumer<SseClient>, AutoCloseable {
  static final int MOST_PAGES = 64;

  private static final Logger LOG = LoggerFactory.getLogger(EventStreams.class);
  private static final long EVERY_NANOS = TimeUnit.MILLISECONDS.toNanos(500);

  private final LiveState state;
  private final ActivityNames names;
  private final Supplier<?> health;
  private final LongSupplier clockNanos;
  private final PagePlaces places = new PagePlaces(MOST_PAGES);
  private volatile boolean isStopping;

  /**
   * Streams of this state.
   *
   * @param health what the event {@code health} says
   */
  public EventStreams(
      LiveState state, ActivityNames names, Supplier<?> health, LongSupplier clockNanos) {
    this.state = state;
    this.names = names;
    this.health = health;
    this.clockNanos = clockNanos;
  }

  @Override
  public void accept(SseClient client) {
    // By the token's owner and the address: without tokens all of one machine are one caller.
    PagePlaces.Page place = places.take(Caller.of(client.ctx()).toString(), client::close);
    if (place == null) {
      throw Problem.unavailable(
          MOST_PAGES + " pages are open already", "/api/events", "close one, or try again later");
    }
    client.keepAlive();
    Worker.once("dashboard-events", () -> run(client, place)).start();
  }

  private void run(SseClient client, PagePlaces.Page place) {
    try (place) {
      PageFeed feed = new PageFeed(state, names, health, new ClientSink(client));
      boolean isThere = true;
      while (isThere && !isStopping && !place.isGone()) {
        long startNanos = System.nanoTime();
        isThere = feed.sendNews(clockNanos.getAsLong());
        LockSupport.parkNanos(EVERY_NANOS - (System.nanoTime() - startNanos));
      }
    } catch (RuntimeException e) {
      LOG.debug("a page's stream has ended", e);
    } finally {
      client.close();
    }
  }

  @Override
  public void close() {
    isStopping = true;
  }

  /** A page over the network. */
  private record ClientSink(SseClient client) implements EventSink {
    @Override
    public boolean send(String event, byte[] json) {
      client.sendEvent(event, new String(json, StandardCharsets.UTF_8));
      return !client.terminated();
    }

    @Override
    public boolean beat() {
      client.sendComment("still here");
      return !client.terminated();
    }
  }
}
