package io.wattune.evaluation.training;

/** A file of sensitivity models cannot be used; the message says where, why and what to do. */
public final class ModelFileException extends Exception {
  private static final long serialVersionUID = 1L;

  ModelFileException(String message) {
    super(message);
  }
}
