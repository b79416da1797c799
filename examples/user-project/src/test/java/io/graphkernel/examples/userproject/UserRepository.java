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
     * @param work where the repository is made; what an earlier test downloaded there stays
     * @param root the root of this project, with packaged modules
     * @param version of the artifacts
     * @param outerLocalRepository a local repository that is read as if it were a remote one
     */
    static UserRepository install(Path work, Path root, String version, Path outerLocalRepository) throws IOException {
        Path directory = work.resolve("repository");
        installFile(directory, "graphkernel-parent", version, ".pom", root.resolve("pom.xml"));
        List<Path> jars = new ArrayList<>();
        for (String module : new String[] {"annotations", "files", "processor", "native", "runtime"}) {
            jars.add(installModule(directory, module, version, root));
        }
        for (String module : new String[] {"archetype", "converter", "maven-plugin"}) {
            installModule(directory, module, version, root);
        }
        Path settings = work.resolve("settings.xml");
        Files.writeString(settings, settings(outerLocalRepository));
        return new UserRepository(directory, settings, List.copyOf(jars));
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

    private static String settings(Path outerLocalRepository) {
        return """
                <settings>
                  <profiles>
                    <profile>
                      <id>outer-local-repository</id>
                      <repositories>
                        <repository>
                          <id>outer-local-repository</id>
                          <url>%1$s</url>
                          <snapshots><enabled>false</enabled></snapshots>
                        </repository>
                      </repositories>
                      <pluginRepositories>
                        <pluginRepository>
                          <id>outer-local-repository</id>
                          <url>%1$s</url>
                          <snapshots><enabled>false</enabled></snapshots>
                        </pluginRepository>
                      </pluginRepositories>
                    </profile>
                  </profiles>
                  <activeProfiles>
                    <activeProfile>outer-local-repository</activeProfile>
                  </activeProfiles>
                </settings>
                """.formatted(outerLocalRepository.toUri());
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
