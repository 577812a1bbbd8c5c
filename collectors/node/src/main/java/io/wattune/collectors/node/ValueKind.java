package io.wattune.collectors.node;

/** What a value of a node's file is. */
enum ValueKind {
  TEXT("text"),
  OPTIONAL_TEXT("text, optional"),
  TEXTS("object of texts, optional"),
  OPTIONAL_TEXT_LIST("list of texts, optional"),
  QUANTITY("text with a unit, or whole number"),
  OPTIONAL_NUMBER("whole number, optional"),
  FLAG("true or false"),
  OPTIONAL_FLAG("true or false, optional"),
  LIST("list of objects"),
  OPTIONAL_LIST("list of objects, optional"),
  OBJECT("object, optional");

  private final String words;

  ValueKind(String words) {
    this.words = words;
  }

  String words() {
    return words;
  }
}
