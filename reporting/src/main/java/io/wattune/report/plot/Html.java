package io.wattune.report.plot;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Base64;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The few things that make text safe inside a page. */
final class Html {
  private static final Pattern PLACE = Pattern.compile("\\{\\{([a-z]+)}}");

  private Html() {}

  /** Text for element content and for attribute values in quotes. */
  static String escaped(String text) {
    return text.replace("&", "&amp;")
        .replace("<", "&lt;")
        .replace(">", "&gt;")
        .replace("\"", "&quot;")
        .replace("'", "&#39;");
  }

  /** JSON for a script element: no character in it can end the element or start a comment. */
  static String scriptSafe(String json) {
    return json.replace("<", "\\u003c")
        .replace(">", "\\u003e")
        .replace("&", "\\u0026")
        .replace("\u2028", "\\u2028")
        .replace("\u2029", "\\u2029");
  }

  /** Source expression for a content security policy that allows exactly this inline element. */
  static String policyHash(String content) {
    try {
      byte[] digest =
          MessageDigest.getInstance("SHA-256").digest(content.getBytes(StandardCharsets.UTF_8));
      return "'sha256-" + Base64.getEncoder().encodeToString(digest) + "'";
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java runtime has SHA-256", e);
    }
  }

  /** Fills every place {@code {{name}}} once; what is filled in is not looked at again. */
  static String filled(String template, Map<String, String> values) {
    Matcher places = PLACE.matcher(template);
    var page = new StringBuilder();
    int from = 0;
    while (places.find()) {
      String value = values.get(places.group(1));
      if (value == null) {
        throw new IllegalArgumentException("the template's place " + places.group() + " is empty");
      }
      page.append(template, from, places.start()).append(value);
      from = places.end();
    }
    return page.append(template, from, template.length()).toString();
  }
}
