package io.wattune.http;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Who may do what. Without a token everybody who reaches the server may do everything, so that it
 * has to listen on loopback; with one, everybody needs one.
 *
 * @param readToken lets look
 * @param operateToken lets look and change state
 */
public record Access(@Nullable String readToken, @Nullable String operateToken) {
  /** Loopback only: whoever is on this machine may do everything. */
  public static final Access OPEN = new Access(null, null);

  private static final int SHORTEST = 16;

  private static final Pattern TOKEN = Pattern.compile("[A-Za-z0-9._~+/=-]{16,256}");

  public Access {
    requireToken("read", readToken);
    requireToken("operate", operateToken);
    if (readToken != null && readToken.equals(operateToken)) {
      throw new IllegalArgumentException("the tokens of read and operate must differ");
    }
  }

  /**
   * Reads a token file: lines {@code read=TOKEN} and {@code operate=TOKEN}, at least one of them;
   * empty lines and lines that begin with {@code #} say nothing.
   *
   * @throws IllegalArgumentException where a line is something else; it never shows a token
   */
  public static Access ofFile(Path file) throws IOException {
    String read = null;
    String operate = null;
    List<String> lines = Files.readAllLines(file, StandardCharsets.UTF_8);
    for (int i = 0; i < lines.size(); i++) {
      String line = lines.get(i).strip();
      String place = file + ":" + (i + 1) + ": ";
      if (line.isEmpty() || line.startsWith("#")) {
        continue;
      }
      if (line.startsWith("read=") && read == null) {
        read = token(place, line);
      } else if (line.startsWith("operate=") && operate == null) {
        operate = token(place, line);
      } else {
        throw new IllegalArgumentException(
            place + "a token file has a line read=TOKEN, a line operate=TOKEN, or both");
      }
    }
    if (read == null && operate == null) {
      throw new IllegalArgumentException(file + ": has no token; write a line operate=TOKEN");
    }
    return new Access(read, operate);
  }

  /** Whether nobody needs a token. */
  public boolean isOpen() {
    return readToken == null && operateToken == null;
  }

  /** The role that a token gives; takes as long whatever the token is. */
  Optional<Role> roleOf(String token) {
    boolean reads = same(readToken, token);
    boolean operates = same(operateToken, token);
    return operates ? Optional.of(Role.OPERATE) : reads ? Optional.of(Role.READ) : Optional.empty();
  }

  /** Tokens are never shown. */
  @Override
  public String toString() {
    return "Access[read="
        + (readToken == null ? "none" : "***")
        + ", operate="
        + (operateToken == null ? "none" : "***")
        + "]";
  }

  private static boolean same(@Nullable String kept, String given) {
    return kept != null
        && MessageDigest.isEqual(
            kept.getBytes(StandardCharsets.UTF_8), given.getBytes(StandardCharsets.UTF_8));
  }

  private static String token(String place, String line) {
    String token = line.substring(line.indexOf('=') + 1).strip();
    if (!TOKEN.matcher(token).matches()) {
      throw new IllegalArgumentException(place + rule());
    }
    return token;
  }

  private static void requireToken(String role, @Nullable String token) {
    if (token != null && !TOKEN.matcher(token).matches()) {
      throw new IllegalArgumentException("the token of " + role + ": " + rule());
    }
  }

  private static String rule() {
    return "a token has "
        + SHORTEST
        + "..256 letters, digits or . _ ~ + / = -; make one with: openssl rand -hex 32";
  }
}
