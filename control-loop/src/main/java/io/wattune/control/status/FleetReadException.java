package io.wattune.control.status;

import io.wattune.schemas.failure.EngineFailure;

/** The topics cannot be read. Its message is one line for the user. */
public final class FleetReadException extends Exception implements EngineFailure {
  private static final long serialVersionUID = 1L;

  FleetReadException(String message) {
    super(message);
  }

  FleetReadException(String message, Throwable cause) {
    super(message, cause);
  }

  @Override
  public boolean isInputWrong() {
    return false;
  }
}
