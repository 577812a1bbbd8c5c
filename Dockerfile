# Every part of Wattune in one image; the command says which: docker run wattune:0.1.0 control --help
# Tags are exact. Digests are not given: whoever needs them pins what `docker pull` shows.

FROM maven:3.9.9-eclipse-temurin-17 AS build
WORKDIR /source
COPY . .
RUN --mount=type=cache,target=/root/.m2 \
    mvn -B -ntp -DskipTests package -pl launcher -am
RUN deploy/pack /opt/wattune

FROM eclipse-temurin:17.0.19_10-jre-noble
# The folders are there, with their owners, before a volume is laid over them: it takes that over.
# gpus is for a setter who is root: nobody else may read or write in it but the agent, what waits for the
# broker and what runs, who reads decisions for the setter, and who watches it. The base's own user goes:
# the agent would call everybody by his name who has his number.
RUN if id ubuntu; then userdel ubuntu; fi \
    && groupadd --gid 10001 wattune \
    && useradd --uid 10001 --gid 10001 --no-create-home --home-dir /var/lib/wattune wattune \
    && useradd --uid 10002 --gid 10001 --no-create-home --home-dir /var/lib/wattune wattune-writer \
    && useradd --uid 10003 --gid 10001 --no-create-home --home-dir /var/lib/wattune wattune-guardian \
    && install -d -o 10001 -g 10001 \
        /var/lib/wattune /var/lib/wattune/archive /var/lib/wattune/node \
    && install -d -o 0 -g 10001 -m 0750 /var/lib/wattune/gpus \
    && install -d -o 10001 -g 10001 -m 0750 /var/lib/wattune/gpus/spool \
    && install -d -o 10001 -g 10001 -m 0755 /var/lib/wattune/gpus/agent \
    && install -d -o 10002 -g 10001 -m 0750 /var/lib/wattune/gpus/decisions \
    && install -d -o 10003 -g 10001 -m 0750 /var/lib/wattune/gpus/guardian
COPY --from=build /opt/wattune /opt/wattune
USER 10001:10001
WORKDIR /var/lib/wattune
# Set HEALTH_PORT to the port of the part's --listen; HEALTH_FILE for a writer or guardian.
HEALTHCHECK --interval=5s --timeout=4s --start-period=60s --retries=6 CMD ["/opt/wattune/bin/health"]
ENTRYPOINT ["java", "@/opt/wattune/java.args", "@/opt/wattune/class-path.args", "io.wattune.launcher.WattuneCommand"]
