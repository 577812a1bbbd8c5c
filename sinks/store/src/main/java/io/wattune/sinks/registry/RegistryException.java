package io.wattune.sinks.registry;

/** A registry has answered, and does not do what was asked. */
public final class RegistryException extends Exception {
  private static final long serialVersionUID = 1L;

  RegistryException(String message) {
    super(message);
  }
}
