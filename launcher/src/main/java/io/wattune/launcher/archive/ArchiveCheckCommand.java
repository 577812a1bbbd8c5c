package io.wattune.launcher.archive;

import io.wattune.archive.Archive;
import io.wattune.archive.ArchiveCheck;
import io.wattune.archive.ArchiveCommit;
import io.wattune.archive.ArchiveFile;
import io.wattune.archive.ArchiveFinding;
import io.wattune.launcher.command.ExitCode;
import io.wattune.launcher.command.Subcommand;
import io.wattune.report.progress.Progress;
import io.wattune.report.progress.TerminalProgress;
import io.wattune.schemas.failure.EngineException;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code wattune archive check}: looks for what is missing, doubled or damaged. */
@Command(
    name = "check",
    sortOptions = false,
    description = {
      "Compares every file of an archive with its manifest, and lists what is missing, doubled or"
          + " damaged. Changes nothing; a writer may be at work."
    },
    exitCodeList = {
      "0:done",
      "1:something is missing, doubled or damaged, or the folder is no archive",
      "2:wrong arguments"
    })
public final class ArchiveCheckCommand extends Subcommand {
  @Parameters(paramLabel = "DIR", description = "the archive")
  private Path folder = Path.of("");

  @Option(names = "--quiet", description = "no progress, only results and errors")
  private boolean quiet;

  @Override
  public Integer call() throws EngineException {
    try (Progress progress = TerminalProgress.unless(quiet)) {
      Archive archive = Archive.open(folder);
      List<ArchiveFile> files =
          archive.commits().stream().flatMap(commit -> commit.files().stream()).toList();
      progress.begin("check", files.stream().mapToLong(ArchiveFile::bytes).sum());
      List<ArchiveFinding> findings = ArchiveCheck.all(archive, progress::reached);
      for (ArchiveFinding finding : findings) {
        print(name(finding.kind()) + ": " + finding.detail());
      }
      print(summary(archive, files));
      boolean isDamaged = findings.stream().anyMatch(finding -> finding.kind().isDamage());
      return isDamaged ? ExitCode.FAILED : ExitCode.DONE;
    } catch (IOException e) {
      throw EngineException.of(e);
    }
  }

  private static String name(ArchiveFinding.Kind kind) {
    return kind.name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  private static String summary(Archive archive, List<ArchiveFile> files) {
    List<ArchiveCommit> commits = archive.commits();
    return String.format(
        Locale.ROOT,
        "%d commits, %d files, %d records, %d rows, %.1f MiB",
        commits.size(),
        files.size(),
        files.stream().mapToLong(ArchiveFile::records).sum(),
        files.stream().mapToLong(ArchiveFile::rows).sum(),
        files.stream().mapToLong(ArchiveFile::bytes).sum() / (double) (1 << 20));
  }
}
