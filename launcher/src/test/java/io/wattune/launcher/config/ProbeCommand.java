package io.wattune.launcher.config;

import io.wattune.launcher.option.Bounds;
import io.wattune.launcher.option.CommandLineOnly;
import io.wattune.launcher.option.CommonKey;
import io.wattune.launcher.option.Converters;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** A command line with a part of each kind of option, which keeps what it was told. */
@Command(name = "probes", subcommands = ConfigCommand.class)
final class ProbeCommand implements Runnable {
  final StringWriter out = new StringWriter();
  final StringWriter err = new StringWriter();
  final Part part = new Part();
  final Other other = new Other();
  final Order order = new Order();

  /** What several parts share. */
  static final class Shared {
    @Option(
        names = "--bootstrap",
        paramLabel = "HOST:PORT",
        defaultValue = "here:1",
        converter = Converters.ServerList.class,
        description = "Where; default: here:1")
    @CommonKey("kafka.bootstrap")
    String bootstrap = "";
  }

  /** A part. */
  @Command(name = "part", mixinStandardHelpOptions = true)
  static final class Part implements Callable<Integer> {
    @Mixin Shared shared = new Shared();

    @Option(names = "--count", defaultValue = "5", description = "How many; default: 5")
    @Bounds(lowest = "1", highest = "100", unit = "points")
    int count;

    @Option(names = "--max-age", converter = Converters.Span.class, defaultValue = "1s")
    @Bounds(lowest = "10ms", highest = "1m")
    Duration maxAge = Duration.ZERO;

    @Option(names = "--quiet")
    boolean quiet;

    @Option(names = "--token", paramLabel = "FILE")
    @Nullable Path token;

    @Option(names = "--name", paramLabel = "NAME")
    @Nullable String name;

    @Option(names = "--list", split = ",", paramLabel = "NAMES")
    List<String> list = List.of();

    @Option(names = "--now")
    @CommandLineOnly
    boolean now;

    int runs;

    @Override
    public Integer call() {
      runs++;
      return 0;
    }
  }

  /** A part that shares an option. */
  @Command(name = "other")
  static final class Other implements Runnable {
    @Mixin Shared shared = new Shared();

    @Option(names = "--count", defaultValue = "7")
    int count;

    @Override
    public void run() {}
  }

  /** An order of the moment. */
  @Command(name = "order")
  @CommandLineOnly
  static final class Order implements Runnable {
    @Mixin Shared shared = new Shared();

    @Option(names = "--force")
    boolean force;

    @Parameters(arity = "0..1")
    @Nullable String what;

    @Override
    public void run() {}
  }

  @Override
  public void run() {}

  int execute(Map<String, String> environment, String... arguments) {
    CommandLine command =
        new CommandLine(this).addSubcommand(part).addSubcommand(other).addSubcommand(order);
    ConfiguredRun.install(command, environment);
    command.setCaseInsensitiveEnumValuesAllowed(true);
    command.setOut(new PrintWriter(out));
    command.setErr(new PrintWriter(err));
    return command.execute(arguments);
  }

  /** What was said, one line each, without what each line says again. */
  List<String> problems() {
    return err.toString()
        .lines()
        .map(line -> line.replaceFirst("^wattune: ", "").replaceFirst("; see .* --help$", ""))
        .toList();
  }
}
