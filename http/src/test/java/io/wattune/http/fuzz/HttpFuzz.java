package io.wattune.http.fuzz;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.io.IOException;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;

/**
 * Requests that are nearly right, for the tests of whoever has a server: some bytes of right ones
 * are changed, left out, repeated or moved.
 */
public final class HttpFuzz {
  /** For every build. */
  public static final Duration SHORT = Duration.ofSeconds(3);

  /** For a soak. */
  public static final Duration LONG = Duration.ofMinutes(5);

  private static final int PATIENCE_MILLIS = 50;

  private final URI server;
  private final List<String> seeds;

  /**
   * What is sent.
   *
   * @param seeds right requests, whole, as they go over the wire
   */
  public HttpFuzz(URI server, List<String> seeds) {
    this.server = server;
    this.seeds = List.copyOf(seeds);
  }

  /**
   * Sends for so long. What is answered as a defect of ours names the seed with which it is again.
   *
   * @return how often each status was answered; 0 for a request that got no answer in time
   */
  public Map<Integer, Integer> send(Duration length, long seed) {
    var random = new Random(seed);
    Map<Integer, Integer> answers = new TreeMap<>();
    long end = System.nanoTime() + length.toNanos();
    for (int i = 0; System.nanoTime() - end < 0; i++) {
      byte[] request = changed(seeds.get(random.nextInt(seeds.size())), random);
      int status = status(request);
      if (status == 500) {
        throw new AssertionError(
            "seed " + seed + ", request " + i + ": " + new String(request, ISO_8859_1));
      }
      answers.merge(status, 1, Integer::sum);
    }
    return answers;
  }

  private static byte[] changed(String seed, Random random) {
    var text = new StringBuilder(seed);
    for (int n = random.nextInt(6); n > 0 && !text.isEmpty(); n--) {
      int at = random.nextInt(text.length());
      int to = Math.min(text.length(), at + 1 + random.nextInt(12));
      switch (random.nextInt(5)) {
        case 0 -> text.setCharAt(at, (char) random.nextInt(256));
        case 1 -> text.delete(at, to);
        case 2 -> text.insert(at, text.substring(at, to).repeat(1 + random.nextInt(40)));
        case 3 -> text.insert(at, ODD.get(random.nextInt(ODD.size())));
        default -> text.insert(random.nextInt(text.length()), text.substring(at, to));
      }
    }
    return text.toString().getBytes(ISO_8859_1);
  }

  private static final List<String> ODD =
      List.of(
          "%00",
          "%2e%2e%2f",
          "%ff%fe",
          "-1",
          "9223372036854775808",
          "1e400",
          "NaN",
          "null",
          "{}",
          "[[",
          "\"",
          "&&=",
          "?",
          "#",
          "%",
          "\u00c3\u00a4",
          " ",
          "\r\n");

  /** The answer's status; 0 where there is none for a request that is not whole. */
  private int status(byte[] request) {
    try (Socket socket = new Socket(server.getHost(), server.getPort())) {
      socket.setSoTimeout(PATIENCE_MILLIS);
      socket.getOutputStream().write(request);
      socket.shutdownOutput();
      byte[] answer = new byte[12];
      int n = socket.getInputStream().readNBytes(answer, 0, answer.length);
      String line = new String(answer, 0, n, ISO_8859_1);
      return line.matches("HTTP/1\\.1 \\d{3}") ? Integer.parseInt(line.substring(9)) : 0;
    } catch (SocketTimeoutException e) {
      return 0;
    } catch (IOException e) {
      return 0; // Closed in the middle: it was no request.
    }
  }
}
