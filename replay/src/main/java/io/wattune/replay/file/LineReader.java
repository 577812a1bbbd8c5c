package io.wattune.replay.file;

import io.wattune.schemas.failure.EngineException;
import io.wattune.schemas.failure.FailureWords;
import io.wattune.schemas.file.Sha256;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.function.LongConsumer;

/**
 * Walks over the lines of a stream without making an object of any, and takes the stream's SHA-256
 * on the way. A line ends with LF or CR LF; a UTF-8 byte order mark is skipped. The current line is
 * {@code bytes()[start()..end())} and lives until the next call of {@link #next}.
 */
final class LineReader {
  /** A longer line is not a line of a recording; only its beginning is kept. */
  static final int MAX_LINE_BYTES = 1 << 16;

  private static final int BUFFER_BYTES = 1 << 18;

  private final InputStream in;
  private final String fileName;
  private final LongConsumer bytesRead;
  private final MessageDigest digest = Sha256.digest();
  private final byte[] buffer = new byte[BUFFER_BYTES];
  private int position;
  private int limit;
  private boolean atEnd;
  private boolean endedEarly;
  private long totalBytes;

  private long number;
  private int start;
  private int end;
  private long length;
  private boolean terminated;
  private boolean hasNul;

  LineReader(InputStream in, String fileName, LongConsumer bytesRead) {
    this.in = in;
    this.fileName = fileName;
    this.bytesRead = bytesRead;
  }

  /** Goes to the next line; false where there is none. */
  boolean next() throws IOException, EngineException {
    start = position;
    // Some streams answer a read with nothing; only the end counts as no line.
    while (position == limit) {
      if (!fill()) {
        return false;
      }
    }
    number++;
    start = position;
    hasNul = false;
    int scan = position;
    while (true) {
      int lineFeed = findLineFeed(scan);
      if (lineFeed >= 0) {
        endLine(lineFeed, true);
        position = lineFeed + 1;
        break;
      }
      if (limit - start > MAX_LINE_BYTES) {
        skipRest();
        break;
      }
      int seen = limit - start;
      if (!fill()) {
        endLine(limit, false);
        position = limit;
        break;
      }
      scan = start + seen;
    }
    if (number == 1) {
      skipByteOrderMark();
    }
    return true;
  }

  private int findLineFeed(int from) {
    byte[] bytes = buffer;
    boolean nul = false;
    int found = -1;
    for (int i = from; i < limit; i++) {
      byte b = bytes[i];
      if (b == '\n') {
        found = i;
        break;
      }
      nul |= b == 0;
    }
    hasNul |= nul;
    return found;
  }

  private void endLine(int exclusive, boolean hasLineFeed) {
    end = exclusive > start && buffer[exclusive - 1] == '\r' ? exclusive - 1 : exclusive;
    length = (long) end - start;
    end = Math.min(end, start + MAX_LINE_BYTES);
    terminated = hasLineFeed;
  }

  /**
   * Keeps the beginning of an overlong line at the front of the buffer and passes over the rest.
   */
  private void skipRest() throws IOException {
    System.arraycopy(buffer, start, buffer, 0, MAX_LINE_BYTES);
    length = (long) limit - start;
    start = 0;
    end = MAX_LINE_BYTES;
    terminated = false;
    while (true) {
      limit = MAX_LINE_BYTES;
      position = MAX_LINE_BYTES;
      if (!readMore()) {
        return;
      }
      int lineFeed = findLineFeed(MAX_LINE_BYTES);
      if (lineFeed >= 0) {
        length += lineFeed - MAX_LINE_BYTES;
        terminated = true;
        position = lineFeed + 1;
        return;
      }
      length += limit - MAX_LINE_BYTES;
    }
  }

  /** Moves the current line to the front and reads behind it. */
  private boolean fill() throws IOException {
    if (atEnd) {
      return false;
    }
    System.arraycopy(buffer, start, buffer, 0, limit - start);
    limit -= start;
    position -= start;
    start = 0;
    return readMore();
  }

  private boolean readMore() throws IOException {
    if (atEnd) {
      return false;
    }
    int read;
    try {
      read = in.read(buffer, limit, buffer.length - limit);
    } catch (EOFException e) {
      // A compressed file that was cut off: what came before the cut is good.
      endedEarly = true;
      read = -1;
    } catch (IOException e) {
      throw new IOException(
          "cannot read '" + fileName + "' after " + totalBytes + " bytes: " + FailureWords.of(e),
          e);
    }
    if (read < 0) {
      atEnd = true;
      return false;
    }
    digest.update(buffer, limit, read);
    limit += read;
    totalBytes += read;
    bytesRead.accept(totalBytes);
    return true;
  }

  private void skipByteOrderMark() throws EngineException {
    if (end - start >= 2 && (startsWith(0xff, 0xfe) || startsWith(0xfe, 0xff))) {
      throw EngineException.failed(
          fileName
              + ": "
              + "the file is UTF-16 text, as PowerShell's '>' writes it; convert it to UTF-8 (iconv -f"
              + " UTF-16 -t UTF-8) or record with nvidia-smi's own -f option");
    }
    if (end - start >= 3 && startsWith(0xef, 0xbb) && (buffer[start + 2] & 0xff) == 0xbf) {
      start += 3;
      length -= 3;
    }
  }

  private boolean startsWith(int first, int second) {
    return (buffer[start] & 0xff) == first && (buffer[start + 1] & 0xff) == second;
  }

  /** Number of the current line, from 1; after the last one the number of lines. */
  long number() {
    return number;
  }

  byte[] bytes() {
    return buffer;
  }

  int start() {
    return start;
  }

  int end() {
    return end;
  }

  /** Bytes of the current line without its line end, those beyond {@link #end} included. */
  long length() {
    return length;
  }

  boolean isTooLong() {
    return length > MAX_LINE_BYTES;
  }

  /** Whether a line end stands behind the current line: not so for a last line that was cut off. */
  boolean isTerminated() {
    return terminated;
  }

  boolean hasNul() {
    return hasNul;
  }

  /** Whether a compressed stream broke off. */
  boolean endedEarly() {
    return endedEarly;
  }

  boolean isBlank() {
    for (int i = start; i < end; i++) {
      if (buffer[i] != ' ' && buffer[i] != '\t') {
        return false;
      }
    }
    return true;
  }

  byte[] copy() {
    return Arrays.copyOfRange(buffer, start, end);
  }

  String text() {
    return new String(buffer, start, end - start, StandardCharsets.UTF_8);
  }

  /** SHA-256 of all bytes read so far, in hexadecimal. To be asked once, at the end. */
  String sha256() {
    return HexFormat.of().formatHex(digest.digest());
  }
}
