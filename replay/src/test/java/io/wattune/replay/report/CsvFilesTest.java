package io.wattune.replay.report;

import static org.assertj.core.api.Assertions.assertThat;

import io.wattune.report.Decimals;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;

class CsvFilesTest {

  @Test
  void powerHasNoNumberWhereThereIsNoTruePower() throws IOException {
    StringBuilder out = new StringBuilder();
    PowerCsv.write(Samples.oneDevice(), out);
    assertThat(out.toString().split("\n"))
        .containsExactly(
            String.join(",", PowerCsv.COLUMNS.keys()),
            "k20.csv#0,power.draw,1700000000000000000,23.640,,,GAP,,",
            "k20.csv#0,power.draw,1700000000015000000,24.000,44.125,0.950,CORRECTED,,");
  }

  @Test
  void smoothedPowerStandsBesideTheTruePowerOfItsTime() throws IOException {
    DeviceResult device = Samples.device("d", null);
    long second = device.power().timesNanos()[1];
    var smoothed =
        new TrueTrace(
            new long[] {second - 1, second},
            new int[] {1, 2},
            new int[] {43_000, 43_500},
            new int[] {100, 250},
            new byte[] {1, 1});
    DeviceResult with =
        new DeviceResult(
            device.device(),
            device.signal(),
            device.counts(),
            device.malformedLines(),
            device.profile(),
            device.trace(),
            device.activities(),
            device.windows(),
            device.power(),
            smoothed,
            device.meter());
    StringBuilder out = new StringBuilder();
    PowerCsv.write(Samples.result(List.of(with)), out);
    String[] lines = out.toString().split("\n");
    assertThat(lines[1]).endsWith(",GAP,,");
    assertThat(lines[2]).endsWith(",CORRECTED,43.500,0.250");
  }

  @Test
  void ledgerHoldsTheTraceTheActivitiesAndTheWindows() throws IOException {
    StringBuilder out = new StringBuilder();
    LedgerCsv.write(Samples.oneDevice(), out);
    String[] lines = out.toString().split("\n");
    assertThat(lines).hasSize(4);
    assertThat(lines[1]).startsWith("span/k20.csv#0/power.draw/trace,1,true,span,");
    assertThat(lines[2])
        .contains(",a1,,\"n-body, \"\"big\"\"\",job=7;user=ada,")
        .contains(",844.700000,3.250000,2.000000,732.000000,");
    assertThat(lines[3]).contains(",-0.001500,");
  }

  @Test
  void ledgerDoesNotRepeatATraceThatIsTheOnlyActivity() throws IOException {
    DeviceResult device = Samples.device("d", null);
    DeviceResult alone =
        new DeviceResult(
            device.device(),
            device.signal(),
            device.counts(),
            0,
            device.profile(),
            device.trace(),
            List.of(device.trace()),
            List.of(),
            device.power(),
            TrueTrace.NONE,
            null);
    StringBuilder out = new StringBuilder();
    LedgerCsv.write(Samples.result(List.of(alone)), out);
    assertThat(out.toString().split("\n")).hasSize(2);
  }

  @Test
  void rejectsKeepTheirBytesReadable() throws IOException {
    StringBuilder out = new StringBuilder();
    RejectsCsv.write(Samples.oneDevice(), out);
    assertThat(out.toString().split("\n")[1])
        .isEqualTo(
            "malformed-line,3 fields where the header has 4,k20.csv,-1,17,1,readings,9,"
                + "\"a,\"\"b\"\",\\x5c\\x0a\\xff\"");
  }

  @Property
  void exactDecimalsReadBackAsTheSameInteger(@ForAll long micro) {
    assertThat(new BigDecimal(Decimals.fromMicro(micro)).movePointRight(6).longValue())
        .isEqualTo(micro);
    assertThat(new BigDecimal(Decimals.fromMilli(micro)).movePointRight(3).longValue())
        .isEqualTo(micro);
  }

  @Property
  void printableTextIsPlainAsciiOnOneLine(@ForAll byte[] bytes) {
    assertThat(RejectsCsv.printable(bytes)).matches("[ -~]*");
    String back =
        Pattern.compile("\\\\x(..)")
            .matcher(RejectsCsv.printable(bytes))
            .replaceAll(
                hex ->
                    Matcher.quoteReplacement(
                        String.valueOf((char) Integer.parseInt(hex.group(1), 16))));
    assertThat(back.getBytes(StandardCharsets.ISO_8859_1)).isEqualTo(bytes);
  }
}
