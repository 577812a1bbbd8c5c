package io.wattune.testkit;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.util.Map;
import org.yaml.snakeyaml.LoaderOptions;
import org.yaml.snakeyaml.Yaml;
import org.yaml.snakeyaml.constructor.SafeConstructor;

/** The images of docker-compose.yml, for tests that start one of them. */
public final class Images {
  private Images() {}

  /** The image of a service. */
  public static String of(String service) {
    Object file = new Yaml(new SafeConstructor(new LoaderOptions())).load(text());
    if (file instanceof Map<?, ?> all
        && all.get("services") instanceof Map<?, ?> services
        && services.get(service) instanceof Map<?, ?> keys
        && keys.get("image") instanceof String image) {
      return image;
    }
    throw new IllegalArgumentException("docker-compose.yml has no image for " + service);
  }

  private static String text() {
    try {
      return Files.readString(Repository.root().resolve("docker-compose.yml"));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
