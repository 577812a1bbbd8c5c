package io.wattune.launcher.listen;

import io.wattune.http.tls.TlsFiles;
import io.wattune.launcher.option.CommonKey;
import io.wattune.schemas.failure.EngineException;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** By which files a part's HTTP server speaks TLS. */
public final class TlsOptions {
  @CommonKey("http.tls-certificate")
  @Option(
      names = "--tls-certificate",
      paramLabel = "FILE",
      description =
          "the server speaks TLS, with this certificate in PEM, followed by those between it and its"
              + " authority; a renewed one counts without a restart; default: none, plain HTTP")
  private @Nullable Path certificate;

  @CommonKey("http.tls-key")
  @Option(
      names = "--tls-key",
      paramLabel = "FILE",
      description =
          "the certificate's private key in PEM, not encrypted; nobody else may read the file")
  private @Nullable Path key;

  @CommonKey("http.tls-client-ca")
  @Option(
      names = "--tls-client-ca",
      paramLabel = "FILE",
      description =
          "authorities in PEM: whoever asks, also for /health, must then show a certificate of one of"
              + " these, beside his token; default: none, nobody needs one")
  private @Nullable Path clientAuthorities;

  /**
   * The files; null for plain HTTP.
   *
   * @throws EngineException where some are given that are of no use without the others
   */
  public @Nullable TlsFiles files() throws EngineException {
    Path certificateFile = certificate;
    Path keyFile = key;
    if (certificateFile != null && keyFile != null) {
      return new TlsFiles(certificateFile, keyFile, clientAuthorities);
    }
    if (certificateFile != null || keyFile != null || clientAuthorities != null) {
      throw EngineException.wrongInput(
          "TLS needs both --tls-certificate and --tls-key; "
              + (certificateFile != null ? "--tls-key" : "--tls-certificate")
              + " is missing");
    }
    return null;
  }
}
