package io.wattune.launcher.listen;

import io.wattune.http.tls.AskingFiles;
import io.wattune.http.tls.TlsFiles;
import io.wattune.launcher.option.CommonKey;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Whose certificates a part believes when it asks other parts by TLS. */
public final class AskingOption {
  @CommonKey("http.tls-ca")
  @Option(
      names = "--tls-ca",
      paramLabel = "FILE",
      description =
          "authorities in PEM that have signed the certificates of the parts that this one asks;"
              + " default: those that Java knows")
  private @Nullable Path authorities;

  /**
   * The files.
   *
   * @param own what this part shows to those that want a certificate
   */
  public AskingFiles files(@Nullable TlsFiles own) {
    return new AskingFiles(authorities, own);
  }
}
