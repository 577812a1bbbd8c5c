package io.wattune.launcher.keys;

import io.wattune.schemas.failure.EngineException;
import io.wattune.schemas.signature.KeyFile;
import io.wattune.schemas.signature.NodeCodeKey;
import java.nio.file.Path;

/** The file of a key of codes: its text in one line. */
final class CodeKeyFile {
  private CodeKeyFile() {}

  static void write(Path file, NodeCodeKey key) throws EngineException {
    try {
      KeyFile.write(file, key.text() + "\n");
    } catch (EngineException e) {
      throw EngineException.of(e);
    }
  }

  static NodeCodeKey read(Path file) throws EngineException {
    try {
      return NodeCodeKey.parse(KeyFile.text(file, "master with: wattune keys master "));
    } catch (EngineException e) {
      throw EngineException.of(e);
    } catch (IllegalArgumentException e) {
      throw EngineException.failed(file + " is no key of codes: " + e.getMessage(), e);
    }
  }
}
