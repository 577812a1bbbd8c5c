package io.wattune.schemas.failure;

import java.net.ConnectException;
import java.net.UnknownHostException;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.UnresolvedAddressException;
import java.nio.charset.MalformedInputException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.util.concurrent.CancellationException;
import org.jspecify.annotations.Nullable;

/**
 * The words of a failure. Those of connections and files often have none of their own, or only a
 * name: Java's HTTP client says {@code null} of a connection that is refused, and of a file that is
 * missing its path.
 */
public final class FailureWords {
  private static final int DEEPEST = 20;

  private FailureWords() {}

  /** What it says, or what the first of its causes says that says anything; never {@code null}. */
  public static String of(Throwable failure) {
    String words = null;
    Throwable cause = failure;
    for (int depth = 0; cause != null && depth < DEEPEST; depth++, cause = cause.getCause()) {
      if (cause instanceof UnresolvedAddressException) {
        return "no host of that name is known";
      }
      if (words == null) {
        words = own(cause);
      }
    }
    return words == null ? failure.getClass().getSimpleName() : words;
  }

  private static @Nullable String own(Throwable failure) {
    String message = failure.getMessage();
    // One that only wraps another says its class and words.
    boolean isSilent =
        message == null
            || message.isBlank()
            || (failure.getCause() != null && message.equals(failure.getCause().toString()));
    if (failure instanceof UnknownHostException) {
      return "no host of that name is known" + (isSilent ? "" : ": " + message);
    }
    if (failure instanceof NoSuchFileException) {
      return "there is no such file" + (isSilent ? "" : ": " + message);
    }
    if (failure instanceof AccessDeniedException) {
      return "permission denied" + (isSilent ? "" : ": " + message);
    }
    if (failure instanceof FileAlreadyExistsException) {
      return "it is there already" + (isSilent ? "" : ": " + message);
    }
    if (failure instanceof NotDirectoryException) {
      return "it is no folder" + (isSilent ? "" : ": " + message);
    }
    if (failure instanceof MalformedInputException) {
      return "it is not text in UTF-8";
    }
    if (!isSilent) {
      return message;
    }
    if (failure instanceof ConnectException) {
      return "the connection was refused";
    }
    if (failure instanceof CancellationException) {
      return "it was cancelled";
    }
    return failure instanceof ClosedChannelException ? "the connection was closed" : null;
  }
}
