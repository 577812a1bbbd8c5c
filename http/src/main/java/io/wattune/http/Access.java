package io.wattune.http;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Who may do what. Without a token everybody who reaches the server may do everything, so that it
 * has to listen on loopback; with one, everybody needs one.
 *
 * @param tokens the tokens that are known, each with what it lets its bearer do and who that is
 */
public record Access(List<Token> tokens) {
  /** Loopback only: whoever is on this machine may do everything. */
  public static final Access OPEN = new Access(List.of());

  private static final int SHORTEST = 16;

  private static final Pattern TOKEN = Pattern.compile("[A-Za-z0-9._~+/=-]{16,256}");

  /** {@code operate=TOKEN}, or {@code operate.ada=TOKEN} where it is one person's or part's. */
  private static final Pattern LINE =
      Pattern.compile("(read|operate)(?:\\.([A-Za-z0-9][A-Za-z0-9_-]{0,39}))?=(.*)");

  /**
   * A token.
   *
   * @param role what it lets its bearer do
   * @param who whose it is; the role's name where the file does not say
   */
  public record Token(Role role, String who, String secret) {
    public Token {
      if (!TOKEN.matcher(secret).matches()) {
        throw new IllegalArgumentException("the token of " + who + ": " + rule());
      }
    }

    boolean is(String given) {
      return MessageDigest.isEqual(
          secret.getBytes(StandardCharsets.UTF_8), given.getBytes(StandardCharsets.UTF_8));
    }

    /** The token itself is never shown. */
    @Override
    public String toString() {
      return who + ":***";
    }
  }

  public Access {
    tokens = List.copyOf(tokens);
    Set<String> secrets = new HashSet<>();
    for (Token each : tokens) {
      if (!secrets.add(each.secret())) {
        throw new IllegalArgumentException("each token must differ from all others");
      }
    }
  }

  /**
   * Reads the text of a token file: lines {@code read=TOKEN} and {@code operate=TOKEN}, at least
   * one; {@code read.NAME=TOKEN} and {@code operate.NAME=TOKEN} say whose a token is, so that logs
   * and holds name him. Empty lines and lines that begin with {@code #} say nothing.
   *
   * @param file what the text is called in messages
   * @throws IllegalArgumentException where a line is something else; it never shows a token
   */
  public static Access of(String file, String text) {
    List<Token> tokens = new ArrayList<>();
    Set<String> names = new HashSet<>();
    List<String> lines = text.lines().toList();
    for (int i = 0; i < lines.size(); i++) {
      String line = lines.get(i).strip();
      if (line.isEmpty() || line.startsWith("#")) {
        continue;
      }
      String place = file + ":" + (i + 1) + ": ";
      Matcher parts = LINE.matcher(line);
      if (!parts.matches()) {
        throw new IllegalArgumentException(
            place
                + "a line of a token file is read=TOKEN, operate=TOKEN, read.NAME=TOKEN or"
                + " operate.NAME=TOKEN");
      }
      String who = parts.group(2) == null ? parts.group(1) : parts.group(2);
      if (!names.add(who)) {
        throw new IllegalArgumentException(place + "'" + who + "' has a token already");
      }
      if (!TOKEN.matcher(parts.group(3).strip()).matches()) {
        throw new IllegalArgumentException(place + rule());
      }
      Role role = Role.valueOf(parts.group(1).toUpperCase(Locale.ROOT));
      tokens.add(new Token(role, who, parts.group(3).strip()));
    }
    if (tokens.isEmpty()) {
      throw new IllegalArgumentException(file + ": has no token; write a line operate=TOKEN");
    }
    try {
      return new Access(tokens);
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException(file + ": " + e.getMessage(), e);
    }
  }

  /** Whether nobody needs a token. */
  public boolean isOpen() {
    return tokens.isEmpty();
  }

  /** The token of a bearer, if it is one; takes as long whichever it is. */
  Optional<Token> find(String given) {
    Optional<Token> found = Optional.empty();
    for (Token each : tokens) {
      found = each.is(given) ? Optional.of(each) : found;
    }
    return found;
  }

  private static String rule() {
    return "a token has "
        + SHORTEST
        + "..256 letters, digits or . _ ~ + / = -; make one with: openssl rand -hex 32";
  }
}
