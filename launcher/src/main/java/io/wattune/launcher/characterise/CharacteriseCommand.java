package io.wattune.launcher.characterise;

import io.wattune.evaluation.characterise.CardFigure;
import io.wattune.evaluation.characterise.CardFigures;
import io.wattune.evaluation.characterise.CardFit;
import io.wattune.evaluation.characterise.CharacteriseReport;
import io.wattune.launcher.command.ExitCode;
import io.wattune.launcher.command.Subcommand;
import io.wattune.launcher.option.Bounds;
import io.wattune.launcher.option.CommandLineOnly;
import io.wattune.report.progress.Progress;
import io.wattune.report.progress.TerminalProgress;
import io.wattune.schemas.failure.EngineException;
import io.wattune.testbed.gpu.DataFiles;
import io.wattune.testbed.sweep.Testbed;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code wattune characterise}: is the simulated HD7970 like the published one? */
@Command(
    name = "characterise",
    sortOptions = false,
    description = {
      "Prints what Paul et al. 2015 say of the HD7970 as a card (tables 1 and 2, figures 3 to 9)"
          + " beside what the simulated one does. With --fit, fits the card's free constants to"
          + " that first: no result of a policy goes in. See docs/hd7970.md."
    },
    exitCodeList = {
      "0:done, and every figure lies where reading it allows",
      "1:a figure does not, or the file could not be written",
      "2:wrong arguments"
    })
@CommandLineOnly
public final class CharacteriseCommand extends Subcommand {
  @Option(
      names = "--gpu",
      paramLabel = "NAME",
      defaultValue = "hd7970",
      description =
          "the card, or the one that the fit takes all other constants from: hd7970, or a file;"
              + " default: hd7970")
  private String gpu = "hd7970";

  @Option(names = "--fit", description = "fit the card's free constants")
  private boolean isFit;

  @Option(
      names = "--seed",
      paramLabel = "N",
      defaultValue = "1",
      description = "seed of the fit's starts; default: 1")
  private long seed;

  @Option(
      names = "--starts",
      paramLabel = "N",
      defaultValue = "8",
      description = "how many starts the fit tries; default: 8")
  @Bounds(lowest = "1", highest = "1000")
  private int starts;

  @Option(names = "--out", paramLabel = "FILE", description = "write the fitted card there")
  private @Nullable Path out;

  @Option(names = "--json", description = "print the figures as one JSON object")
  private boolean json;

  @Option(names = "--quiet", description = "no progress, only the figures and errors")
  private boolean quiet;

  @Override
  public Integer call() throws EngineException {
    if (out != null && !isFit) {
      throw EngineException.wrongInput("--out writes what was fitted; it needs --fit");
    }
    Testbed testbed = testbed();
    figures(testbed); // A card without these knobs cannot be fitted either.
    CardFit.Result fit = isFit ? fit(testbed) : null;
    if (fit != null) {
      testbed = new Testbed(fit.gpu(), testbed.applications());
    }
    List<CardFigure> figures = figures(testbed);
    String text =
        json ? CharacteriseReport.json(figures, fit) : CharacteriseReport.text(figures, fit);
    print(text);
    return figures.stream().allMatch(CardFigure::isMet) ? ExitCode.DONE : ExitCode.FAILED;
  }

  private static List<CardFigure> figures(Testbed testbed) throws EngineException {
    try {
      return CardFigures.of(testbed);
    } catch (IllegalArgumentException e) {
      throw EngineException.wrongInput(String.valueOf(e.getMessage()));
    }
  }

  private Testbed testbed() throws EngineException {
    try {
      return Testbed.of(gpu, DataFiles.BUNDLED_APPLICATIONS);
    } catch (IOException | IllegalArgumentException e) {
      throw EngineException.wrongInput(String.valueOf(e.getMessage()));
    }
  }

  private CardFit.Result fit(Testbed testbed) throws EngineException {
    CardFit.Result fit;
    try (Progress progress = TerminalProgress.unless(quiet)) {
      progress.begin("fit", starts);
      fit = CardFit.fit(testbed, seed, starts, progress::reached);
    }
    if (out != null) {
      try {
        Files.writeString(out, DataFiles.text(fit.gpu()));
      } catch (IOException e) {
        throw EngineException.failed("cannot write '" + out + "': " + e.getMessage(), e);
      }
    }
    return fit;
  }
}
