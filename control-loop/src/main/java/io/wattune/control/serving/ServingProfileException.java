package io.wattune.control.serving;

import io.wattune.schemas.failure.EngineFailure;

/** A file of a serving profile cannot be used; its message says which, and why. */
public final class ServingProfileException extends Exception implements EngineFailure {
  private static final long serialVersionUID = 1L;

  ServingProfileException(String message) {
    super(message);
  }

  @Override
  public boolean isInputWrong() {
    return true;
  }
}
