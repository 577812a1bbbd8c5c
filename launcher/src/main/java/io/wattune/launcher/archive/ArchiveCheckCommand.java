package io.wattune.launcher.archive;

import io.wattune.archive.Archive;
import io.wattune.archive.ArchiveCheck;
import io.wattune.archive.ArchiveCommit;
import io.wattune.archive.ArchiveFile;
import io.wattune.archive.ArchiveFinding;
import io.wattune.launcher.command.CommandFailedException;
import io.wattune.launcher.command.ExitCode;
import io.wattune.report.progress.Progress;
import io.wattune.report.progress.TerminalProgress;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code wattune archive check}: looks for what is missing, doubled or damaged. */
@Command(
    name = "check",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    description = {
      "Compares every file of an archive with its manifest, and lists what is missing, doubled or"
          + " damaged. Changes nothing; a writer may be at work."
    },
    exitCodeListHeading = "%nExit codes:%n",
    exitCodeList = {
      "0:done",
      "1:something is missing, doubled or damaged, or the folder is no archive",
      "2:wrong arguments"
    })
public final class ArchiveCheckCommand implements Callable<Integer> {

  @Spec private @Nullable CommandSpec spec;

  @Parameters(paramLabel = "DIR", description = "the archive")
  private Path folder = Path.of("");

  @Option(names = "--quiet", description = "no progress, only results and errors")
  private boolean quiet;

  @Override
  public Integer call() throws CommandFailedException {
    if (spec == null) {
      throw new IllegalStateException("the command must be run through picocli");
    }
    PrintWriter out = spec.commandLine().getOut();
    try (Progress progress =
        TerminalProgress.isWanted(quiet) ? new TerminalProgress() : Progress.NONE) {
      Archive archive = Archive.open(folder);
      List<ArchiveFile> files =
          archive.commits().stream().flatMap(commit -> commit.files().stream()).toList();
      progress.begin("check", files.stream().mapToLong(ArchiveFile::bytes).sum());
      List<ArchiveFinding> findings = ArchiveCheck.all(archive, progress::reached);
      for (ArchiveFinding finding : findings) {
        out.println(name(finding.kind()) + ": " + finding.detail());
      }
      out.println(summary(archive, files));
      out.flush();
      boolean isDamaged = findings.stream().anyMatch(finding -> finding.kind().isDamage());
      return isDamaged ? ExitCode.FAILED : ExitCode.DONE;
    } catch (IOException e) {
      throw CommandFailedException.failed(String.valueOf(e.getMessage()), e);
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
