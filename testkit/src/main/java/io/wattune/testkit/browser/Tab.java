package io.wattune.testkit.browser;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.net.URI;
import java.time.Duration;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import org.awaitility.Awaitility;

/** One tab: goes to addresses, runs script, presses keys, listens to the console. */
public final class Tab implements AutoCloseable {
  private static final Duration PATIENCE = Duration.ofSeconds(30);
  private static final Map<String, Integer> KEY_CODES =
      Map.of(
          "Enter",
          13,
          "Tab",
          9,
          "Escape",
          27,
          "ArrowRight",
          39,
          "ArrowLeft",
          37,
          "ArrowDown",
          40,
          "ArrowUp",
          38,
          "Home",
          36,
          "End",
          35,
          " ",
          32);

  private final DevTools tools;
  private final String session;
  private final String target;
  private final List<String> complaints = new CopyOnWriteArrayList<>();

  private Tab(DevTools tools, String session, String target) {
    this.tools = tools;
    this.session = session;
    this.target = target;
  }

  static Tab open(DevTools tools) {
    String context =
        tools.ask(null, "Target.createBrowserContext", object()).path("browserContextId").asText();
    String target =
        tools
            .ask(
                null,
                "Target.createTarget",
                object().put("url", "about:blank").put("browserContextId", context))
            .path("targetId")
            .asText();
    String session =
        tools
            .ask(
                null,
                "Target.attachToTarget",
                object().put("targetId", target).put("flatten", true))
            .path("sessionId")
            .asText();
    Tab tab = new Tab(tools, session, target);
    tools.listen(session, tab::hear);
    for (String domain : List.of("Page", "Runtime", "Log")) {
      tab.ask(domain + ".enable", object());
    }
    tab.size(1440, 1000, 1);
    return tab;
  }

  private static ObjectNode object() {
    return DevTools.JSON.createObjectNode();
  }

  private JsonNode ask(String method, ObjectNode parameters) {
    return tools.ask(session, method, parameters);
  }

  private void hear(String event, JsonNode data) {
    switch (event) {
      case "Runtime.consoleAPICalled" -> {
        String type = data.path("type").asText();
        if (type.equals("error") || type.equals("warning") || type.equals("assert")) {
          complaints.add(type + ": " + data.path("args"));
        }
      }
      case "Runtime.exceptionThrown" ->
          complaints.add(
              "exception: "
                  + data.path("exceptionDetails")
                      .path("exception")
                      .path("description")
                      .asText(data.toString()));
      case "Log.entryAdded" -> {
        JsonNode entry = data.path("entry");
        if (entry.path("level").asText().equals("error")) {
          complaints.add("log: " + entry.path("text").asText() + " " + entry.path("url").asText());
        }
      }
      default -> {
        // Other events say nothing about the page's health.
      }
    }
  }

  /** Console errors and warnings, uncaught exceptions, blocked or failed loads. */
  public List<String> complaints() {
    return List.copyOf(complaints);
  }

  public void forgetComplaints() {
    complaints.clear();
  }

  public void size(int width, int height, double scale) {
    ask(
        "Emulation.setDeviceMetricsOverride",
        object()
            .put("width", width)
            .put("height", height)
            .put("deviceScaleFactor", scale)
            .put("mobile", false));
  }

  /** What the media queries see, for example prefers-color-scheme and dark. */
  public void media(String feature, String value) {
    ObjectNode parameters = object();
    ArrayNode features = parameters.putArray("features");
    features.addObject().put("name", feature).put("value", value);
    ask("Emulation.setEmulatedMedia", parameters);
  }

  public void timeZone(String name) {
    ask("Emulation.setTimezoneOverride", object().put("timezoneId", name));
  }

  /** Script that runs before any of the page's, in each document from now on. */
  public void beforeEachPage(String script) {
    ask("Page.addScriptToEvaluateOnNewDocument", object().put("source", script));
  }

  public void open(URI address) {
    evaluate("window.__leaving = true");
    ask("Page.navigate", object().put("url", address.toString()));
    await("window.__leaving === undefined && document.readyState === 'complete'");
  }

  public void reload() {
    evaluate("window.__leaving = true");
    ask("Page.reload", object());
    await("window.__leaving === undefined && document.readyState === 'complete'");
  }

  /** The value of an expression as JSON; a promise is waited for. */
  public JsonNode evaluate(String expression) {
    JsonNode answer =
        ask(
            "Runtime.evaluate",
            object()
                .put("expression", expression)
                .put("awaitPromise", true)
                .put("returnByValue", true));
    if (answer.has("exceptionDetails")) {
      throw new IllegalStateException(
          expression + ": " + answer.path("exceptionDetails").path("exception"));
    }
    return answer.path("result").path("value");
  }

  public String text(String selector) {
    return evaluate("(document.querySelector(" + quoted(selector) + ")?.innerText ?? '')").asText();
  }

  public boolean has(String selector) {
    return evaluate("document.querySelector(" + quoted(selector) + ") !== null").asBoolean();
  }

  public int count(String selector) {
    return evaluate("document.querySelectorAll(" + quoted(selector) + ").length").asInt();
  }

  /** Waits until an expression is true; says what the page showed where it never is. */
  public void await(String expression) {
    try {
      Awaitility.await(expression)
          .pollInterval(Duration.ofMillis(25))
          .atMost(PATIENCE)
          .until(() -> isTrue(expression));
    } catch (org.awaitility.core.ConditionTimeoutException e) {
      throw new AssertionError(
          expression + " never came; console: " + complaints + "; page: " + start(text("body")), e);
    }
  }

  private static String start(String text) {
    return text.length() <= 600 ? text : text.substring(0, 600) + " ...";
  }

  /** False also while a document is being exchanged for the next. */
  private boolean isTrue(String expression) {
    try {
      return evaluate("Boolean(" + expression + ")").asBoolean();
    } catch (IllegalStateException | java.util.concurrent.CompletionException e) {
      return false;
    }
  }

  public void awaitText(String selector, String... parts) {
    for (String part : parts) {
      await(
          "(document.querySelector("
              + quoted(selector)
              + ")?.innerText ?? '').includes("
              + quoted(part)
              + ")");
    }
  }

  /**
   * A real click in the middle of the element, which must be in view and not covered. Waits until
   * two frames have it in the same place: a page that still lays out moves it away. Clicks once,
   * and fails where the click did not arrive: a person would have lost it, too.
   */
  public void click(String selector) {
    await(
        "document.querySelector("
            + quoted(selector)
            + ")?.checkVisibility({ visibilityProperty: true })");
    evaluate(
        "(() => { window.__clicked = false; window.__hit = null; const seen = e => {"
            + " document.removeEventListener('click', seen, true); window.__hit ="
            + " e.target.outerHTML.slice(0, 200); if (e.target.closest("
            + quoted(selector)
            + ")) window.__clicked = true; };"
            + " document.addEventListener('click', seen, true); })()");
    clickOnce(selector);
    // A page that was left knows of no click.
    if (isTrue("window.__clicked === false")) {
      throw new AssertionError(
          "the click on " + selector + " was lost; it hit " + evaluate("String(__hit)").asText());
    }
  }

  private void clickOnce(String selector) {
    JsonNode at =
        evaluate(
            "(async () => { const frame = () => new Promise(requestAnimationFrame);"
                + " const place = () => { const e = document.querySelector("
                + quoted(selector)
                + "); e.scrollIntoView({block: 'center'}); const b = e.getBoundingClientRect();"
                + " return [b.left + b.width / 2, b.top + b.height / 2]; };"
                + " let old = place(); for (let i = 0; i < 100; i++) { await frame(); await frame();"
                + " const now = place(); if (now.join() === old.join()) break; old = now; }"
                + " return old; })()");
    mouse("mouseMoved", at.path(0).asDouble(), at.path(1).asDouble());
    mouse("mousePressed", at.path(0).asDouble(), at.path(1).asDouble());
    mouse("mouseReleased", at.path(0).asDouble(), at.path(1).asDouble());
  }

  /** Presses at one share of an element's width and lets go at another. */
  public void drag(String selector, double from, double to) {
    JsonNode box =
        evaluate(
            "(() => { const e = document.querySelector("
                + quoted(selector)
                + "); e.scrollIntoView({block: 'center'}); const b = e.getBoundingClientRect();"
                + " return [b.left, b.top + b.height / 2, b.width]; })()");
    double left = box.path(0).asDouble();
    double y = box.path(1).asDouble();
    double width = box.path(2).asDouble();
    mouse("mouseMoved", left + width * from, y);
    mouse("mousePressed", left + width * from, y);
    mouse("mouseMoved", left + width * (from + to) / 2, y);
    mouse("mouseMoved", left + width * to, y);
    mouse("mouseReleased", left + width * to, y);
  }

  public void mouse(String type, double x, double y) {
    ask(
        "Input.dispatchMouseEvent",
        object()
            .put("type", type)
            .put("x", x)
            .put("y", y)
            .put("button", "left")
            .put("buttons", 1)
            .put("clickCount", 1));
  }

  /** Presses one key: a character, or a name like Enter, Tab, ArrowRight. */
  public void press(String key) {
    int code =
        KEY_CODES.getOrDefault(
            key, key.length() == 1 ? (int) Character.toUpperCase(key.charAt(0)) : 0);
    boolean named = key.length() > 1;
    ObjectNode down =
        object()
            .put("type", named && !key.equals("Enter") ? "rawKeyDown" : "keyDown")
            .put("key", key)
            .put("windowsVirtualKeyCode", code);
    if (key.equals("Enter")) {
      down.put("text", "\r");
    } else if (!named) {
      down.put("text", key);
    }
    ask("Input.dispatchKeyEvent", down);
    ask(
        "Input.dispatchKeyEvent",
        object().put("type", "keyUp").put("key", key).put("windowsVirtualKeyCode", code));
  }

  public void type(String text) {
    ask("Input.insertText", object().put("text", text));
  }

  /** The window, or with {@code whole} the full height of the page, as PNG. */
  public byte[] picture(boolean whole) {
    ObjectNode parameters = object().put("format", "png").put("captureBeyondViewport", whole);
    if (whole) {
      JsonNode size = ask("Page.getLayoutMetrics", object()).path("cssContentSize");
      ObjectNode clip = parameters.putObject("clip");
      clip.put("x", 0).put("y", 0).put("scale", 1);
      clip.put("width", size.path("width").asDouble())
          .put("height", size.path("height").asDouble());
    }
    return Base64.getDecoder()
        .decode(ask("Page.captureScreenshot", parameters).path("data").asText());
  }

  static String quoted(String text) {
    return DevTools.JSON.getNodeFactory().textNode(text).toString();
  }

  @Override
  public void close() {
    tools.ask(null, "Target.closeTarget", object().put("targetId", target));
  }
}
