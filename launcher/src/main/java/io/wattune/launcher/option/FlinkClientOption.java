package io.wattune.launcher.option;

import io.wattune.embedded.flink.FlinkAccess;
import io.wattune.embedded.flink.FlinkTls;
import io.wattune.kafka.HostPort;
import io.wattune.schemas.failure.EngineException;
import io.wattune.schemas.failure.FailureWords;
import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** How the connection to Flink's REST interface is secured: a file of Flink's own options. */
public final class FlinkClientOption {
  /** What the file is, for the help of every command that takes one. */
  public static final String MEANING =
      "file of Flink's options security.ssl.rest.*, a line NAME: VALUE each, by which its REST"
          + " interface is asked by TLS; a password stands in a file of its own, and"
          + " $${secret:/path/of/file} in its place; default: none, plain HTTP";

  @Option(names = "--flink-client", paramLabel = "FILE", description = MEANING)
  @CommonKey("flink.client")
  private @Nullable Path file;

  /** Access to a cluster, secured as the option says. */
  public FlinkAccess to(HostPort address) throws EngineException {
    return access(address, file);
  }

  /**
   * Access to a cluster.
   *
   * @param file options; null for none
   */
  public static FlinkAccess access(HostPort address, @Nullable Path file) throws EngineException {
    return new FlinkAccess(address, file == null ? null : read("--flink-client", file));
  }

  /**
   * What stands in such a file.
   *
   * @param option the option that names it
   */
  public static FlinkTls read(String option, Path file) throws EngineException {
    try {
      return FlinkTls.read(file);
    } catch (IllegalArgumentException e) {
      throw EngineException.wrongInput(file + ": " + e.getMessage());
    } catch (NoSuchFileException e) {
      throw EngineException.wrongInput(file + " is not there; " + option + " must name a file");
    } catch (IOException e) {
      throw EngineException.wrongInput(file + " cannot be read: " + FailureWords.of(e));
    }
  }
}
