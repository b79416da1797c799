package io.graphkernel.examples.userproject;

import static io.graphkernel.examples.userproject.UserProjects.ROOT;
import static io.graphkernel.examples.userproject.UserProjects.directory;
import static io.graphkernel.examples.userproject.UserProjects.setting;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeFalse;

import io.graphkernel.examples.userproject.UserProject.Build;
import io.graphkernel.testing.ExhaustiveOnly;
import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.jar.JarFile;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Tests of the repository that {@code mvn -Prelease,sign deploy} of docs/releasing.md creates. */
@ExhaustiveOnly
@Tag("it")
@Tag("process")
class ReleaseIT {
    private static final Path WORK = directory("work").resolve("release");
    private static final Path OUTER = directory("outerLocalRepository");
    private static final Path PUBLISHED = WORK.resolve("published");
    private static final String VERSION = setting("version").replace("-SNAPSHOT", "");

    /** Folders that are not of the project, and these tests. */
    private static final Set<String> SKIPPED = Set.of(".git", "shared", "node_modules", "user-project");

    private static List<String> modules;
    private static Signing signing;

    @BeforeAll
    static void deploy() throws Exception {
        assumeFalse(Boolean.parseBoolean(setting("offline")), "offline, Maven makes no bills of materials");
        UserProject source = UserProject.empty(
                WORK.resolve("source"),
                directory("mavenHome"),
                UserRepository.of(OUTER, WORK.resolve("settings-of-source.xml")));
        UserProject.delete(PUBLISHED);
        copyTo(source);
        modules = publishedModules();
        signing = Signing.withNewKey();

        List<String> arguments = new ArrayList<>(List.of(
                "-q",
                signing.isPossible() ? "-Prelease,sign" : "-Prelease",
                "-DskipTests",
                "deploy",
                "-Drelease.home=https://example.org/graphkernel",
                "-DaltDeploymentRepository=local::" + PUBLISHED.toUri(),
                "-Dmaven.install.skip=true",
                "-am",
                "-pl",
                ".," + String.join(",", modules)));
        Build build = source.with("GNUPGHOME", signing.home()).maven(arguments.toArray(String[]::new));

        assertThat(build.succeeded()).as(build.output()).isTrue();
    }

    @AfterAll
    static void forgetTheKey() throws Exception {
        if (signing != null) {
            signing.end();
        }
    }

    /** Copies this project, as the version that would be released. */
    private static void copyTo(UserProject target) throws IOException {
        Files.walkFileTree(ROOT, new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult preVisitDirectory(Path folder, BasicFileAttributes attributes) {
                boolean built = folder.endsWith("target") && Files.exists(folder.resolveSibling("pom.xml"));
                return built || SKIPPED.contains(folder.getFileName().toString())
                        ? FileVisitResult.SKIP_SUBTREE
                        : FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) throws IOException {
                if (file.endsWith("pom.xml")) {
                    String text = Files.readString(file);
                    String kept = text.replace("<module>examples/user-project</module>", "");
                    target.write(ROOT.relativize(file).toString(), kept.replace(setting("version"), VERSION));
                } else if (!file.getFileName().toString().equals(".git")) {
                    target.copy(file, ROOT);
                }
                return FileVisitResult.CONTINUE;
            }
        });
    }

    private static List<String> publishedModules() throws IOException {
        List<String> published = new ArrayList<>();
        for (String module : found("<module>(.*)</module>", Files.readString(ROOT.resolve("pom.xml")))) {
            if (!Files.readString(ROOT.resolve(module).resolve("pom.xml")).contains("<maven.deploy.skip>true")) {
                published.add(module);
            }
        }
        assertThat(published).contains("bom", "processor", "runtime").doesNotContain("conformance");
        return published;
    }

    /** Returns true if a module is on no class path of a user: Maven gets its version on the command line. */
    private static boolean isForMaven(String module) throws IOException {
        return module.equals("archetype")
                || Files.readString(ROOT.resolve(module).resolve("pom.xml")).contains("<packaging>maven-plugin");
    }

    private static List<String> found(String pattern, String text) {
        return Pattern.compile(pattern)
                .matcher(text)
                .results()
                .map(result -> result.group(1))
                .toList();
    }

    /** A file of an artifact; the ending is that after name and version. */
    private static Path file(String module, String ending) {
        String artifact = "graphkernel-" + module;
        return PUBLISHED
                .resolve("io/graphkernel")
                .resolve(artifact)
                .resolve(VERSION)
                .resolve(artifact + "-" + VERSION + ending);
    }

    @Test
    void parent_isNotPublished() {
        assertThat(PUBLISHED.resolve("io/graphkernel")).isDirectoryNotContaining("glob:**parent");
    }

    @Test
    void versionsOfAllArtifacts_areInTheBom() throws IOException {
        List<String> artifacts =
                found("<artifactId>graphkernel-(.*)</artifactId>", Files.readString(file("bom", ".pom")));
        List<String> expected = new ArrayList<>(modules);
        for (String module : modules) {
            if (isForMaven(module)) {
                expected.remove(module);
            }
        }
        assertThat(artifacts).containsExactlyInAnyOrderElementsOf(expected);
    }

    @Test
    void everyPom_standsAloneAndStatesWhoseItIs() throws IOException {
        for (String module : modules) {
            assertThat(Files.readString(file(module, ".pom")))
                    .doesNotContain("<parent>", "-SNAPSHOT", "<scope>test", "<properties>", ROOT.toString())
                    .contains("<name>", "<description>", "<url>https://example.org/graphkernel</url>")
                    .contains("<license>", "<developer>", "<connection>scm:git:https://example.org/graphkernel.git");
        }
    }

    @Test
    void everyArtifact_hasItsFiles() throws Exception {
        for (String module : modules) {
            List<String> endings = new ArrayList<>(List.of(".pom", "-cyclonedx.json", "-cyclonedx.xml"));
            if (!module.equals("bom")) {
                endings.add(".jar");
                assertThat(names(file(module, ".jar"))).contains("META-INF/LICENSE", "META-INF/NOTICE");
            }
            if (Files.isDirectory(ROOT.resolve(module).resolve("src/main/java"))) {
                endings.addAll(List.of("-sources.jar", "-javadoc.jar"));
                assertThat(names(file(module, "-sources.jar"))).anyMatch(name -> name.endsWith(".java"));
                assertThat(names(file(module, "-javadoc.jar"))).contains("index.html");
            }
            for (String ending : endings) {
                assertThat(file(module, ending)).isNotEmptyFile();
                if (signing.isPossible()) {
                    assertThat(signing.verifies(file(module, ending), file(module, ending + ".asc")))
                            .as(module + ending)
                            .isTrue();
                }
            }
        }
    }

    private static List<String> names(Path jar) throws IOException {
        try (JarFile file = new JarFile(jar.toFile())) {
            return file.stream().map(entry -> entry.getName()).toList();
        }
    }

    /** As in the bills of materials, with transitive dependencies. */
    @Test
    void releaseNotice_namesAllDependencies() throws IOException {
        Set<String> brought = new TreeSet<>();
        for (String module : modules) {
            found("\"purl\" : \"pkg:maven/([^@]+)@", Files.readString(file(module, "-cyclonedx.json"))).stream()
                    .map(library -> library.replace('/', ':'))
                    .filter(library -> !library.startsWith("io.graphkernel:"))
                    .forEach(brought::add);
        }
        List<String> named = Arrays.stream(
                        Files.readString(ROOT.resolve("NOTICE")).split("[\\s,]+"))
                .filter(word -> word.matches("[\\w.-]+:[\\w.-]+"))
                .distinct()
                .toList();
        assertThat(named).containsExactlyInAnyOrderElementsOf(brought);
    }

    @Test
    void emptyProject_buildsFromTheRepositoryAlone() throws Exception {
        Path local = WORK.resolve("local");
        UserProject.delete(local);
        UserRepository repository = UserRepository.of(local, WORK.resolve("settings.xml"), PUBLISHED, OUTER);
        Path sample = ROOT.resolve("examples/user-project/projects/released");
        String pom = Files.readString(sample.resolve("pom.xml"));
        UserProject project = UserProject.empty(WORK.resolve("user"), directory("mavenHome"), repository)
                .copyFrom(sample)
                .write("pom.xml", pom.replaceFirst("(<graphkernel.version>)[^<]*", "$1" + VERSION));

        Build run = project.maven("-q", "compile", "exec:java");

        assertThat(run.succeeded()).as(run.output()).isTrue();
        assertThat(run.output()).contains("Tensor f32[3] [2.0, 5.0, 10.0]").doesNotContain("[GK-");
        Path artifacts = local.resolve("io/graphkernel");
        assertThat(artifacts).isDirectoryNotContaining("glob:**graphkernel-parent");
        assertThat(artifacts.resolve("graphkernel-runtime").resolve(VERSION).resolve("_remote.repositories"))
                .content()
                .contains(".jar>directory-0=");
    }
}
