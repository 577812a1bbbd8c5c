package io.wattune.launcher.listen;

import io.wattune.http.Access;
import io.wattune.schemas.failure.EngineException;
import io.wattune.schemas.failure.FailureWords;
import io.wattune.schemas.file.ProtectedFile;
import io.wattune.schemas.file.UnprotectedFileException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/** Reads the file of tokens of a part. Others may neither read nor change it. */
public final class TokenFile {
  private static final int MOST_BYTES = 1 << 20;

  private TokenFile() {}

  /** Who may do what at a part; everybody where it has no file. */
  public static Access access(@Nullable Path file) throws EngineException {
    if (file == null) {
      return Access.OPEN;
    }
    try {
      return Access.of(file.toString(), text("--token-file", file));
    } catch (IllegalArgumentException e) {
      throw EngineException.wrongInput("--token-file: " + e.getMessage());
    }
  }

  /**
   * What stands in a file with a secret.
   *
   * @param option the option that names it
   */
  public static String text(String option, Path file) throws EngineException {
    try {
      return new String(ProtectedFile.readSecret(file, MOST_BYTES), StandardCharsets.UTF_8);
    } catch (UnprotectedFileException e) {
      throw EngineException.wrongInput(option + ": " + e.getMessage());
    } catch (IOException e) {
      throw EngineException.wrongInput(
          option + " " + file + " cannot be read (" + FailureWords.of(e) + ")");
    }
  }
}
