package io.wattune.collectors.nodepower;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import com.sun.net.httpserver.HttpsConfigurator;
import com.sun.net.httpserver.HttpsServer;
import io.wattune.collectors.device.DeviceException;
import io.wattune.collectors.device.DeviceSettings;
import io.wattune.collectors.device.DeviceSource;
import java.io.InputStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.KeyStore;
import java.security.cert.Certificate;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;
import javax.net.ssl.X509TrustManager;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

class RedfishKindTest {
  /** A busy machine may stand still for a while. */
  private static final Duration PATIENCE = Duration.ofSeconds(60);

  private static final String CHASSIS = FakeRedfish.CHASSIS;

  private static final String STORE = "own.p12";

  @TempDir private Path folder;
  private FakeRedfish service;

  @BeforeEach
  void startService() throws Exception {
    service = FakeRedfish.start();
  }

  @AfterEach
  void stopService() {
    service.close();
  }

  @Test
  void readsThePowerControlOfAnOlderService() throws Exception {
    service.power("591.5");
    RedfishMeter meter = meter(null);

    assertThat(meter.milliwatts()).isEqualTo(591_500);
    assertThat(meter.milliwatts()).isEqualTo(591_500);
    assertThat(service.asked())
        .as("found once")
        .containsExactly(
            CHASSIS,
            CHASSIS + "/1",
            CHASSIS + "/1/Power",
            CHASSIS + "/1/Power",
            CHASSIS + "/1/Power");
  }

  @Test
  void readsTheEnvironmentOfANewerService() throws Exception {
    service.chassis(
        Map.of(
            "Self",
            "{\"Power\": {\"@odata.id\": \"/old\"},"
                + " \"EnvironmentMetrics\": {\"@odata.id\": \"/metrics\"}}"));
    service.serve("/metrics", "{\"PowerWatts\": {\"Reading\": 374}}");

    assertThat(meter(null).milliwatts()).isEqualTo(374_000);
  }

  @Test
  void takesTheAverageWhereThereIsNoPresentValue() throws Exception {
    service.chassis(Map.of("Self", "{\"Power\": {\"@odata.id\": \"/p\"}}"));
    service.serve(
        "/p",
        "{\"PowerControl\": [{\"PowerConsumedWatts\": null,"
            + " \"PowerMetrics\": {\"AverageConsumedWatts\": 148}}]}");

    assertThat(meter(null).milliwatts()).isEqualTo(148_000);
  }

  @Test
  void aNumberMayBeWrittenAsTextAndTextThatIsNoneIsNoPower() throws Exception {
    service.chassis(Map.of("Self", "{\"Power\": {\"@odata.id\": \"/p\"}}"));
    service.serve("/p", control("\"410.5\""));
    RedfishMeter meter = meter(null);
    assertThat(meter.milliwatts()).isEqualTo(410_500);

    for (String none : List.of("\"n/a\"", "\"NaN\"", "\"\"", "true")) {
      service.serve("/p", control(none));
      assertThatThrownBy(meter::milliwatts)
          .as(none)
          .isInstanceOf(DeviceException.class)
          .hasMessageContaining("shows no power now");
      service.serve("/p", control("\"410.5\""));
      assertThat(meter.milliwatts()).isEqualTo(410_500);
    }
  }

  /** Fails where an average of minutes stands for a present value that is missing for a moment. */
  @Test
  void anAverageIsNoSubstituteForAPresentValueThatLacks() throws Exception {
    service.chassis(Map.of("Self", "{\"Power\": {\"@odata.id\": \"/p\"}}"));
    service.serve("/p", control("410"));
    RedfishMeter meter = meter(null);
    assertThat(meter.milliwatts()).isEqualTo(410_000);

    service.serve("/p", control("null"));

    assertThatThrownBy(meter::milliwatts).hasMessageContaining("shows no power now");
  }

  private static String control(String watts) {
    return "{\"PowerControl\": [{\"PowerConsumedWatts\": "
        + watts
        + ", \"PowerMetrics\": {\"AverageConsumedWatts\": 148}}]}";
  }

  /** Fails where the time limit ends with the head of the answer: then nothing came ever after. */
  @Test
  void anAnswerThatStopsInTheMiddleIsGivenUp() throws Exception {
    service.power("410");
    var meter =
        new RedfishMeter(
            new RedfishService(
                HttpClient.newHttpClient(),
                URI.create("http://127.0.0.1:" + service.port()),
                null,
                null,
                Duration.ofMillis(500)),
            null,
            new PowerControls(null));
    assertThat(meter.milliwatts()).isEqualTo(410_000);
    service.stopInTheMiddle();

    assertThatThrownBy(meter::milliwatts).hasMessageContaining("has not answered whole within 500");
  }

  @Test
  void severalChassisWithAPowerMustBeToldApart() throws Exception {
    service.chassis(
        Map.of(
            "board", "{}",
            "left", "{\"Power\": {\"@odata.id\": \"/l\"}}",
            "right", "{\"Power\": {\"@odata.id\": \"/r\"}}"));
    service.serve("/l", "{\"PowerControl\": [{\"PowerConsumedWatts\": 100}]}");
    service.serve("/r", "{\"PowerControl\": [{\"PowerConsumedWatts\": 200}]}");

    assertThatThrownBy(() -> meter(null).milliwatts())
        .hasMessageContaining("several chassis show a power")
        .hasMessageContaining("setting 'chassis'");
    assertThat(meter("right").milliwatts()).isEqualTo(200_000);
    assertThatThrownBy(() -> meter("board").milliwatts())
        .hasMessageContaining("no chassis 'board'");
  }

  @Test
  void aControllerWithoutAMeterIsNoReading() {
    service.power("0");
    assertThatThrownBy(() -> meter(null).milliwatts()).hasMessageContaining("says 0.0 W");
    service.power("null");
    assertThatThrownBy(() -> meter(null).milliwatts()).hasMessageContaining("shows a power");
  }

  @Test
  void errorsSayWhatToDoAndNoPassword() throws Exception {
    service.power("500");
    service.answer(401);

    assertThatThrownBy(() -> meter(null).milliwatts())
        .hasMessageContaining("check user and passwordFile")
        .hasMessageNotContaining("hunter2");
    service.answer(200);
    service.serve(CHASSIS, "<html>");
    assertThatThrownBy(() -> meter(null).milliwatts()).hasMessageContaining("no JSON");
    service.close();
    assertThatThrownBy(() -> meter(null).milliwatts()).hasMessageContaining("does not answer");
  }

  @Test
  void aPlaceThatHasGoneIsLookedForAgain() throws Exception {
    service.power("500");
    RedfishMeter meter = meter(null);
    assertThat(meter.milliwatts()).isEqualTo(500_000);
    service.chassis(Map.of("new", "{\"Power\": {\"@odata.id\": \"/n\"}}"));
    service.serve("/n", "{\"PowerControl\": [{\"PowerConsumedWatts\": 7}]}");
    service.serve(CHASSIS + "/1/Power", "{}");

    assertThatThrownBy(meter::milliwatts).hasMessageContaining("shows no power now");
    assertThat(meter.milliwatts()).isEqualTo(7_000);
  }

  @Test
  void aLinkThatLeadsAwayIsNotFollowed() throws Exception {
    try (FakeRedfish thief = FakeRedfish.start()) {
      String away = "//localhost:" + thief.port() + "/p";
      service.chassis(Map.of("1", "{\"Power\": {\"@odata.id\": \"" + away + "\"}}"));

      assertThatThrownBy(() -> meter(null).milliwatts())
          .hasMessageContaining("not a path of its own");
      assertThat(thief.authorizations()).isEmpty();
    }
  }

  @Test
  void handsOutEachAnswerOnceWithItsTime() throws Exception {
    service.power("500");
    try (DeviceSource source = source(Map.of("pollPeriodMillis", "20"))) {
      List<Long> times = new ArrayList<>();
      await()
          .atMost(PATIENCE)
          .until(
              () -> {
                source.power().readKept((time, value) -> times.add(time + value));
                return times.size() == 3;
              });

      assertThat(times).isSorted().doesNotHaveDuplicates();
      assertThat(service.authorizations().get(0))
          .isEqualTo(
              "Basic "
                  + Base64.getEncoder()
                      .encodeToString(
                          "reader:hunter2".getBytes(java.nio.charset.StandardCharsets.UTF_8)));
      assertThat(source.describe(1).vendor()).isEqualTo("node");
      service.answer(500);
      await().atMost(PATIENCE).until(() -> fails(source));
    }
  }

  @Test
  void anErrorHoldsUntilTheNextAnswer() throws Exception {
    service.power("500").answer(500);
    try (DeviceSource source = source(Map.of("pollPeriodMillis", "200"))) {
      await().atMost(PATIENCE).until(() -> fails(source));
      for (int i = 0; i < 10; i++) {
        assertThat(fails(source)).as("not asked again yet").isTrue();
      }
      service.answer(200);
      await().atMost(PATIENCE).until(() -> !fails(source));
    }
  }

  private static boolean fails(DeviceSource source) {
    try {
      source.power().readKept((time, value) -> {});
      return false;
    } catch (DeviceException e) {
      return String.valueOf(e.getMessage()).contains("answers 500");
    }
  }

  @Test
  void aPasswordGoesOverTlsOrStaysOnThisMachine() {
    for (String url : List.of("http://192.0.2.1", "ftp://localhost", "nonsense", "https:")) {
      assertThatThrownBy(() -> source(Map.of("url", url)))
          .isInstanceOf(DeviceException.class)
          .hasMessageContaining("must be https://host");
    }
  }

  @Test
  @EnabledOnOs({OS.LINUX, OS.MAC})
  void aPasswordThatEverybodyMayReadIsRefused() throws Exception {
    Path password = Files.writeString(folder.resolve("open"), "hunter2\n");
    Files.setPosixFilePermissions(password, PosixFilePermissions.fromString("rw-r--r--"));

    assertThatThrownBy(() -> source(Map.of("passwordFile", password.toString())))
        .hasMessageContaining("run: chmod 600");
  }

  @Test
  void trustsTheGivenCertificateAndNoOther() throws Exception {
    Path own = ownCertificate();
    Path other = otherCertificate();
    try (FakeRedfish secure = FakeRedfish.on(https())) {
      secure.power("640");
      URI url = URI.create("https://localhost:" + secure.port());

      assertThat(meter(url, PinnedCertificate.context(own)).milliwatts()).isEqualTo(640_000);
      assertThatThrownBy(() -> meter(url, PinnedCertificate.context(other)).milliwatts())
          .hasMessageContaining("another certificate than the one given");
      assertThatThrownBy(() -> meter(url, SSLContext.getDefault()).milliwatts())
          .hasMessageContaining("does not answer");
    }
    assertThatThrownBy(() -> PinnedCertificate.context(passwordFile()))
        .hasMessageContaining("must be one certificate as PEM");
  }

  private Path passwordFile() throws Exception {
    Path file = folder.resolve("password");
    Files.writeString(file, "hunter2\n");
    if (Files.getFileStore(file).supportsFileAttributeView("posix")) {
      Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-------"));
    }
    return file;
  }

  private DeviceSource source(Map<String, String> more) throws Exception {
    var settings = new HashMap<String, String>();
    settings.put("url", "http://localhost:" + service.port());
    settings.put("user", "reader");
    settings.put("passwordFile", passwordFile().toString());
    settings.putAll(more);
    return new RedfishKind()
        .openSource(new DeviceSettings("n1/node", folder, settings), System::nanoTime);
  }

  private RedfishMeter meter(String chassis) {
    return new RedfishMeter(
        new RedfishService(
            HttpClient.newHttpClient(),
            URI.create("http://localhost:" + service.port()),
            "reader",
            "hunter2",
            RedfishMeter.LIMIT),
        chassis,
        new PowerControls(null));
  }

  private static RedfishMeter meter(URI url, SSLContext trust) {
    return new RedfishMeter(
        new RedfishService(
            HttpClient.newBuilder().sslContext(trust).build(), url, null, null, RedfishMeter.LIMIT),
        null,
        new PowerControls(null));
  }

  /** A certificate as a controller makes it for itself; its key is in a store beside it. */
  private Path ownCertificate() throws Exception {
    String tool = Path.of(System.getProperty("java.home"), "bin", "keytool").toString();
    String store = folder.resolve(STORE).toString();
    run(
        tool,
        "-J-XX:TieredStopAtLevel=1",
        "-genkeypair",
        "-alias",
        "own",
        "-keyalg",
        "EC",
        "-dname",
        "CN=bmc-17",
        "-keystore",
        store,
        "-storepass",
        "changeit",
        "-validity",
        "10");
    return pem("own.pem", keys().getCertificate("own"));
  }

  private KeyStore keys() throws Exception {
    KeyStore keys = KeyStore.getInstance("PKCS12");
    try (InputStream in = Files.newInputStream(folder.resolve(STORE))) {
      keys.load(in, "changeit".toCharArray());
    }
    return keys;
  }

  /** One that Java knows. */
  private Path otherCertificate() throws Exception {
    var managers = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
    managers.init((KeyStore) null);
    return pem(
        "other.pem", ((X509TrustManager) managers.getTrustManagers()[0]).getAcceptedIssuers()[0]);
  }

  private Path pem(String name, Certificate certificate) throws Exception {
    String text = Base64.getMimeEncoder().encodeToString(certificate.getEncoded());
    return Files.writeString(
        folder.resolve(name),
        "-----BEGIN CERTIFICATE-----\n" + text + "\n-----END CERTIFICATE-----\n");
  }

  private static void run(String... command) throws Exception {
    Process process =
        new ProcessBuilder(command)
            .redirectErrorStream(true)
            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
            .start();
    assertThat(process.waitFor()).isZero();
  }

  private HttpsServer https() throws Exception {
    var managers = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
    managers.init(keys(), "changeit".toCharArray());
    SSLContext context = SSLContext.getInstance("TLS");
    context.init(managers.getKeyManagers(), null, null);
    HttpsServer server = HttpsServer.create(FakeRedfish.loopback(), 0);
    server.setHttpsConfigurator(new HttpsConfigurator(context));
    return server;
  }
}
