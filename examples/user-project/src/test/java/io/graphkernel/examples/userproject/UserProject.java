package io.graphkernel.examples.userproject;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/** A project of a user, in a directory of its own, and Maven for it. */
final class UserProject {

    /** A build ends before what the second compiler of the JVM gives is worth its time. */
    private static final String SHORT_LIVED = "-XX:TieredStopAtLevel=1 -XX:+UseSerialGC";

    private static final long LIMIT_MINUTES = 30;

    private final Path directory;
    private final Path maven;
    private final UserRepository repository;
    private final Path jdk;
    private final Map<String, String> variables = new HashMap<>();

    /**
     * Outcome of a build.
     *
     * @param exitCode 0 for success
     * @param output standard output and standard error together
     */
    record Build(int exitCode, String output) {
        boolean succeeded() {
            return exitCode == 0;
        }
    }

    private UserProject(Path directory, Path maven, UserRepository repository, Path jdk) {
        this.directory = directory;
        this.maven = maven;
        this.repository = repository;
        this.jdk = jdk;
    }

    /**
     * Creates an empty project.
     *
     * @param directory deleted first
     * @param mavenHome the installation to build with
     * @param repository artifacts that the user has installed
     */
    static UserProject empty(Path directory, Path mavenHome, UserRepository repository) throws IOException {
        delete(directory);
        // Maven looks for this directory upwards: without it, the settings of GraphKernel's own build would hold here.
        Files.createDirectories(directory.resolve(".mvn"));
        boolean windows = System.getProperty("os.name").startsWith("Windows");
        Path maven = mavenHome.resolve("bin").resolve(windows ? "mvn.cmd" : "mvn");
        return new UserProject(directory, maven, repository, Path.of(System.getProperty("java.home")));
    }

    static void delete(Path directory) throws IOException {
        if (Files.exists(directory)) {
            List<Path> deepestFirst = new ArrayList<>();
            try (Stream<Path> files = Files.walk(directory)) {
                files.sorted(Comparator.reverseOrder()).forEach(deepestFirst::add);
            }
            for (Path file : deepestFirst) {
                Files.delete(file);
            }
        }
    }

    /** This project on another JDK than that of these tests. */
    UserProject on(Path otherJdk) {
        return new UserProject(directory, maven, repository, otherJdk);
    }

    /** A project in a directory of this one, which Maven has written. */
    UserProject inside(String name) {
        return new UserProject(directory.resolve(name), maven, repository, jdk);
    }

    UserProject copyFrom(Path source) throws IOException {
        List<Path> files;
        try (Stream<Path> walk = Files.walk(source)) {
            files = walk.filter(Files::isRegularFile).toList();
        }
        for (Path file : files) {
            copy(file, source);
        }
        return this;
    }

    /** Copies one file to the same relative path below another directory. */
    UserProject copy(Path file, Path source) throws IOException {
        Path target = directory.resolve(source.relativize(file).toString());
        Files.createDirectories(target.getParent());
        Files.copy(file, target);
        return this;
    }

    /** Sets a variable in the environment of what runs here. */
    UserProject with(String variable, String value) {
        variables.put(variable, value);
        return this;
    }

    UserProject write(String file, String text) throws IOException {
        Path target = directory.resolve(file);
        Files.createDirectories(target.getParent());
        Files.writeString(target, text);
        return this;
    }

    Path file(String name) {
        return directory.resolve(name);
    }

    /** Runs {@code mvn} with the arguments in this project. */
    Build maven(String... arguments) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(List.of(
                maven.toString(),
                "--batch-mode",
                "--no-transfer-progress",
                "--global-settings",
                repository.settings().toString(),
                "-Dmaven.repo.local=" + repository.directory()));
        command.addAll(List.of(arguments));
        return run(command);
    }

    /** Runs {@code java} with the arguments in this project. */
    Build java(String... arguments) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(List.of(jdk.resolve("bin/java").toString()));
        command.addAll(List.of(arguments));
        return run(command);
    }

    /** Runs another program in this project. */
    Build program(String... command) throws IOException, InterruptedException {
        return run(List.of(command));
    }

    private Build run(List<String> command) throws IOException, InterruptedException {
        Path log = directory.resolveSibling(directory.getFileName() + ".log");
        ProcessBuilder builder = new ProcessBuilder(command)
                .directory(directory.toFile())
                .redirectErrorStream(true)
                .redirectOutput(log.toFile());
        Map<String, String> environment = builder.environment();
        environment.put("JAVA_HOME", jdk.toString());
        environment.keySet().removeAll(List.of("MAVEN_ARGS", "MAVEN_PROJECTBASEDIR", "MS_DEV_GRAPH_KERNEL_FLAGS"));
        environment.put("MAVEN_OPTS", SHORT_LIVED);
        environment.putAll(variables);
        Process process = builder.start();
        if (!process.waitFor(LIMIT_MINUTES, TimeUnit.MINUTES)) {
            process.destroyForcibly();
            throw new IOException(command + " takes more than " + LIMIT_MINUTES + " minutes; see " + log);
        }
        return new Build(process.exitValue(), Files.readString(log));
    }
}
