package io.wattune.evaluation.harmonia;

/** Where a predicted sensitivity is from. */
enum Predictor {
  /** The coefficients that the paper prints. */
  TABLE_3("table3", "Table 3 as published"),

  /** A model that was trained on the testbed's other applications. */
  LEFT_OUT("leftOut", "trained here, without the application"),

  /** A model that was trained on all of them. */
  IN_SAMPLE("inSample", "trained here, with all of them");

  private final String key;
  private final String words;

  Predictor(String key, String words) {
    this.key = key;
    this.words = words;
  }

  /** Its name in JSON. */
  String key() {
    return key;
  }

  /** Its name for people. */
  String words() {
    return words;
  }
}
