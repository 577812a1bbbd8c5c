package io.wattune.launcher.compose;

import org.testcontainers.utility.DockerImageName;

/** The images of docker-compose.yml, for tests that start one of them. */
public final class Images {
  private Images() {}

  /** The image of a service. */
  public static DockerImageName of(String service) {
    return DockerImageName.parse(ComposeFile.read().service(service).image());
  }
}
