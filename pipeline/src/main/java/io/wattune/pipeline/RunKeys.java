package io.wattune.pipeline;

import io.wattune.schemas.failure.EngineException;
import io.wattune.schemas.failure.FailureWords;
import io.wattune.schemas.signature.KeyFile;
import io.wattune.schemas.signature.SigningKey;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * The keys that the simulated nodes believe: the controller's, which no file has, and the
 * operator's, in a file that only its owner may read.
 *
 * @param controller signs decisions; another one in each run
 * @param operator signs orders by hand; a kept folder keeps it
 * @param operatorFile where it is
 */
record RunKeys(SigningKey controller, SigningKey operator, Path operatorFile) {
  private static final String FILE = "operator.pem";

  /**
   * Takes the operator's key of a folder, or makes one.
   *
   * @throws EngineException where the file cannot be written, or others may read it
   */
  static RunKeys in(Path folder) throws EngineException {
    Path file = folder.resolve(FILE);
    try {
      Files.createDirectories(folder);
      if (Files.notExists(file)) {
        KeyFile.write(file, SigningKey.generate());
      }
      return new RunKeys(SigningKey.generate(), KeyFile.read(file), file);
    } catch (IOException e) {
      throw EngineException.failed("cannot write " + file + ": " + FailureWords.of(e), e);
    } catch (EngineException e) {
      throw EngineException.of(e);
    }
  }

  /** All that a node believes. */
  List<SigningKey> all() {
    return List.of(controller, operator);
  }
}
