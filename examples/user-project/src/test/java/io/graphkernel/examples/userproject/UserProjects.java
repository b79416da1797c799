package io.graphkernel.examples.userproject;

import static org.junit.jupiter.api.Assumptions.assumeFalse;

import java.io.File;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.stream.Collectors;

/**
 * Shared setup of the tests of this module: the repository of the user, the working directory, and the settings of the
 * build.
 */
final class UserProjects {

    static final Path ROOT = directory("repositoryRoot");

    /** Class path of a program with kernels, and of its compilation. */
    static final String LIBRARIES = classPath("graphkernel-(annotations|common|native|ops|runtime)|javacpp");

    static final String PROCESSORS = classPath("graphkernel-(annotations|common|ops|processor)|javapoet|javacpp|llvm");

    private static final Path WORK = directory("work");

    /** Null before the first test. */
    private static UserRepository repository;

    private UserProjects() {}

    /** The repository, with this build's artifacts in it; skips the test where Maven may not download what the projects use. */
    static UserRepository installed() throws IOException {
        assumeFalse(
                Boolean.parseBoolean(setting("offline")),
                "Maven is offline, and the projects use plugins that this build may not have downloaded");
        if (repository == null) {
            repository = UserRepository.install(WORK, ROOT, setting("version"), directory("outerLocalRepository"));
        }
        return repository;
    }

    /** Returns a setting of the build around these tests, such as a version. */
    static String setting(String name) {
        return System.getProperty("userProjects." + name);
    }

    /** A page of docs. */
    static Page page(String name) throws IOException {
        return new Page(ROOT.resolve("docs").resolve(name));
    }

    /** An empty project. */
    static UserProject project(String name) throws IOException {
        return UserProject.empty(WORK.resolve(name), directory("mavenHome"), installed());
    }

    /** A copy of a project of this module. */
    static UserProject copy(String name) throws IOException {
        return project(name)
                .copyFrom(ROOT.resolve("examples/user-project/projects").resolve(name));
    }

    /** Returns the jars on the class path of these tests whose names have a prefix. */
    static String classPath(String names) {
        return Arrays.stream(System.getProperty("java.class.path").split(File.pathSeparator))
                .filter(entry -> new File(entry).getName().matches("(" + names + ").*\\.jar"))
                .collect(Collectors.joining(File.pathSeparator));
    }

    /** A directory that the build around these tests says. */
    static Path directory(String setting) {
        return Path.of(setting(setting)).toAbsolutePath().normalize();
    }
}
