package io.wattune.testkit.browser;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.WebSocket;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/** One connection of the DevTools protocol: commands with answers, events of each session. */
final class DevTools implements WebSocket.Listener, AutoCloseable {
  static final ObjectMapper JSON = new ObjectMapper();
  private static final long ANSWER_SECONDS = 60;

  private final AtomicInteger number = new AtomicInteger();
  private final Map<Integer, CompletableFuture<JsonNode>> waiting = new ConcurrentHashMap<>();
  private final Map<String, BiConsumer<String, JsonNode>> listeners = new ConcurrentHashMap<>();
  private final StringBuilder parts = new StringBuilder();
  private @Nullable WebSocket socket;

  private DevTools() {}

  static DevTools connect(URI address) {
    DevTools tools = new DevTools();
    tools.socket =
        HttpClient.newHttpClient().newWebSocketBuilder().buildAsync(address, tools).join();
    return tools;
  }

  void listen(String session, BiConsumer<String, JsonNode> listener) {
    listeners.put(session, listener);
  }

  JsonNode ask(@Nullable String session, String method, ObjectNode parameters) {
    int id = number.incrementAndGet();
    ObjectNode message = JSON.createObjectNode().put("id", id).put("method", method);
    message.set("params", parameters);
    if (session != null) {
      message.put("sessionId", session);
    }
    CompletableFuture<JsonNode> answer = new CompletableFuture<>();
    waiting.put(id, answer);
    send(message.toString());
    return answer.orTimeout(ANSWER_SECONDS, TimeUnit.SECONDS).join();
  }

  private synchronized void send(String text) {
    WebSocket open = socket;
    if (open == null) {
      throw new IllegalStateException("not connected");
    }
    open.sendText(text, true).join();
  }

  @Override
  public @Nullable CompletionStage<?> onText(WebSocket from, CharSequence data, boolean last) {
    parts.append(data);
    if (last) {
      String text = parts.toString();
      parts.setLength(0);
      take(text);
    }
    from.request(1);
    return null;
  }

  private void take(String text) {
    JsonNode message;
    try {
      message = JSON.readTree(text);
    } catch (JsonProcessingException e) {
      throw new UncheckedIOException(e);
    }
    if (message.has("id")) {
      answer(message);
      return;
    }
    BiConsumer<String, JsonNode> listener = listeners.get(message.path("sessionId").asText());
    if (listener != null) {
      listener.accept(message.path("method").asText(), message.path("params"));
    }
  }

  private void answer(JsonNode message) {
    CompletableFuture<JsonNode> answer = waiting.remove(message.path("id").asInt());
    if (answer == null) {
      return;
    }
    if (message.has("error")) {
      answer.completeExceptionally(new IllegalStateException(message.path("error").toString()));
    } else {
      answer.complete(message.path("result"));
    }
  }

  @Override
  public void close() {
    WebSocket open = socket;
    if (open != null) {
      open.abort();
    }
  }
}
