package io.wattune.streams.fleet.answer;

import com.fasterxml.jackson.annotation.JsonAutoDetect.Visibility;
import com.fasterxml.jackson.annotation.PropertyAccessor;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;

/** Answers to JSON, and back. */
public final class AnswerJson {
  private static final JsonMapper JSON =
      JsonMapper.builder()
          .visibility(PropertyAccessor.IS_GETTER, Visibility.NONE)
          .enable(DeserializationFeature.FAIL_ON_MISSING_CREATOR_PROPERTIES)
          .enable(DeserializationFeature.FAIL_ON_NULL_FOR_PRIMITIVES)
          // An instance of a newer release may say more.
          .disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
          .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
          .build();

  private AnswerJson() {}

  /** An answer as JSON. */
  public static byte[] write(Answer answer) {
    try {
      return JSON.writeValueAsBytes(answer);
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("a record of plain values does not fail: " + answer, e);
    }
  }

  /**
   * Reads an answer.
   *
   * @throws IOException where it is none
   */
  public static Answer read(byte[] json) throws IOException {
    Answer answer = JSON.readValue(json, Answer.class);
    if (answer == null) {
      throw new IOException("the answer is null");
    }
    return answer;
  }
}
