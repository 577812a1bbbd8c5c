package io.wattune.benchmarks.archive;

import io.wattune.benchmarks.archive.CandidateFormat.EncodedBlock;
import io.wattune.benchmarks.synthetic.SyntheticFleet;
import io.wattune.core.reading.BlockPacker;
import io.wattune.core.reading.PollBlock;
import io.wattune.embedded.folder.Folders;
import io.wattune.replay.file.DeviceTrace;
import io.wattune.replay.file.Inputs;
import io.wattune.replay.file.NvidiaSmiCsv;
import io.wattune.replay.file.NvidiaSmiOptions;
import io.wattune.replay.file.UnusableTraceException;
import io.wattune.report.ReportTable;
import io.wattune.schemas.codec.ReadingBlockCodec;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import org.apache.avro.file.CodecFactory;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code wattune bench archive}. */
@Command(
    name = "archive",
    description = {
      "Size, and rate of writing and reading, of archived readings: the archive as it is, beside"
          + " Avro's container files.",
      "One thread, readings per second of its own processor time, so that what else runs on the"
          + " machine and how fast its disk is count little; the best of some rounds. Sizes without"
          + " the manifest."
    },
    mixinStandardHelpOptions = true)
public final class ArchiveBenchCommand implements Callable<Integer> {
  private static final int ZSTANDARD_LEVEL = 3;
  private static final ThreadMXBean CPU = ManagementFactory.getThreadMXBean();

  @Parameters(
      paramLabel = "FILE",
      arity = "0..*",
      description = "Recordings as nvidia-smi writes them, each measured by itself.")
  private List<String> files = List.of();

  private record Row(String what, String format, double bytes, double write, double read) {}

  private static final ReportTable<Row> TABLE =
      new ReportTable<Row>()
          .words("readings", Row::what)
          .words("format", Row::format)
          .figures("bytes a reading", "%.2f", Row::bytes)
          .figures("write", "%.2f M/s", row -> row.write() * 1e-6)
          .figures("read", "%.2f M/s", row -> row.read() * 1e-6);

  @Option(
      names = "--readings",
      paramLabel = "N",
      defaultValue = "4000000",
      description = "Readings of the synthetic fleet (default: ${DEFAULT-VALUE}).")
  private int readings;

  @Option(
      names = "--devices",
      paramLabel = "N",
      defaultValue = "200",
      description = "Its devices (default: ${DEFAULT-VALUE}).")
  private int devices;

  @Option(
      names = "--rounds",
      paramLabel = "N",
      defaultValue = "3",
      description = "Rounds (default: ${DEFAULT-VALUE}).")
  private int rounds;

  private final PrintStream out = new PrintStream(System.out, true, StandardCharsets.UTF_8);

  @Override
  public Integer call() throws Exception {
    out.println(TABLE.markdownHead());
    for (String file : files) {
      measure(shortName(file) + ", 10 polls a block", recorded(file));
    }
    for (int polls : new int[] {10, 200}) {
      measure(devices + " synthetic GPUs, " + polls + " polls a block", synthetic(polls));
    }
    return CommandLine.ExitCode.OK;
  }

  /** The file and its folder: recordings often have one name in folders of several. */
  private static String shortName(String file) {
    Path path = Path.of(file).toAbsolutePath().normalize();
    int parts = path.getNameCount();
    return path.subpath(Math.max(0, parts - 2), parts).toString();
  }

  private void measure(String what, List<EncodedBlock> blocks) throws IOException {
    long polls = blocks.stream().mapToLong(EncodedBlock::polls).sum();
    List<CandidateFormat> candidates =
        List.of(
            new ParquetArchive(),
            new AvroContainer("Avro, zstandard", CodecFactory.zstandardCodec(ZSTANDARD_LEVEL)),
            new AvroContainer("Avro, deflate", CodecFactory.deflateCodec(6)),
            new AvroContainer("Avro, not compressed", CodecFactory.nullCodec()));
    for (CandidateFormat candidate : candidates) {
      row(what + " (" + polls + ")", candidate, blocks, polls);
    }
  }

  private void row(String what, CandidateFormat candidate, List<EncodedBlock> blocks, long polls)
      throws IOException {
    double write = 0;
    double read = 0;
    long bytes = 0;
    for (int round = 0; round < rounds; round++) {
      Path folder = Files.createTempDirectory("wattune-bench-");
      try {
        long start = CPU.getCurrentThreadCpuTime();
        candidate.write(folder, blocks);
        long written = CPU.getCurrentThreadCpuTime();
        long found = candidate.read(folder);
        long end = CPU.getCurrentThreadCpuTime();
        if (found != polls) {
          throw new IllegalStateException(
              candidate.name() + " gave " + found + " readings of " + polls + " back");
        }
        write = Math.max(write, polls / ((written - start) * 1e-9));
        read = Math.max(read, polls / ((end - written) * 1e-9));
        bytes = dataBytes(folder);
      } finally {
        Folders.deleteTree(folder);
      }
    }
    var row = new Row(what, candidate.name(), bytes / (double) polls, write, read);
    out.println(TABLE.markdown(row));
  }

  private static long dataBytes(Path folder) throws IOException {
    long bytes = 0;
    try (Stream<Path> all = Files.walk(folder)) {
      for (Path file : all.filter(Files::isRegularFile).toList()) {
        bytes += file.toString().endsWith(".json") ? 0 : Files.size(file);
      }
    }
    return bytes;
  }

  private List<EncodedBlock> synthetic(int polls) {
    var fleet = new SyntheticFleet(devices, 1);
    var codec = new ReadingBlockCodec();
    List<EncodedBlock> blocks = new ArrayList<>();
    int rows = Math.max(1, readings / polls / devices);
    for (int sequence = 0; sequence < rows; sequence++) {
      for (int device = 0; device < devices; device++) {
        byte[] value = codec.encode(fleet.block(device, sequence, polls, false));
        blocks.add(new EncodedBlock(fleet.name(device), value, polls));
      }
    }
    return blocks;
  }

  private static List<EncodedBlock> recorded(String file)
      throws IOException, UnusableTraceException {
    var codec = new ReadingBlockCodec();
    List<EncodedBlock> blocks = new ArrayList<>();
    try (InputStream in = Inputs.open(file)) {
      var options = new NvidiaSmiOptions(ZoneOffset.UTC, null, null, "recorded");
      for (DeviceTrace trace : NvidiaSmiCsv.read(in, "gpu.csv", options, bytes -> {}).content()) {
        var packer =
            new BlockPacker(
                trace.device(),
                trace.signal(),
                trace.unit(),
                10,
                BlockPacker.DEFAULT_MAX_AGE_NANOS,
                (PollBlock block) ->
                    blocks.add(
                        new EncodedBlock(block.device(), codec.encode(block), block.polls())));
        for (int i = 0; i < trace.polls(); i++) {
          packer.add(trace.timesNanos()[i], trace.values()[i]);
        }
        packer.close();
      }
    }
    return blocks;
  }
}
