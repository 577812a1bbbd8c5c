package io.wattune.collectors.setter;

import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;

/** Frames over a connection. One thread reads, and one writes. */
final class FrameChannel {
  private final SocketChannel channel;
  private final ByteBuffer length = ByteBuffer.allocate(Integer.BYTES);

  FrameChannel(SocketChannel channel) {
    this.channel = channel;
  }

  /**
   * The next frame, without its length.
   *
   * @throws FrameException where it says that it is longer than a frame may be
   */
  ByteBuffer read() throws IOException, FrameException {
    fill(length.clear());
    int bytes = length.getInt(0);
    if (bytes < 1 || bytes > FrameOutput.MOST_BYTES) {
      throw new FrameException("a frame says that it has " + bytes + " bytes");
    }
    ByteBuffer frame = ByteBuffer.allocate(bytes);
    fill(frame);
    return frame.flip();
  }

  void write(ByteBuffer frame) throws IOException {
    while (frame.hasRemaining()) {
      int unused = channel.write(frame);
    }
  }

  private void fill(ByteBuffer buffer) throws IOException {
    while (buffer.hasRemaining()) {
      if (channel.read(buffer) < 0) {
        throw new EOFException("the other side has closed the connection");
      }
    }
  }
}
