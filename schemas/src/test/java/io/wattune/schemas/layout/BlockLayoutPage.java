package io.wattune.schemas.layout;

import io.wattune.schemas.evolution.SourceSchemas;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HexFormat;
import java.util.regex.Pattern;

/** The example in docs/reference/block-layout.md. */
final class BlockLayoutPage {

  private BlockLayoutPage() {}

  /** The record's bytes. */
  static byte[] example() throws IOException {
    return HexFormat.of().parseHex(fenced("hex").replaceAll("#[^\n]*", "").replaceAll("\\s", ""));
  }

  /** What the page says that they mean. */
  static String meaning() throws IOException {
    return fenced("json");
  }

  private static String fenced(String language) throws IOException {
    Path page = SourceSchemas.module().resolveSibling("docs/reference/block-layout.md");
    var fence = Pattern.compile("```" + language + "\n(.*?)```", Pattern.DOTALL);
    var found = fence.matcher(Files.readString(page));
    if (!found.find()) {
      throw new IllegalStateException(page + " has no block of " + language);
    }
    return found.group(1);
  }
}
