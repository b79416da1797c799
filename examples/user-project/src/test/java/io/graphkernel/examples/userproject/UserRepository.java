package io.graphkernel.examples.userproject;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;

/** The local repository and the settings of a user who has installed this build's artifacts. */
final class UserRepository {

    private static final String GROUP = "io/graphkernel";

    private final Path directory;
    private final Path settings;

    private final List<Path> jars;

    private UserRepository(Path directory, Path settings, List<Path> jars) {
        this.directory = directory;
        this.settings = settings;
        this.jars = jars;
    }

    /**
     * Installs this build's artifacts.
     *
     * @param work directory of the repository; earlier downloads remain
     * @param root root of this project, with packaged modules
     * @param version version of the artifacts
     * @param outerLocalRepository local repository that is read as if it were a remote one
     */
    static UserRepository install(Path work, Path root, String version, Path outerLocalRepository) throws IOException {
        Path directory = work.resolve("repository");
        installFile(directory, "graphkernel-parent", version, ".pom", root.resolve("pom.xml"));
        List<Path> jars = new ArrayList<>();
        for (String module : new String[] {"annotations", "common", "ops", "processor", "native", "runtime"}) {
            jars.add(installModule(directory, module, version, root));
        }
        for (String module : new String[] {"archetype", "converter", "maven-plugin"}) {
            installModule(directory, module, version, root);
        }
        Path settings = work.resolve("settings.xml");
        return new UserRepository(directory, write(settings, outerLocalRepository), List.copyOf(jars));
    }

    /**
     * A local repository, which may be empty.
     *
     * @param settings the file that is written
     * @param remote directories that are read as remote repositories
     */
    static UserRepository of(Path directory, Path settings, Path... remote) throws IOException {
        return new UserRepository(directory, write(settings, remote), List.of());
    }

    private static Path installModule(Path directory, String module, String version, Path root) throws IOException {
        String artifact = "graphkernel-" + module;
        Path jar = root.resolve(module).resolve("target").resolve(artifact + "-" + version + ".jar");
        installFile(directory, artifact, version, ".pom", root.resolve(module).resolve("pom.xml"));
        installFile(directory, artifact, version, ".jar", jar);
        return jar;
    }

    private static void installFile(Path directory, String artifact, String version, String extension, Path file)
            throws IOException {
        Path target = Files.createDirectories(
                directory.resolve(GROUP).resolve(artifact).resolve(version));
        Files.copy(file, target.resolve(artifact + "-" + version + extension), StandardCopyOption.REPLACE_EXISTING);
    }

    private static Path write(Path settings, Path... remote) throws IOException {
        StringBuilder repositories = new StringBuilder();
        StringBuilder pluginRepositories = new StringBuilder();
        for (int i = 0; i < remote.length; i++) {
            String text = """
                    <id>directory-%d</id>
                    <url>%s</url>
                    <snapshots><enabled>false</enabled></snapshots>
                    """.formatted(i, remote[i].toUri());
            repositories.append("<repository>").append(text).append("</repository>");
            pluginRepositories.append("<pluginRepository>").append(text).append("</pluginRepository>");
        }
        Files.createDirectories(settings.getParent());
        return Files.writeString(settings, """
                <settings>
                  <profiles>
                    <profile>
                      <id>directories</id>
                      <repositories>%s</repositories>
                      <pluginRepositories>%s</pluginRepositories>
                    </profile>
                  </profiles>
                  <activeProfiles>
                    <activeProfile>directories</activeProfile>
                  </activeProfiles>
                </settings>
                """.formatted(repositories, pluginRepositories));
    }

    /** This build's jars, one for each artifact that projects depend on. */
    List<Path> jars() {
        return jars;
    }

    Path directory() {
        return directory;
    }

    /** Global settings, so that the settings of the user who runs these tests hold too. */
    Path settings() {
        return settings;
    }
}
