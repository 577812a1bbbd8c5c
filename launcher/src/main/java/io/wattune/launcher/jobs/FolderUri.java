package io.wattune.launcher.jobs;

import java.net.URI;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** A folder as Flink names it: {@code s3://bucket/folder}, {@code file:///folder}. */
final class FolderUri implements ITypeConverter<String> {

  @Override
  public String convert(String value) {
    try {
      URI uri = URI.create(value);
      if (uri.getScheme() != null && uri.getPath() != null && uri.getPath().startsWith("/")) {
        return value;
      }
    } catch (IllegalArgumentException e) {
      // Said below.
    }
    throw new TypeConversionException(
        "'"
            + value
            + "' is no folder with its scheme; write it like s3://bucket/folder or"
            + " file:///folder");
  }
}
