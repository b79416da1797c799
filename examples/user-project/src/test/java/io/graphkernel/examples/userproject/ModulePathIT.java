package io.graphkernel.examples.userproject;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.graphkernel.examples.userproject.UserProject.Build;
import java.io.File;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** A project with a {@code module-info.java}, which javac compiles and Java runs on the module path. */
@Tag("slow")
@Tag("it")
@Tag("process")
class ModulePathIT {

    private static final String PRINTED = "Tensor f32[2, 2] [[0.0, 0.0], [0.0, 0.0]]";

    @Test
    void modularProject_runs() throws Exception {
        UserProject project = built(UserProjects.copy("modular"));

        Build run = project.java(
                "-p", modules(project), "--add-modules", "ALL-MODULE-PATH", "-m", "modular/modular.Modular");
        Build incomplete = project.java("-p", modules(project), "-m", "modular/modular.Modular");

        assertThat(run.output())
                .contains(PRINTED)
                .contains("io.graphkernel.runtime [KernelInfo[method=smooth, ops=2, launches=1]]");
        assertThat(incomplete.output())
                .contains("[GK-6150] module not in the module graph: org.bytedeco.javacpp")
                .contains("--add-modules ALL-MODULE-PATH");
    }

    /** JDK 24 and later warn of native access, and JDK 23 and later run no processor that is merely on the class path. */
    @Test
    void modularProject_runsOnANewerJdk() throws Exception {
        Optional<Path> jdk = Jdks.ofVersion(24);
        assumeTrue(jdk.isPresent(), "no JDK 24 or later besides the one of these tests");
        UserProject project = built(UserProjects.copy("modular").on(jdk.get()));

        Build run = project.java(
                "-p",
                modules(project),
                "--add-modules",
                "ALL-MODULE-PATH",
                "--enable-native-access=" + access(),
                "-m",
                "modular/modular.Modular");

        assertThat(run.output()).contains(PRINTED).doesNotContain("WARNING");
    }

    /** A JVM with too few modules enabled; the message has the option that helps. */
    @Test
    void nativeCodeOfAModuleThatIsNotNamed_isRefusedWithTheOptionThatHelps() throws Exception {
        Optional<Path> jdk = Jdks.ofVersion(24);
        assumeTrue(jdk.isPresent(), "no JDK 24 or later besides the one of these tests");
        UserProject project = built(UserProjects.copy("modular").on(jdk.get()));
        List<String> named = new ArrayList<>(List.of(access().split(",")));
        for (String left : List.copyOf(named)) {
            named.remove(left);
            Build rejected = denied(project, "--enable-native-access=" + String.join(",", named));
            named.add(left);
            assertThat(rejected.output())
                    .as("without " + left)
                    .contains("[GK-6132] native access is not enabled:")
                    .contains(left)
                    .doesNotContain("ExceptionInInitializerError");
            Matcher fix = Pattern.compile("fix: run java with (--enable-native-access=\\S+)")
                    .matcher(rejected.output());
            assertThat(fix.find()).isTrue();
            assertThat(denied(project, fix.group(1)).output()).contains(PRINTED).doesNotContain("WARNING");
        }
    }

    private static Build denied(UserProject project, String access) throws Exception {
        return project.java(
                "--illegal-native-access=deny",
                "-p",
                modules(project),
                "--add-modules",
                "ALL-MODULE-PATH",
                access,
                "-m",
                "modular/modular.Modular");
    }

    /** Surefire puts on the module path what modules require, and all else on the class path. */
    @Test
    void testsOfAModularProject_runWithAndWithoutTheModulePath() throws Exception {
        UserProject project = UserProjects.project("modular-tests")
                .copyFrom(UserProjects.ROOT.resolve("examples/first-op"))
                .write("src/main/java/module-info.java", """
                        module demo {
                            requires io.graphkernel.annotations;
                            requires io.graphkernel.runtime;
                        }
                        """);
        Build build = project.maven("test");
        assertThat(build.succeeded()).as(build.output()).isTrue();
        Build inClasses = project.maven("test", "-Dsurefire.useModulePath=false");
        assertThat(inClasses.succeeded()).as(inClasses.output()).isTrue();
    }

    /** The modules that docs/build-tools.md names. */
    private static String access() throws IOException {
        return UserProjects.page("build-tools.md").text("`--enable-native-access=([a-z.,]+)`");
    }

    private static UserProject built(UserProject project) throws Exception {
        Build build = project.maven("compile");
        assertThat(build.succeeded()).as(build.output()).isTrue();
        return project;
    }

    private static String modules(UserProject project) {
        return project.file("target/classes") + File.pathSeparator + UserProjects.LIBRARIES;
    }
}
