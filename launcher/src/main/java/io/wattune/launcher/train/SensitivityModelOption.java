package io.wattune.launcher.train;

import io.wattune.core.sensitivity.SensitivitySettings;
import io.wattune.evaluation.training.ModelFile;
import io.wattune.launcher.option.CommonKey;
import io.wattune.schemas.failure.EngineException;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Which models sensitivities are estimated with. */
public final class SensitivityModelOption {
  @Option(
      names = "--sensitivity-model",
      paramLabel = "FILE",
      description =
          "estimate sensitivities with the models of this file, which wattune train wrote; default:"
              + " Harmonia's Table 3, for the HD 7970")
  @CommonKey("sensitivity.model")
  private @Nullable Path file;

  public SensitivityModelOption() {}

  /** How sensitivities are estimated; reads the file. */
  public SensitivitySettings settings() throws EngineException {
    return ModelFile.settings(file);
  }
}
