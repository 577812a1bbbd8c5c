package io.wattune.launcher.option;

import io.wattune.http.ListenAddress;
import io.wattune.schemas.failure.EngineException;
import java.nio.file.Path;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Where a server that runs inside this process listens, and where it keeps its data. */
public final class LocalServerOption {
  private static final Set<String> ANY_ADDRESS = Set.of("0.0.0.0", "::", "[::]", "*");

  @Option(
      names = "--data",
      paramLabel = "DIR",
      description =
          "where it keeps its data: a folder that is new or empty, or its own of an earlier run,"
              + " with which it goes on")
  private @Nullable Path data;

  @Option(
      names = "--port",
      paramLabel = "PORT",
      description = "the port that it listens on, 0 for any free one; default: ${DEFAULT-VALUE}")
  @Bounds(lowest = "0", highest = "65535")
  private int port;

  @Option(
      names = "--host",
      paramLabel = "HOST",
      defaultValue = "127.0.0.1",
      description =
          "the name or address of this machine under which it listens, and under which it is"
              + " reached; default: 127.0.0.1, which this machine alone reaches. With any other"
              + " address, and without certificates, whoever reaches the port may do anything with it")
  private String address = "127.0.0.1";

  /** A server that listens on this port unless it is said otherwise. */
  public LocalServerOption(int port) {
    this.port = port;
  }

  /**
   * The folder of its data.
   *
   * @param command whose it is, for the message
   */
  public Path data(String command) throws EngineException {
    Path folder = data;
    if (folder == null) {
      throw EngineException.wrongInput(
          command + " needs --data DIR, a folder for its data; " + command + " --help says more");
    }
    return folder.toAbsolutePath().normalize();
  }

  /** The port, 0 for any free one. */
  public int port() {
    return port;
  }

  /** The name or address; never one that means all of the machine's. */
  public String address() throws EngineException {
    if (address.isBlank() || ANY_ADDRESS.contains(address)) {
      throw EngineException.wrongInput(
          "--host "
              + address
              + ": clients are sent to this address, so that it must be one of this machine's that"
              + " they reach, such as its name in the network");
    }
    return address.startsWith("[") && address.endsWith("]")
        ? address.substring(1, address.length() - 1)
        : address;
  }

  /** Whether only this machine reaches it, as far as the address's text says. */
  public boolean isLoopback() {
    return new ListenAddress(address, port).isLoopback();
  }
}
