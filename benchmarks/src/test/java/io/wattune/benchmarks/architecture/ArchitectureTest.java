package io.wattune.benchmarks.architecture;

import static com.tngtech.archunit.base.DescribedPredicate.not;
import static com.tngtech.archunit.core.domain.JavaCall.Predicates.target;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.assignableTo;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.type;
import static com.tngtech.archunit.core.domain.properties.HasName.Predicates.name;
import static com.tngtech.archunit.core.domain.properties.HasName.Predicates.nameStartingWith;
import static com.tngtech.archunit.core.domain.properties.HasOwner.Predicates.With.owner;
import static com.tngtech.archunit.core.domain.properties.HasParameterTypes.Predicates.rawParameterTypes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.Architectures.layeredArchitecture;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.properties.HasParameterTypes;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.core.importer.Location;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;
import io.wattune.kafka.PublishedSchemas;
import io.wattune.schemas.codec.DecisionCodec;
import io.wattune.schemas.codec.HoldCodec;
import io.wattune.schemas.codec.SchemaStore;
import java.io.Serializable;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.Executors;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.stream.Stream;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.streams.KafkaStreams;

/**
 * The shape of the code: science that knows no framework, and arrows that point one way. It is here
 * because no other module sees all of them, the benchmarks too.
 */
@AnalyzeClasses(
    packages = "io.wattune",
    importOptions = {
      ImportOption.DoNotIncludeTests.class,
      ArchitectureTest.DoNotIncludeJarsOfTests.class
    })
class ArchitectureTest {
  /**
   * Tests of other modules are folders where modules are tested, and jars where they are packed.
   */
  static final class DoNotIncludeJarsOfTests implements ImportOption {
    @Override
    public boolean includes(Location location) {
      return !location.contains("-tests.jar");
    }
  }

  private static final String CORE = "io.wattune.core..";

  /** The packages of each module in the folder collectors. */
  private static final String[] DEVICES =
      collectors(
          "amd",
          "counters",
          "dcgm",
          "device",
          "exposition",
          "files",
          "kinds",
          "nodepower",
          "nvml",
          "powercap",
          "procfs",
          "rocprofiler",
          "running",
          "setup",
          "simulated",
          "slurm",
          "sysfs");

  private static final String[] NODE = collectors("node", "status");
  private static final String[] AGENT =
      collectors(
          "agent", "discovery", "local", "meter", "nodeagent", "process", "run", "server", "spool");
  private static final String[] WRITER = collectors("journal", "setter", "writer");
  private static final String[] DECISIONS = collectors("decisions");
  private static final String[] DOCTOR = collectors("doctor");

  private static final DescribedPredicate<JavaClass> JSON =
      resideInAnyPackage("com.fasterxml.jackson..", "io.wattune.schemas.json..");

  private static final DescribedPredicate<JavaClass> HTTP =
      resideInAPackage("java.net.http..").or(resideInAPackage("com.sun.net.httpserver.."));

  private static final DescribedPredicate<JavaClass> TOPICS =
      resideInAPackage("org.apache.kafka..")
          .or(resideInAPackage("org.apache.avro.."))
          .or(resideInAPackage("io.wattune.kafka.."));

  private static String[] collectors(String... packages) {
    return Arrays.stream(packages)
        .map(each -> "io.wattune.collectors." + each + "..")
        .toArray(String[]::new);
  }

  private static final DescribedPredicate<JavaClass> IO =
      resideInAPackage("java.io..").and(not(type(Serializable.class)));

  private static final DescribedPredicate<HasParameterTypes> WITH_THREADS =
      rawParameterTypes(
          DescribedPredicate.<List<JavaClass>>describe(
              "with a factory of threads",
              types -> types.stream().anyMatch(each -> each.isEquivalentTo(ThreadFactory.class))));

  @ArchTest
  static final ArchRule coreIsPlainJava =
      classes()
          .that()
          .resideInAPackage(CORE)
          .should()
          .onlyDependOnClassesThat()
          .resideInAnyPackage(CORE, "java..", "org.jspecify..");

  @ArchTest
  static final ArchRule coreReadsAndWritesNothing =
      noClasses()
          .that()
          .resideInAPackage(CORE)
          .should()
          .dependOnClassesThat(
              IO.or(resideInAPackage("java.nio.."))
                  .or(resideInAPackage("java.net.."))
                  .or(resideInAPackage("java.util.concurrent.."))
                  .or(resideInAPackage("java.util.logging..")));

  @ArchTest
  static final ArchRule coreHasNoClockNoChanceAndNoThread =
      noClasses()
          .that()
          .resideInAPackage(CORE)
          .should()
          .dependOnClassesThat()
          .haveFullyQualifiedName("java.lang.Thread")
          .orShould()
          .dependOnClassesThat()
          .haveFullyQualifiedName("java.util.Random")
          .orShould()
          .dependOnClassesThat()
          .resideInAPackage("java.time..")
          .orShould()
          .callMethod(System.class, "nanoTime")
          .orShould()
          .callMethod(System.class, "currentTimeMillis")
          .orShould()
          .callMethod(Math.class, "random");

  /** Their last bits may differ from one machine to the next; StrictMath's do not. */
  @ArchTest
  static final ArchRule coreUsesOnlyExactMathematics =
      noClasses()
          .that()
          .resideInAPackage(CORE)
          .should()
          .callMethod(Math.class, "exp", double.class)
          .orShould()
          .callMethod(Math.class, "log", double.class)
          .orShould()
          .callMethod(Math.class, "pow", double.class, double.class);

  @ArchTest
  static final ArchRule arrowsPointOneWay =
      layeredArchitecture()
          .consideringOnlyDependenciesInLayers()
          .layer("core")
          .definedBy(CORE)
          .layer("schemas")
          .definedBy("io.wattune.schemas..")
          .layer("kafka")
          .definedBy("io.wattune.kafka..")
          .layer("devices")
          .definedBy(DEVICES)
          .layer("node")
          .definedBy(NODE)
          .layer("agent")
          .definedBy(AGENT)
          .layer("writer")
          .definedBy(WRITER)
          .layer("decisions")
          .definedBy(DECISIONS)
          .layer("doctor")
          .definedBy(DOCTOR)
          .layer("streams")
          .definedBy("io.wattune.streams..")
          .layer("sinks/store")
          .definedBy("io.wattune.sinks..")
          .layer("sinks/archive")
          .definedBy("io.wattune.archive..")
          .layer("control-loop")
          .definedBy("io.wattune.control..")
          .layer("store")
          .definedBy("io.wattune.store..")
          .layer("log")
          .definedBy("io.wattune.log..")
          .layer("http")
          .definedBy("io.wattune.http..")
          .layer("dashboard")
          .definedBy("io.wattune.dashboard..")
          .layer("testbed")
          .definedBy("io.wattune.testbed..")
          .layer("report")
          .definedBy("io.wattune.report..")
          .layer("embedded")
          .definedBy("io.wattune.embedded..")
          .layer("pipeline")
          .definedBy("io.wattune.pipeline..")
          .layer("replay")
          .definedBy("io.wattune.replay..")
          .layer("evaluation")
          .definedBy("io.wattune.evaluation..")
          .layer("launcher")
          .definedBy("io.wattune.launcher..")
          .whereLayer("launcher")
          .mayNotBeAccessedByAnyLayer()
          .whereLayer("evaluation")
          .mayOnlyBeAccessedByLayers("launcher")
          .whereLayer("replay")
          .mayOnlyBeAccessedByLayers("evaluation", "launcher")
          .whereLayer("pipeline")
          .mayOnlyBeAccessedByLayers("evaluation", "launcher")
          .whereLayer("embedded")
          .mayOnlyBeAccessedByLayers("replay", "pipeline", "launcher")
          .whereLayer("report")
          .mayOnlyBeAccessedByLayers("replay", "pipeline", "evaluation", "launcher")
          .whereLayer("streams")
          .mayOnlyBeAccessedByLayers("replay", "pipeline", "launcher")
          .whereLayer("sinks/store")
          .mayOnlyBeAccessedByLayers("pipeline", "launcher")
          .whereLayer("sinks/archive")
          .mayOnlyBeAccessedByLayers("replay", "pipeline", "launcher")
          .whereLayer("control-loop")
          .mayOnlyBeAccessedByLayers("pipeline", "launcher")
          .whereLayer("devices")
          .mayOnlyBeAccessedByLayers(
              "node", "agent", "writer", "decisions", "doctor", "pipeline", "launcher")
          .whereLayer("node")
          .mayOnlyBeAccessedByLayers("agent", "decisions", "doctor", "pipeline", "launcher")
          .whereLayer("agent")
          .mayOnlyBeAccessedByLayers("doctor", "pipeline", "launcher")
          .whereLayer("writer")
          .mayOnlyBeAccessedByLayers("decisions", "doctor", "pipeline", "launcher")
          .whereLayer("doctor")
          .mayOnlyBeAccessedByLayers("launcher")
          .whereLayer("decisions")
          .mayOnlyBeAccessedByLayers("launcher")
          .whereLayer("testbed")
          .mayOnlyBeAccessedByLayers("evaluation", "pipeline", "launcher", "devices")
          .whereLayer("log")
          .mayOnlyBeAccessedByLayers("embedded")
          .whereLayer("store")
          .mayOnlyBeAccessedByLayers("sinks/store", "dashboard", "embedded", "pipeline", "launcher")
          .whereLayer("http")
          .mayOnlyBeAccessedByLayers(
              "node",
              "agent",
              "decisions",
              "doctor",
              "streams",
              "sinks/store",
              "sinks/archive",
              "control-loop",
              "dashboard",
              "embedded",
              "pipeline",
              "launcher")
          .whereLayer("dashboard")
          .mayOnlyBeAccessedByLayers("pipeline", "launcher")
          .whereLayer("kafka")
          .mayOnlyBeAccessedByLayers(
              "node",
              "agent",
              "decisions",
              "doctor",
              "streams",
              "sinks/store",
              "sinks/archive",
              "control-loop",
              "dashboard",
              "embedded",
              "replay",
              "pipeline",
              "evaluation",
              "launcher")
          .whereLayer("schemas")
          .mayOnlyBeAccessedByLayers(
              "kafka",
              "devices",
              "node",
              "agent",
              "decisions",
              "doctor",
              "http",
              "streams",
              "sinks/store",
              "sinks/archive",
              "control-loop",
              "store",
              "dashboard",
              "embedded",
              "replay",
              "pipeline",
              "evaluation",
              "launcher");

  /** What is measured does not know that it is. */
  @ArchTest
  static final ArchRule nobodyUsesTheBenchmarks =
      noClasses()
          .that()
          .resideOutsideOfPackage("io.wattune.benchmarks..")
          .should()
          .dependOnClassesThat()
          .resideInAPackage("io.wattune.benchmarks..");

  /** It is for tests; the benchmarks are measured with parts of it. */
  @ArchTest
  static final ArchRule onlyTestsUseTheTestkit =
      noClasses()
          .that()
          .resideOutsideOfPackages("io.wattune.testkit..", "io.wattune.benchmarks..")
          .should()
          .dependOnClassesThat()
          .resideInAPackage("io.wattune.testkit..");

  /** The rules would say nothing of a module whose classes are not looked at. */
  @ArchTest
  static void everyModuleIsLookedAt(JavaClasses classes) {
    assertThat(classes.stream().map(each -> each.getPackageName().split("\\.", -1)[2]).distinct())
        .contains(
            "core",
            "log",
            "schemas",
            "kafka",
            "http",
            "collectors",
            "streams",
            "store",
            "sinks",
            "archive",
            "control",
            "dashboard",
            "testbed",
            "testkit",
            "report",
            "embedded",
            "pipeline",
            "replay",
            "evaluation",
            "launcher",
            "benchmarks");
  }

  @ArchTest
  static final ArchRule collectorsPackagesBelongToAModule =
      classes()
          .that()
          .resideInAPackage("io.wattune.collectors..")
          .should()
          .resideInAnyPackage(
              Stream.of(DEVICES, NODE, AGENT, WRITER, DECISIONS, DOCTOR)
                  .flatMap(Arrays::stream)
                  .toArray(String[]::new));

  /**
   * Of the schemas a device needs which files are believed, how those that people write are read,
   * bounded answers, its threads, and a failure's words.
   */
  @ArchTest
  static final ArchRule devicesKnowNoTopic =
      noClasses()
          .that()
          .resideInAnyPackage(DEVICES)
          .should()
          .dependOnClassesThat(
              TOPICS.or(
                  resideInAPackage("io.wattune.schemas..")
                      .and(
                          not(
                              resideInAnyPackage(
                                  "io.wattune.schemas.file..",
                                  "io.wattune.schemas.json..",
                                  "io.wattune.schemas.answer..",
                                  "io.wattune.schemas.failure..",
                                  "io.wattune.schemas.thread..")))));

  @ArchTest
  static final ArchRule devicesReadJsonInTwoPlaces =
      noClasses()
          .that(
              resideInAnyPackage(DEVICES)
                  .and(not(resideInAnyPackage(collectors("files", "nodepower")))))
          .should()
          .dependOnClassesThat(JSON);

  /** Kinds that can be set and a driver's files are none of them. */
  @ArchTest
  static final ArchRule devicesAskServicesInThreePlaces =
      noClasses()
          .that(
              resideInAnyPackage(DEVICES)
                  .and(not(resideInAnyPackage(collectors("dcgm", "exposition", "nodepower")))))
          .should()
          .dependOnClassesThat(HTTP);

  @ArchTest
  static final ArchRule simulatedDevicesAreOneKind =
      noClasses()
          .that(resideInAnyPackage(DEVICES).and(not(resideInAnyPackage(collectors("simulated")))))
          .should()
          .dependOnClassesThat()
          .resideInAPackage("io.wattune.testbed..");

  /** It is handed decisions and hands out answers; what reads them may be broken into. */
  @ArchTest
  static final ArchRule whatSetsReadsNoRecord =
      noClasses()
          .that()
          .resideInAnyPackage(WRITER)
          .should()
          .dependOnClassesThat(
              TOPICS.or(resideInAPackage("io.wattune.schemas..")).or(JSON).or(HTTP));

  /**
   * One protocol of failures and of the end: {@code Worker}. A shutdown hook is no thread of it,
   * nor are those of what sets, whose process has no schemas: there a failure ends the thread and
   * with it the heartbeat, so that the guardian restores.
   */
  @ArchTest
  static final ArchRule threadsAreMadeInOnePlace =
      noClasses()
          .that()
          .resideOutsideOfPackages(
              "io.wattune.schemas.thread..",
              "io.wattune.benchmarks..",
              "io.wattune.testbed..",
              "io.wattune.testkit..",
              "io.wattune.embedded.teardown..")
          .and()
          .resideOutsideOfPackages(WRITER)
          .and()
          .doNotHaveSimpleName("UntilStopped")
          .should()
          .callConstructor(Thread.class, Runnable.class)
          .orShould()
          .callConstructor(Thread.class, Runnable.class, String.class);

  /** An executor's own threads have no name that says what they do, and keep a process alive. */
  @ArchTest
  static final ArchRule executorsAreGivenTheirThreads =
      noClasses()
          .should()
          .callMethodWhere(
              target(owner(type(Executors.class)))
                  .and(target(nameStartingWith("new")))
                  .and(not(target(WITH_THREADS))))
          .orShould()
          .callConstructorWhere(
              target(owner(assignableTo(ThreadPoolExecutor.class))).and(not(target(WITH_THREADS))));

  /**
   * A schema in its topic has a CRC for a name, which can be chosen: one that swaps two fields
   * would change what a right signature is for.
   */
  @ArchTest
  static final ArchRule nodesReadWithTheSchemasOfTheirRelease =
      noClasses()
          .that()
          .resideInAPackage("io.wattune.collectors..")
          .should()
          .dependOnClassesThat(
              type(SchemaStore.class).or(type(PublishedSchemas.class)).as("schemas of a topic"));

  /** The controller obeys holds. What it measures by may come from nodes of a newer release. */
  @ArchTest
  static final ArchRule theControllerReadsWhatItObeysWithTheSchemasOfItsRelease =
      noClasses()
          .that()
          .resideInAPackage("io.wattune.control..")
          .should()
          .callConstructor(HoldCodec.class, SchemaStore.class)
          .orShould()
          .callConstructor(DecisionCodec.class, SchemaStore.class);

  @ArchTest
  static final ArchRule flinkStaysWhereJobsAre =
      noClasses()
          .that()
          .resideOutsideOfPackages(
              "io.wattune.streams..",
              "io.wattune.embedded..",
              "io.wattune.pipeline..",
              "io.wattune.replay..",
              "io.wattune.launcher..",
              "io.wattune.benchmarks..")
          .should()
          .dependOnClassesThat()
          .resideInAPackage("org.apache.flink..");

  /** A client that is made elsewhere would talk in the clear, and as nobody. */
  @ArchTest
  static final ArchRule kafkaClientsAreMadeInOnePlace =
      noClasses()
          .that()
          .resideOutsideOfPackage("io.wattune.kafka..")
          .should()
          .callConstructorWhere(
              target(owner(type(KafkaProducer.class)))
                  .or(target(owner(type(KafkaConsumer.class))))
                  .or(target(owner(type(KafkaStreams.class)))))
          .orShould()
          .callMethodWhere(target(owner(type(Admin.class))).and(target(name("create"))))
          .orShould()
          .callMethodWhere(target(name("setBootstrapServers")));

  /** Who reads without a group does it in one way, with one set of bounds. */
  @ArchTest
  static final ArchRule partitionsAreAssignedInOnePlace =
      noClasses()
          .that()
          .resideOutsideOfPackage("io.wattune.kafka..")
          .should()
          .callMethodWhere(
              target(owner(assignableTo(Consumer.class)))
                  .and(
                      target(name("assign"))
                          .or(target(name("seek")))
                          .or(target(name("seekToBeginning")))
                          .or(target(name("seekToEnd")))));

  @ArchTest
  static final ArchRule parquetStaysWhereTheArchiveIs =
      noClasses()
          .that()
          .resideOutsideOfPackage("io.wattune.archive..")
          .should()
          .dependOnClassesThat()
          .resideInAPackage("org.apache.parquet..");

  @ArchTest
  static final ArchRule streamsStayWhereTopologiesAre =
      noClasses()
          .that()
          .resideOutsideOfPackages(
              "io.wattune.control..", "io.wattune.streams..", "io.wattune.kafka..")
          .should()
          .dependOnClassesThat()
          .resideInAPackage("org.apache.kafka.streams..");

  /** Each package by itself, with those below it apart; also across modules. */
  @ArchTest
  static final ArchRule packagesHaveNoCycle =
      slices().matching("io.wattune.(**)").should().beFreeOfCycles();

  /** Exit codes belong to the command line: an engine says what went wrong, and no more. */
  @ArchTest
  static final ArchRule onlyCommandsKnowTheCommandLine =
      noClasses()
          .that()
          .resideOutsideOfPackages("io.wattune.launcher..", "io.wattune.benchmarks..")
          .should()
          .dependOnClassesThat()
          .resideInAPackage("picocli..");

  @ArchTest
  static final ArchRule namesSayWhatAClassIs =
      noClasses()
          .should()
          .haveSimpleNameEndingWith("Utils")
          .orShould()
          .haveSimpleNameEndingWith("Util")
          .orShould()
          .haveSimpleNameEndingWith("Helper")
          .orShould()
          .haveSimpleNameEndingWith("Manager")
          .orShould()
          .haveSimpleNameEndingWith("Impl");
}
