package io.wattune.report.plot;

import java.io.IOException;
import java.io.InputStream;
import java.io.StringReader;
import java.nio.charset.StandardCharsets;
import java.util.Properties;

/**
 * The fixed parts of the page, from the class path. Line ends are line feeds, as a browser sees
 * them before it checks a hash.
 *
 * @param template the page with its places
 * @param style style sheet
 * @param library the chart library
 * @param script the page's own script
 */
record PageParts(String template, String style, String library, String script) {
  private static final String FOLDER = "/io/wattune/report/plot/";

  static PageParts load() throws IOException {
    return new PageParts(
        text(FOLDER + "trace.html"),
        text(FOLDER + "trace.css"),
        inline(chartLibrary()),
        inline(text(FOLDER + "trace.js")));
  }

  private static String chartLibrary() throws IOException {
    var coordinates = new Properties();
    coordinates.load(new StringReader(text("/META-INF/maven/org.webjars/echarts/pom.properties")));
    String version = coordinates.getProperty("version", "");
    return text("/META-INF/resources/webjars/echarts/" + version + "/echarts.common.min.js");
  }

  /** A script that would end its own element must not get into a page. */
  private static String inline(String script) {
    if (script.contains("</script") || script.contains("<!--")) {
      throw new IllegalStateException("a script with '</script' or '<!--' cannot stand in a page");
    }
    return script;
  }

  private static String text(String resource) throws IOException {
    try (InputStream in = PageParts.class.getResourceAsStream(resource)) {
      if (in == null) {
        throw new IOException("not on the class path: " + resource + "; the build is incomplete");
      }
      return new String(in.readAllBytes(), StandardCharsets.UTF_8).replace("\r\n", "\n");
    }
  }
}
