package io.wattune.http;

import java.util.regex.Pattern;

/** Names and addresses by which a machine reaches itself. */
final class Loopback {
  /** Four numbers: a name such as 127.example.org is somebody else's. */
  private static final Pattern IPV4 = Pattern.compile("127\\.\\d{1,3}\\.\\d{1,3}\\.\\d{1,3}");

  private Loopback() {}

  static boolean isLoopback(String host) {
    return host.equals("localhost") || host.equals("::1") || IPV4.matcher(host).matches();
  }
}
