package io.wattune.http;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;

/** Sends a request exactly as written; a real client would correct or refuse some of them. */
final class Wire {
  private static final int PATIENCE_MILLIS = 10_000;

  record Answer(int status, Map<String, String> headers, String body) {
    String header(String name) {
      return headers.getOrDefault(name.toLowerCase(Locale.ROOT), "");
    }

    /** {@code name=value} of the cookie that was set. */
    String cookie() {
      return header("Set-Cookie").split(";", 2)[0];
    }
  }

  private final int port;

  Wire(URI server) {
    this.port = server.getPort();
  }

  String host() {
    return "127.0.0.1:" + port;
  }

  Answer send(String method, String path, Map<String, String> headers, String body)
      throws IOException {
    Map<String, String> all = new LinkedHashMap<>();
    all.put("Host", host());
    all.put("Connection", "close");
    if (!body.isEmpty() && !headers.containsKey("Transfer-Encoding")) {
      all.put("Content-Length", String.valueOf(body.getBytes(StandardCharsets.UTF_8).length));
    }
    all.putAll(headers);
    String lines =
        all.entrySet().stream()
            .map(header -> header.getKey() + ": " + header.getValue() + "\r\n")
            .collect(Collectors.joining());
    return raw(method + " " + path + " HTTP/1.1\r\n" + lines + "\r\n" + body);
  }

  Answer raw(String request) throws IOException {
    try (var socket = new Socket("127.0.0.1", port)) {
      socket.setSoTimeout(PATIENCE_MILLIS);
      OutputStream out = socket.getOutputStream();
      out.write(request.getBytes(StandardCharsets.UTF_8));
      out.flush();
      var in = new ByteArrayOutputStream();
      try {
        socket.getInputStream().transferTo(in);
      } catch (IOException e) {
        // A server that does not read a body to its end may reset the connection after its answer.
        if (in.size() == 0) {
          throw e;
        }
      }
      return parse(in.toString(StandardCharsets.UTF_8));
    }
  }

  private static Answer parse(String text) {
    int end = text.indexOf("\r\n\r\n");
    String[] lines = text.substring(0, end).split("\r\n");
    Map<String, String> headers = new LinkedHashMap<>();
    for (int i = 1; i < lines.length; i++) {
      String[] header = lines[i].split(": ", 2);
      headers.put(header[0].toLowerCase(Locale.ROOT), header[1]);
    }
    return new Answer(Integer.parseInt(lines[0].split(" ")[1]), headers, text.substring(end + 4));
  }
}
