package io.wattune.benchmarks.broker;

import io.wattune.embedded.broker.EmbeddedBroker;
import io.wattune.embedded.folder.Folders;
import io.wattune.kafka.KafkaAccess;
import io.wattune.launcher.broker.SecuredBroker;
import io.wattune.testkit.Certificates;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** A broker of this process with a folder of its own, which goes when it is closed. */
public final class MeasuredBroker implements AutoCloseable {
  private final KafkaAccess access;
  private final AutoCloseable broker;

  private MeasuredBroker(KafkaAccess access, AutoCloseable broker) {
    this.access = access;
    this.broker = broker;
  }

  /** One that asks nobody who he is, in the clear. */
  public static MeasuredBroker plain() {
    EmbeddedBroker broker = EmbeddedBroker.startTemporary();
    return new MeasuredBroker(broker.access(), broker);
  }

  /** The same with TLS, a login by SCRAM-SHA-512 and rights, which the login has all of. */
  public static MeasuredBroker secured() throws Exception {
    Path folder = Files.createTempDirectory("wattune-bench-broker-");
    try {
      var certificates = new Certificates(folder.resolve("certificates"));
      var broker =
          SecuredBroker.start(
              folder.resolve("broker"), certificates, certificates.key("admin"), List.of());
      return new MeasuredBroker(
          broker.login(SecuredBroker.ADMIN),
          () -> {
            broker.close();
            Folders.deleteTree(folder);
          });
    } catch (Exception e) {
      Folders.deleteTree(folder);
      throw e;
    }
  }

  /** How clients reach it. */
  public KafkaAccess access() {
    return access;
  }

  @Override
  public void close() throws IOException {
    try {
      broker.close();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("interrupted while the broker stopped", e);
    } catch (IOException | RuntimeException e) {
      throw e;
    } catch (Exception e) {
      throw new IOException("the broker did not stop", e);
    }
  }
}
