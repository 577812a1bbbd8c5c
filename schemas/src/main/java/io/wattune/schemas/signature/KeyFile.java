package io.wattune.schemas.signature;

import io.wattune.schemas.failure.EngineException;
import io.wattune.schemas.failure.FailureWords;
import io.wattune.schemas.file.ProtectedFile;
import io.wattune.schemas.file.UnprotectedFileException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Base64;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The file of a signing key: both halves in PEM, as other tools read and write them too. It is a
 * {@link ProtectedFile}: others may neither read nor write it, nor replace it; its group may read
 * it.
 */
public final class KeyFile {
  private static final String PRIVATE = "PRIVATE KEY";
  private static final String PUBLIC = "PUBLIC KEY";
  private static final int LONGEST_BYTES = 16_384;
  private static final int LINE = 64;

  private KeyFile() {}

  /**
   * Writes a key to a new file that only its owner may read.
   *
   * @throws EngineException where there is one already, or it cannot be written
   */
  public static void write(Path file, SigningKey key) throws EngineException {
    write(
        file,
        block(PRIVATE, key.privateKey().getEncoded()) + block(PUBLIC, key.key().getEncoded()));
  }

  /** The same of a key of another kind, as its text. */
  public static void write(Path file, String text) throws EngineException {
    try {
      ProtectedFile.createSecret(file, text);
    } catch (FileAlreadyExistsException e) {
      throw EngineException.wrongInput(file + " is there already; a key is not written over");
    } catch (IOException e) {
      throw EngineException.wrongInput(file + " cannot be written: " + FailureWords.of(e));
    }
  }

  /**
   * Reads a key.
   *
   * @throws EngineException where it cannot be read, is none, or others may read it
   */
  public static SigningKey read(Path file) throws EngineException {
    return key(file, text(file, "key with: wattune keys new "));
  }

  /**
   * The text of a key of any kind.
   *
   * @param make what to do where there is none
   * @throws EngineException where it cannot be read, or others may read it
   */
  public static String text(Path file, String make) throws EngineException {
    try {
      byte[] bytes = ProtectedFile.readSecret(file, LONGEST_BYTES);
      return new String(bytes, StandardCharsets.ISO_8859_1);
    } catch (NoSuchFileException e) {
      throw EngineException.wrongInput(file + " is not there; make a " + make + file);
    } catch (UnprotectedFileException e) {
      throw EngineException.wrongInput(String.valueOf(e.getMessage()));
    } catch (IOException e) {
      throw EngineException.wrongInput(file + " cannot be read: " + FailureWords.of(e));
    }
  }

  private static SigningKey key(Path file, String text) throws EngineException {
    try {
      SigningKey key =
          new SigningKey(
              Ed25519.privateKey(body(file, text, PRIVATE)),
              Ed25519.publicKey(body(file, text, PUBLIC).replaceAll("\\s", "")));
      if (!key.isPair()) {
        throw EngineException.wrongInput(file + " holds two halves that do not belong together");
      }
      return key;
    } catch (IllegalArgumentException e) {
      throw EngineException.wrongInput(file + " is no key file: " + e.getMessage());
    }
  }

  private static String body(Path file, String text, String label) throws EngineException {
    Matcher block =
        Pattern.compile(
                "-----BEGIN " + label + "-----(.*?)-----END " + label + "-----", Pattern.DOTALL)
            .matcher(text);
    if (!block.find()) {
      throw EngineException.wrongInput(
          "%s has no block BEGIN %s; a key file has both halves, as wattune keys new writes them"
              .formatted(file, label));
    }
    return block.group(1);
  }

  private static String block(String label, byte[] bytes) {
    return "-----BEGIN %s-----\n%s\n-----END %s-----\n"
        .formatted(
            label, Base64.getMimeEncoder(LINE, new byte[] {'\n'}).encodeToString(bytes), label);
  }
}
