package io.wattune.launcher.keys;

import io.wattune.schemas.failure.EngineException;
import io.wattune.schemas.failure.FailureWords;
import io.wattune.schemas.file.ProtectedFile;
import io.wattune.schemas.file.UnprotectedFileException;
import io.wattune.schemas.signature.NodeCodeKey;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;

/** The file of a key of codes: its text in one line. */
final class CodeKeyFile {
  private static final int LONGEST_BYTES = 4096;

  private CodeKeyFile() {}

  static void write(Path file, NodeCodeKey key) throws EngineException {
    try {
      ProtectedFile.createSecret(file, key.text() + "\n");
    } catch (FileAlreadyExistsException e) {
      throw EngineException.failed(file + " is there already; a key is not written over", e);
    } catch (IOException e) {
      throw EngineException.failed(file + " cannot be written: " + FailureWords.of(e), e);
    }
  }

  static NodeCodeKey read(Path file) throws EngineException {
    try {
      byte[] bytes = ProtectedFile.readSecret(file, LONGEST_BYTES);
      return NodeCodeKey.parse(new String(bytes, StandardCharsets.US_ASCII));
    } catch (NoSuchFileException e) {
      throw EngineException.failed(
          file + " is not there; make a master with: wattune keys master " + file, e);
    } catch (UnprotectedFileException e) {
      throw EngineException.of(e);
    } catch (IOException e) {
      throw EngineException.failed(file + " cannot be read: " + FailureWords.of(e), e);
    } catch (IllegalArgumentException e) {
      throw EngineException.failed(file + " is no key of codes: " + e.getMessage(), e);
    }
  }
}
