package io.wattune.collectors.local;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Keeps what it is answered. */
final class FakeCaller implements LineSender {
  private static final ObjectMapper JSON = new ObjectMapper();

  final List<JsonNode> answers = new ArrayList<>();
  private final @Nullable String user;
  private final boolean stays;

  FakeCaller(@Nullable String user, boolean stays) {
    this.user = user;
    this.stays = stays;
  }

  @Override
  public void answer(String json) {
    try {
      answers.add(JSON.readTree(json));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  JsonNode last() {
    return answers.get(answers.size() - 1);
  }

  @Override
  public @Nullable String user() {
    return user;
  }

  @Override
  public boolean stays() {
    return stays;
  }
}
